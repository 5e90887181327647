/**
 * The recipe of docs/browser.md, run by Playwright against a page that Vite serves, with the packed package in it.
 *
 * @note This test listens on localhost, since a browser of its own fetches the page: it is a project without the guard
 * against sockets for that reason.
 */
import { cpSync, readFileSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { printedFile } from '../docs/documents.ts'
import { makeConsumer, root } from '../package/consumer.ts'
import { chromiumArgs, findChromium } from '../support/chromium.ts'

const app = path.join(import.meta.dirname, 'app')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly { readonly title: string; readonly ok: boolean }[]
}

function specsOf({ suites = [], specs }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

test('a page is driven from outside as docs/browser.md says', async () => {
  const port = await freePort()
  const consumer = makeConsumer({ msw: 'msw', more: ['vite', 'playwright'] })
  for (const file of readdirSync(app)) cpSync(path.join(app, file), path.join(consumer.folder, file))
  for (const file of ['mock.ts', 'chat.spec.ts']) {
    consumer.write(file, printedFile(root, 'docs/browser.md', file))
  }
  consumer.install('@playwright/test', "export * from 'playwright/test'")
  cpSync(
    path.join(root, 'node_modules/msw/lib/mockServiceWorker.js'),
    path.join(consumer.folder, 'public/mockServiceWorker.js'),
  )
  // The modules are links out of the folder.
  consumer.write('vite.config.js', "export default { server: { fs: { strict: false } }, logLevel: 'warn' }")
  const executablePath = findChromium()
  const config = {
    reporter: [['line'], ['json', { outputFile: 'report.json' }]],
    use: {
      baseURL: `http://localhost:${port}`,
      launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs },
    },
    webServer: {
      command: `${JSON.stringify(process.execPath)} node_modules/vite/bin/vite.js --port ${port} --strictPort`,
      url: `http://localhost:${port}`,
    },
  }
  consumer.write('playwright.config.js', `export default ${JSON.stringify(config)}`)
  const { status, output } = consumer.run('node_modules/playwright/cli.js', 'test')
  const report = readFileSync(path.join(consumer.folder, 'report.json'), 'utf8')
  const specs = specsOf({ specs: [], ...(JSON.parse(report) as Pick<Suite, 'suites'>) })
  expect(Object.fromEntries(specs.map(({ title, ok }) => [title, ok])), output).toEqual({
    'tokens appear one by one': true,
    'a wrong token gets a 401, and does nothing': true,
    'a configuration that cannot be used gets a 400 with its issues, and the former one stays': true,
  })
  expect(status).toBe(0)
})
