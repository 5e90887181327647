import { expect, test } from 'vitest'
import { createLlmMock, fails, scenario, text } from 'msw-llm'
import { hosts } from '#hosts'
import { anthropic0On, anthropicOn, says } from '../../support/anthropic.ts'
import { withHost } from '../../support/host.ts'

for (const host of hosts) {
  for (const status of [429, 529]) {
    test(`${host.name}: default retries meet a scripted ${status} and then the next response, in under a second`, async () => {
      const llm = createLlmMock()
      const responses = [text('At last.'), text('Again.'), text('And again.')]
      const busy = fails(status, { retryAfterMilliseconds: 20 })
      llm.use(scenario('retry', { responses: responses.flatMap((response) => [busy, response]) }))
      await withHost(host, llm, async (connection) => {
        const timed = async (run: () => Promise<unknown>): Promise<readonly [answer: unknown, isQuick: boolean]> => {
          const start = performance.now()
          return [await run(), performance.now() - start < 1000]
        }
        expect([
          await timed(async () => (await anthropicOn(connection).messages.create(says('Hi'))).content[0]),
          await timed(() => anthropicOn(connection).messages.stream(says('Hi')).finalText()),
          await timed(async () => (await anthropic0On(connection).messages.create(says('Hi'))).content[0]),
        ]).toEqual([
          [{ type: 'text', text: 'At last.' }, true],
          ['Again.', true],
          [{ type: 'text', text: 'And again.' }, true],
        ])
        expect(llm.journal.map(({ response }) => response.status)).toEqual([status, 200, status, 200, status, 200])
        expect(llm.journal.map(({ request }) => request.headers['x-stainless-retry-count'])).toEqual([
          '0',
          '1',
          '0',
          '1',
          '0',
          '1',
        ])
      })
    })
  }

  test(`${host.name}: a refusal is an answer, and asked for once`, async () => {
    const llm = createLlmMock()
    llm.use(scenario('refusal', { responses: [{ outputDisposition: { kind: 'refused' } }], repeat: 'last' }))
    await withHost(host, llm, async (connection) => {
      const { stop_reason, content } = await anthropicOn(connection).messages.create(says('Hi'))
      expect([stop_reason, content, llm.journal.length]).toEqual(['refusal', [], 1])
    })
  })
}

/** @note It retries a 409 like a 429; our own 409 forbids it, and a scripted one does not. */
test('anthropic retries a scripted 409, and sends a request that meets our own 409 once', async () => {
  const llm = createLlmMock()
  llm.use(scenario('conflict', { responses: [fails(409, { retryAfterMilliseconds: 1 }), text('Then.')] }))
  const client = anthropicOn(llm)
  expect((await client.messages.create(says('Hi'))).content[0]).toEqual({ type: 'text', text: 'Then.' })
  await expect(client.messages.create(says('Hi'))).rejects.toMatchObject({
    status: 409,
    errorCode: 'scenario_exhausted',
  })
  expect(llm.journal.map(({ response }) => response.status)).toEqual([409, 200, 409])
})
