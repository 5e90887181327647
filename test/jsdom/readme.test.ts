/** The README's first example, and a chat that streams, in jsdom, where the client believes that it runs in a browser. */
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
  llm.reset()
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

for (const way of ['MSW', 'llm.fetch'] as const) {
  const client = (): OpenAI =>
    new OpenAI({ apiKey: 'test', dangerouslyAllowBrowser: true, ...(way === 'llm.fetch' && { fetch: llm.fetch }) })
  /** What the page shows after each token. */
  const show = async (stopAfter: number): Promise<readonly string[]> => {
    llm.use(scenario('slow', { responses: [text('One two three', { pace: { tokensPerSecond: 50 } })] }))
    const messages = [{ role: 'user' as const, content: 'Hi' }]
    const stream = await client().chat.completions.create({ model: 'gpt-5.5', stream: true, messages })
    const shown = document.createElement('p')
    const seen: string[] = []
    await collect(stream, (read) => {
      shown.append(read.at(-1) ?? '')
      seen.push(shown.textContent)
      if (read.length === stopAfter) stream.controller.abort()
    })
    await llm.settled()
    return seen
  }

  test(`streams token by token by ${way}`, async () => {
    expect(await show(Infinity)).toEqual(['One', 'One two', 'One two three'])
    expect(llm.journal[0]?.delivery).toMatchObject({ framesSent: 6, end: 'completed' })
  })

  test(`a stop button works by ${way}`, async () => {
    expect(await show(2)).toEqual(['One', 'One two'])
    expect(llm.journal[0]?.delivery).toMatchObject({ framesSent: 3, end: 'aborted' })
  })
}
