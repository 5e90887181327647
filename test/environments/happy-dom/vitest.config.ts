import { defineConfig } from 'vitest/config'

/** `plain`: happy-dom as it comes. `unasked`: without the question that it puts to a host first. `kept`: as the guide says. */
const ways = {
  plain: { environment: 'happy-dom' },
  unasked: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
  },
  kept: { environment: './generated/happy-dom-with-node-fetch.ts' },
}

export default defineConfig({
  test: { include: ['{tests,generated}/*.test.ts'], ...ways[process.env['WAY'] as keyof typeof ways] },
})
