/** A chat that streams, as an application's test has it. */
import { setupServer } from 'msw/node'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'

const llm = createLlmMock()
const server = setupServer(...llm.handlers)

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const answer = text('One two three four', { pace: { tokensPerSecond: 50 } })

async function ask(fetch?: typeof globalThis.fetch) {
  const client = new OpenAI({ apiKey: 'test', dangerouslyAllowBrowser: true, ...(fetch && { fetch }) })
  return client.chat.completions.create({
    model: 'gpt-5.5',
    stream: true,
    messages: [{ role: 'user' as const, content: 'Hi' }],
  })
}

/** Writes each piece into the page, and tells how the page looked after each. */
async function show(stream: Awaited<ReturnType<typeof ask>>, stopAfter = Infinity): Promise<string[]> {
  const paragraph = document.createElement('p')
  document.body.append(paragraph)
  const seen: string[] = []
  for await (const chunk of stream) {
    const piece = chunk.choices[0]?.delta.content
    if (typeof piece !== 'string' || piece === '') continue
    paragraph.append(piece)
    seen.push(paragraph.textContent)
    if (seen.length === stopAfter) stream.controller.abort()
  }
  paragraph.remove()
  return seen
}

for (const way of ['MSW', 'llm.fetch'] as const) {
  const fetch = way === 'MSW' ? undefined : llm.fetch

  test(`a chat streams into the page piece by piece, by ${way}`, async () => {
    llm.use(scenario('chat', { responses: [answer] }))
    expect(await show(await ask(fetch))).toEqual(['One', 'One two', 'One two three', 'One two three four'])
    await llm.settled()
    expect(llm.journal.map(({ outcome, delivery }) => [outcome, delivery.end])).toEqual([['ordinary', 'completed']])
  })

  test(`a stop button ends the stream, by ${way}`, async () => {
    llm.use(scenario('chat', { responses: [answer] }))
    expect(await show(await ask(fetch), 2)).toEqual(['One', 'One two'])
    await llm.settled()
    expect(llm.journal.map(({ outcome, delivery }) => [outcome, delivery.end])).toEqual([['ordinary', 'aborted']])
  })
}
