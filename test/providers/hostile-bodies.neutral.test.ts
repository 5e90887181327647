/** Whatever comes as a body, the answer is a native error, and nothing is used up. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'
import { hosts } from '#hosts'
import { chatUrl, openaiOn, says } from '../support/openai.ts'

for (const host of hosts) {
  let llm: LlmMock
  let send: typeof fetch
  let stop: () => void | Promise<void>

  beforeAll(async () => {
    llm = createLlmMock()
    llm.use(scenario('one', { modelId: 'gpt-5.5', responses: [text('Still here.')] }))
    const started = await host.start(llm)
    send = started.fetch ?? fetch
    stop = started.stop
  })
  afterAll(() => stop())

  /** A 400 in OpenAI's envelope. */
  async function expectRejected(body: BodyInit): Promise<void> {
    const response = await send(chatUrl, { method: 'POST', body })
    const { error } = (await response.json()) as { error: Record<string, unknown> }
    expect(response.status).toBe(400)
    expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code'])
    expect([typeof error['message'], error['type']]).toEqual(['string', 'invalid_request_error'])
  }

  const runs = { numRuns: 100 }

  test(`${host.name}: any JSON value is a native 400`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), async (body) => expectRejected(body)),
      runs,
    )
  })

  test(`${host.name}: any bytes are a native 400`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => expectRejected(bytes.slice())),
      runs,
    )
  })

  test(`${host.name}: a chat request with any value in the place of a field is a native 400, or the field takes it`, async () => {
    const fields = ['model', 'messages', 'stream', 'stream_options', 'n', 'tools', 'functions', 'response_format']
    const value = fc.oneof(
      fc.constantFrom(0, -1, 1.5, 1e308, '', 'x', true, [], {}, [[]], [{}], [null], { role: 'user' }),
      fc.jsonValue(),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), value, async (field, replacement) => {
        // A model that no scenario is for, so that what is accepted is a mismatch and uses nothing up.
        const body = JSON.stringify({ ...says('Hi', 'nobody'), [field]: replacement })
        const response = await send(chatUrl, { method: 'POST', body })
        const { error } = (await response.json()) as { error: Record<string, unknown> }
        expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code'])
        expect(response.status === 400 || error['code'] === 'fixture_not_found').toBe(true)
      }),
      runs,
    )
  })

  test.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a byte order mark alone', '\uFEFF'],
    ['nesting without end', '['.repeat(100_000)],
    ['nesting 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['nesting 100,000 deep in a field', `{"model":"m","messages":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['__proto__', '{"__proto__":{"model":"m","messages":[{"role":"user","content":"Hi"}]}}'],
    ['a lone surrogate', '"\\ud800"'],
  ])(`${host.name}: %s is a native 400`, async (_, body) => {
    await expectRejected(body)
  })

  test(`${host.name}: after all of it nothing is used up, no bug is noted, and the journal can be read`, async () => {
    const client = openaiOn({ fetch: send === globalThis.fetch ? undefined : send })
    llm.verify({ rejections: false, mismatches: false, unused: false })
    expect(
      llm.journal.every(({ outcome, response }) => outcome === (response.status === 400 ? 'rejected' : 'mismatch')),
    ).toBe(true)
    expect((await client.chat.completions.create(says('Hi'))).choices[0]?.message.content).toBe('Still here.')
  })
}

test('tool arguments nested 10,000 deep are kept as text, and nothing overflows', async () => {
  const llm = createLlmMock()
  llm.use(scenario('deep', { match: { messages: [{ toolCalls: [{ name: 'other' }] }] }, responses: [text('Hi')] }))
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: deep } }
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', content: '', tool_call_id: 'c' },
  ]
  const response = await llm.fetch(chatUrl, { method: 'POST', body: JSON.stringify({ model: 'm', messages }) })
  expect(response.status).toBe(409)
  expect(llm.journal[0]!.request.messages[1]!.toolCalls).toEqual([{ id: 'c', name: 'look', arguments: deep }])
  expect(llm.journal[0]!.response.code).toBe('fixture_not_found')
})
