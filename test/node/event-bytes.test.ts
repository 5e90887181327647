import OpenAI6 from 'openai6'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { chatUrl, post, says } from '../support/openai.ts'

/** @note Why the last event, too, ends in a blank line. */
test('openai 6 drops a last event that lacks its blank line', async () => {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('One')] }))
  const bytes = await (await llm.fetch(chatUrl, post({ ...says('Hi'), stream: true }))).text()
  const finish = async (body: string): Promise<unknown[]> => {
    const client = new OpenAI6({
      apiKey: 'test',
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    })
    const reasons: unknown[] = []
    for await (const { choices } of await client.chat.completions.create({ ...says('Hi'), stream: true }))
      reasons.push(choices[0]?.finish_reason)
    return reasons
  }
  const withoutDone = bytes.replace('data: [DONE]\n\n', '')
  expect(await finish(bytes)).toEqual([null, null, 'stop'])
  expect(await finish(withoutDone)).toEqual([null, null, 'stop'])
  expect(await finish(withoutDone.slice(0, -1))).toEqual([null, null])
})
