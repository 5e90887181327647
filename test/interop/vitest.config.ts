import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from '../support/chromium.ts'
import { mockServiceWorker } from '../support/mock-service-worker.ts'

const executablePath = findChromium()

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'node', include: ['*.test.ts'] } },
      {
        plugins: [mockServiceWorker('msw')],
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
