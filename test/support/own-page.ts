/** What an application's page asks its own host for, served by the Vite of the browser tests. */
import type { Plugin } from 'vite'

const assets: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/own/logo.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"></svg>'],
  '/own/style.css': ['text/css', 'body { color: black }'],
  '/own/changed.js': ['text/javascript', 'export const changed = true'],
}

export function ownPage(): Plugin {
  return {
    name: 'own-page',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [route = ''] = (request.url ?? '').split('?')
        const asset = assets[route]
        if (asset !== undefined) {
          response.setHeader('content-type', asset[0])
          response.end(asset[1])
        } else if (route === '/own/api/echo') {
          // What the host was sent is its answer, but for what a browser writes of itself and of who asks: the worker.
          const pieces: Buffer[] = []
          request.on('data', (piece: Buffer) => pieces.push(piece))
          request.on('end', () => {
            const { method, url, headers: all } = request
            const headers = Object.fromEntries(
              Object.entries(all)
                .filter(([name]) => !/^(referer|sec-ch-)/.test(name))
                .toSorted(),
            )
            response.writeHead(201, { 'content-type': 'application/json', 'x-own': 'kept' })
            response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(pieces).toString() }))
          })
        } else if (route === '/own/api/events') {
          response.setHeader('content-type', 'text/event-stream')
          response.write('data: first\n\n')
          setTimeout(() => response.end('data: last\n\n'), 300)
        } else next()
      })
    },
  }
}
