import { fileURLToPath } from 'node:url'
import { defineMain } from '@storybook/react-vite/node'
import { mergeConfig } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export default defineMain({
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  // With the worker script of the installed msw: npx msw init public
  staticDirs: ['../public'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // This Storybook shows the sources it lies beside. A project with msw-llm installed needs none of this.
  viteFinal: (config) =>
    mergeConfig(config, {
      resolve: {
        alias: [
          { find: /^msw-llm$/, replacement: `${root}handlers/index.ts` },
          { find: /^msw-llm\/([a-z-]+)$/, replacement: `${root}handlers/$1/index.ts` },
        ],
        dedupe: ['msw', 'zod'],
      },
      server: { fs: { allow: [root] } },
    }),
})
