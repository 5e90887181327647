import { expect, test } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { client, llm } from '../generated/polyfill.ts'

test('a mock that would have no streams says so when it is made', () => {
  expect(typeof ReadableStream).toBe('undefined')
  expect(() => createLlmMock()).toThrow(
    "msw-llm needs the global ReadableStream, which this environment lacks: in jest, set testEnvironment to 'jest-fixed-jsdom', which brings Node's own, or pass a class of streams to createLlmMock({ ReadableStream }).",
  )
})

test('with web-streams-polyfill a chat streams, and a stop button ends it', async () => {
  llm.use(scenario('chat', { responses: [text('One two three', { pace: { tokensPerSecond: 50 } })], repeat: 'last' }))
  const read = async (stopAfter: number): Promise<string[]> => {
    const messages = [{ role: 'user' as const, content: 'Hi' }]
    const stream = await client.chat.completions.create({ model: 'gpt-5.5', stream: true, messages })
    const pieces: string[] = []
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content
      if (typeof piece === 'string' && piece !== '') pieces.push(piece)
      if (pieces.length === stopAfter) stream.controller.abort()
    }
    return pieces
  }
  expect([await read(Infinity), await read(2)]).toEqual([
    ['One', ' two', ' three'],
    ['One', ' two'],
  ])
  await llm.settled()
  expect(llm.journal.map(({ delivery }) => delivery.end)).toEqual(['completed', 'aborted'])
})
