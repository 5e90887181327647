/** What the AI SDK makes of a stream that is harmed; the table in docs/faults.md says the same. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { streamText, type LanguageModel } from 'ai'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type StreamDelivery } from 'msw-llm'
import { common, differing } from './fault-cells.ts'

type Fetch = typeof globalThis.fetch

/** A provider, and the frames after which two pieces of text have come. */
const models: readonly (readonly [name: string, frames: number, modelOf: (fetch: Fetch) => LanguageModel])[] = [
  ['openai.chat()', 3, (fetch) => createOpenAI({ apiKey: 'test', fetch }).chat('m')],
  ['openai.responses()', 6, (fetch) => createOpenAI({ apiKey: 'test', fetch }).responses('m')],
  ['anthropic()', 5, (fetch) => createAnthropic({ apiKey: 'test', fetch })('m')],
  ['google()', 2, (fetch) => createGoogleGenerativeAI({ apiKey: 'test', fetch })('m')],
]

function faultsAt(afterFrame: number): readonly StreamDelivery[] {
  return [
    { fault: 'eof', afterFrame },
    { fault: 'abort', afterFrame },
    { fault: 'stall', afterFrame, resumeAfterMilliseconds: 5 },
    { fault: 'error', afterFrame },
    { fault: 'malformed', afterFrame },
    { fault: 'duplicate', afterFrame },
    { fault: 'connectionFailed' },
    { fault: 'emptyBody' },
    { fault: 'missingFinishReason' },
    { fault: 'missingTerminalMarker' },
  ]
}

for (const [name, frames, modelOf] of models) {
  for (const streamDelivery of faultsAt(frames)) {
    test(`streamText with ${name} sees '${streamDelivery.fault}' as it is told in the table`, async () => {
      const llm = createLlmMock()
      llm.use(scenario('faulty', { responses: [text('One two three four.', { streamDelivery })] }))
      let pieces = 0
      let error: string | null = null
      const note = (told: unknown): void => void (error ??= (told as Error).constructor.name)
      const onError = (event: { error: unknown }): void => note(event.error)
      const result = streamText({ model: modelOf(llm.fetch), prompt: 'Hi', maxRetries: 0, onError })
      try {
        for await (const _ of result.textStream) pieces++
      } catch (thrown) {
        note(thrown)
      }
      const finish = await Promise.resolve(result.finishReason).catch(
        (reason: unknown) => `rejects ${(reason as Error).constructor.name}`,
      )
      const cell = differing[name]?.[streamDelivery.fault] ?? common[streamDelivery.fault]
      expect({ pieces: cell?.pieces === 'some' && pieces <= 2 ? 'some' : pieces, finish, error }).toEqual(cell)
      expect(llm.summary().total).toBe(1)
    })
  }
}
