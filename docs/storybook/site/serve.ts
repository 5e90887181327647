/** The built Storybook, served as a host of static pages would, under a path of its own. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const dist = path.resolve(import.meta.dirname, '../dist')
const base = '/some/path/'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface Site {
  /** Ends in a slash. */
  readonly url: string
  close(): Promise<void>
}

export async function serveSite(): Promise<Site> {
  const server = createServer(async ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file = path.join(dist, pathname.slice(base.length) || 'index.html')
    try {
      if (!pathname.startsWith(base) || !file.startsWith(dist)) throw new Error('Not of this site')
      const content = await readFile(file)
      response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream').end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${base}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
