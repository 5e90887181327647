/** The README's first example in jsdom, where the client believes that it runs in a browser. */
import { setupServer } from 'msw/node'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLlmMock, refused, scenario, text } from 'msw-llm'
import { failOnUnhandled } from '#hosts'
import { collect } from '../support/openai.ts'

const llm = createLlmMock()
const server = setupServer(...llm.handlers)

beforeAll(() => server.listen(failOnUnhandled))
afterEach(() => {
  llm.verify()
  server.resetHandlers()
})
afterAll(() => server.close())

test('this is jsdom, whose TextEncoder gives arrays of another realm', () => {
  expect(navigator.userAgent).toContain('jsdom')
  expect(new TextEncoder().encode('') instanceof Uint8Array).toBe(false)
})

test('shows a refusal as a refusal, and the next answer as an answer', async () => {
  llm.use(
    scenario('policy', {
      responses: [refused('I cannot help.', { streamChunks: ['I cannot ', 'help.'] }), text('Here you are.')],
    }),
  )
  const client = new OpenAI({ apiKey: 'test', dangerouslyAllowBrowser: true })
  const messages = [{ role: 'user' as const, content: 'Hello' }]
  const first = await client.chat.completions.stream({ model: 'gpt-5.5', messages }).finalChatCompletion()
  const second = await client.chat.completions.create({ model: 'gpt-5.5', messages })
  expect([first.choices[0]?.message.refusal, second.choices[0]?.message.content]).toEqual([
    'I cannot help.',
    'Here you are.',
  ])
  expect(llm.journal.map((entry) => entry.outcome)).toEqual(['refused', 'ordinary'])
})

test('streams token by token through llm.fetch too, and a stop button works', async () => {
  llm.use(scenario('slow', { responses: [text('One two three', { pace: { tokensPerSecond: 100 } })] }))
  const client = new OpenAI({ apiKey: 'test', dangerouslyAllowBrowser: true, fetch: llm.fetch })
  const stream = await client.chat.completions.create({
    model: 'gpt-5.5',
    stream: true,
    messages: [{ role: 'user', content: 'Hi' }],
  })
  const pieces = await collect(stream, (read) => {
    if (read.length === 2) stream.controller.abort()
  })
  expect(pieces).toEqual(['One', ' two'])
  await llm.settled()
  expect(llm.journal[0]!.delivery).toMatchObject({ framesSent: 3, end: 'aborted' })
})
