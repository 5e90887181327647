import { setupWorker } from 'msw/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLlmMock, scenario, text, type FixtureResponse } from 'msw-llm'
import { failOnUnhandled } from '../support/hosts.browser.ts'
import { chatUrl, post, says } from '../support/openai.ts'

const llm = createLlmMock()
const worker = setupWorker(...llm.handlers)

beforeAll(async () => {
  await worker.start({ quiet: true, ...failOnUnhandled })
})
afterAll(() => worker.stop())

/** @note The worker asks for each frame from another thread; between two of them nothing moves here. */
test.each([
  ['3 chunks', text('One two three')],
  ['3,000 chunks', text('word '.repeat(3000))],
  ['20 chunks of 100 kB', text('x'.repeat(2e6), { streamChunks: Array.from({ length: 20 }, () => 'x'.repeat(1e5)) })],
  ['a pace', text('One two three four', { pace: { tokensPerSecond: 200 } })],
] as [string, FixtureResponse][])(
  'settled() waits for a stream behind the worker that is being read: %s',
  async (_, response) => {
    llm.use(scenario('read', { responses: [response], repeat: 'last' }))
    for (let round = 0; round < 10; round++) {
      llm.reset()
      llm.use(scenario('read', { responses: [response], repeat: 'last' }))
      const answer = await fetch(chatUrl, post({ ...says('Hi'), stream: true }))
      const reading = answer.text()
      await llm.settled()
      expect(llm.journal.map(({ delivery }) => delivery.end)).toEqual(['completed'])
      await reading
    }
  },
)

test('settled() does not wait long for a client that does not read', async () => {
  llm.reset()
  llm.use(scenario('unread', { responses: [text('word '.repeat(20_000))] }))
  const answer = await fetch(chatUrl, post({ ...says('Hi'), stream: true }))
  const begin = performance.now()
  await llm.settled()
  expect(performance.now() - begin).toBeLessThan(5000)
  await answer.body!.cancel()
})
