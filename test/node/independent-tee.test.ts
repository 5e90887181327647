/** msw 2 keeps an unread clone of every response; a client must be able to throw its own copy away all the same. */
import OpenAI6 from 'openai6'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLlmMock, fails, scenario, text } from 'msw-llm'
import { failOnUnhandled } from '#hosts'
import { chatUrl, openaiOn, post, says } from '../support/openai.ts'

const llm = createLlmMock()
const server = setupServer(...llm.handlers)
const streamed = { ...says('Hi'), stream: true } as const

beforeEach(() => server.listen(failOnUnhandled))
afterEach(() => {
  llm.reset()
  server.events.removeAllListeners()
  server.close()
})

test.each([408, 409, 429, 500, 503])('a client retries a scripted %i and meets the next response', async (status) => {
  llm.use(scenario('retry', { responses: [fails(status, { retryAfterMilliseconds: 1 }), text('At last.')] }))
  const completion = await openaiOn({ fetch: undefined }).chat.completions.create(says('Hi'))
  expect(completion.choices[0]?.message.content).toBe('At last.')
  expect(llm.journal.map(({ response, outcome }) => [response.status, outcome])).toEqual([
    [status, 'error'],
    [200, 'ordinary'],
  ])
})

test('reader.cancel() settles on a stream and on a JSON body', async () => {
  llm.use(scenario('any', { responses: [text('One two three')], repeat: 'last' }))
  for (const body of [streamed, says('Hi')]) {
    const response = await fetch(chatUrl, post(body))
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
  }
  expect(llm.journal).toHaveLength(2)
})

test('leaving a loop over a stream settles in openai 7 and openai 6', async () => {
  llm.use(scenario('any', { responses: [text('One two three')], repeat: 'last' }))
  for await (const _ of await openaiOn({ fetch: undefined }).chat.completions.create(streamed)) break
  for await (const _ of await new OpenAI6({ apiKey: 'test' }).chat.completions.create(streamed)) break
  expect(llm.journal).toHaveLength(2)
})

test('listeners of response:mocked and clones still get every byte', async () => {
  llm.use(scenario('any', { responses: [text('Grüße 👋🏽')], repeat: 'last' }))
  const heard: Promise<string>[] = []
  server.events.on('response:mocked', ({ response }) => {
    heard.push(response.clone().text())
  })
  for (const body of [streamed, says('Hi')]) {
    const response = await fetch(chatUrl, post(body))
    const copy = response.clone()
    const texts = [await response.text(), await copy.text(), await heard.pop()]
    expect(texts).toEqual([texts[0], texts[0], texts[0]])
    expect(texts[0]).toContain('Grüße')
  }
})
