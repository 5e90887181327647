import { playwright } from '@vitest/browser-playwright'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from '../support/chromium.ts'

const require = createRequire(import.meta.url)
const executablePath = findChromium()

/** Serves the worker script of the installed msw, so that it cannot be out of date. */
function mockServiceWorker(): Plugin {
  const script = readFileSync(require.resolve('msw/mockServiceWorker.js'))
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

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'node', include: ['*.test.ts'] } },
      {
        plugins: [mockServiceWorker()],
        // Named, because a dependency that Vite finds only while the tests run makes it reload the page under them.
        optimizeDeps: {
          include: [
            'ai',
            '@ai-sdk/azure',
            '@ai-sdk/openai',
            '@ai-sdk/react',
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
          ],
        },
        test: {
          name: 'page',
          include: ['use-chat/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
