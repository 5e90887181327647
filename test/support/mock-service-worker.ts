import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** Serves the worker script of the msw that is used, so that it cannot be out of date. */
export function mockServiceWorker(msw: 'msw' | 'msw2'): Plugin {
  const script = readFileSync(require.resolve(`${msw}/mockServiceWorker.js`))
  return {
    name: 'mock-service-worker',
    configureServer(server) {
      server.middlewares.use('/mockServiceWorker.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(script)
      })
    },
  }
}
