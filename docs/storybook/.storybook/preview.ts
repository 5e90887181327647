import addonA11y from '@storybook/addon-a11y'
import addonDocs from '@storybook/addon-docs'
import { definePreview } from '@storybook/react-vite'
import addonMsw from 'msw-storybook-addon'
import { HttpNetworkFrame } from 'msw/experimental'
import { setupWorker } from 'msw/browser'
import { llmPanel } from '../panel/preview.tsx'
import { llm } from './llm.ts'
import { outcomes } from './outcomes.ts'

export default definePreview({
  addons: [
    addonDocs(),
    addonA11y(),
    addonMsw(async () => {
      // MSW has its worker unregister when its last page goes away, and the next page then races with that: the first
      // story may run unmocked. A listener before MSW's own keeps the worker.
      window.addEventListener('pagehide', (event) => event.stopImmediatePropagation())
      // After each story the addon calls worker.resetHandlers(), which resets the mock.
      const worker = setupWorker(...llm.handlers)
      await worker.start({
        quiet: true,
        // Relative to iframe.html, so that a build works under any path.
        serviceWorker: { url: './mockServiceWorker.js' },
        // No call leaves for a provider; all of this origin is Storybook's own.
        onUnhandledFrame({ frame, defaults }) {
          if (!(frame instanceof HttpNetworkFrame)) return
          if (new URL(frame.data.request.url).origin !== location.origin) defaults.error()
        },
      })
      return worker
    }),
  ],
  decorators: [llmPanel(llm, outcomes)],
  parameters: {
    a11y: { test: 'error' },
    // Stories on a docs page get a frame each: in one page they would reset each other.
    docs: { story: { inline: false, height: '320px' } },
    layout: 'padded',
  },
  tags: ['autodocs'],
})
