import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from '../../test/support/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  test: {
    reporters: ['default', '../../test/support/plain-reporter.ts'],
    projects: [
      {
        extends: true,
        plugins: [storybookTest({ configDir: '.storybook' })],
        test: {
          name: 'stories',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      // Looks at what `npm run build` made.
      {
        extends: true,
        // Most of the time of a story passes between its tokens.
        test: {
          name: 'site',
          include: ['site/*.test.ts'],
          maxConcurrency: 4,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
