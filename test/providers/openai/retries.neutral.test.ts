import { expect, test } from 'vitest'
import { createLlmMock, fails, scenario, text } from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../../support/host.ts'
import { openaiOn, says } from '../../support/openai.ts'

for (const host of hosts) {
  for (const stream of [false, true]) {
    test(`${host.name}, stream ${stream}: default retries meet a scripted 429 and then the next response, in under a second`, async () => {
      const llm = createLlmMock()
      llm.use(scenario('retry', { responses: [fails(429, { retryAfterMilliseconds: 20 }), text('At last.')] }))
      await withHost(host, llm, async (connection) => {
        const start = performance.now()
        const client = openaiOn(connection)
        const content = stream
          ? (await client.chat.completions.stream(says('Hi')).finalChatCompletion()).choices[0]?.message.content
          : (await client.chat.completions.create(says('Hi'))).choices[0]?.message.content
        expect(content).toBe('At last.')
        expect(performance.now() - start).toBeLessThan(1000)
        expect(llm.journal.map(({ response: { status, index } }) => [status, index])).toEqual([
          [429, 0],
          [200, 1],
        ])
        expect(llm.journal.map(({ request }) => request.headers['x-stainless-retry-count'])).toEqual(['0', '1'])
      })
    })
  }

  test(`${host.name}: a client gives up after three scripted failures, each a response of its own`, async () => {
    const llm = createLlmMock()
    llm.use(scenario('down', { responses: [fails(503, { retryAfterMilliseconds: 1 })], repeat: 'last' }))
    await withHost(host, llm, async (connection) => {
      await expect(openaiOn(connection).chat.completions.create(says('Hi'))).rejects.toMatchObject({ status: 503 })
      expect(llm.summary().outcomes.error).toBe(3)
    })
  })
}

/** @note It retries a 409 like a 429; our own 409 forbids it, and a scripted one does not. */
test('openai retries a scripted 409, and sends a request that meets our own 409 once', async () => {
  const llm = createLlmMock()
  llm.use(scenario('conflict', { responses: [fails(409, { retryAfterMilliseconds: 1 }), text('Then.')] }))
  const client = openaiOn(llm)
  expect((await client.chat.completions.create(says('Hi'))).choices[0]?.message.content).toBe('Then.')
  await expect(client.chat.completions.create(says('Hi'))).rejects.toMatchObject({
    status: 409,
    code: 'scenario_exhausted',
  })
  expect(llm.journal.map(({ response }) => response.status)).toEqual([409, 200, 409])
})
