/** Asks the mock, and says what arrived. */
import { expect } from 'vitest'
import { createLlmMock, scenario, text, type JsonValue } from 'msw-llm'
import type { ChatMessage, ChatRequestOptions } from 'msw-llm/chat-client'
import { ways } from './read.ts'
import { targetOf } from './replies.ts'
import { clientOf, type ClientTarget } from './targets.ts'

/** The body as it arrived. */
export async function bodyOf(
  target: ClientTarget,
  messages: readonly ChatMessage[],
  options: ChatRequestOptions = {},
  stream = false,
): Promise<JsonValue> {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('Yes.')] }))
  await ways.find((way) => way.stream === stream)!.ask(clientOf(target, { fetch: llm.fetch }), messages, options)
  expect(llm.journal.map(({ request }) => request.route)).toEqual([
    stream ? target.route.replace(':generateContent', ':streamGenerateContent') : target.route,
  ])
  return llm.journal[0]!.request.body
}

export const deepseek: ClientTarget = targetOf('POST /deepseek/v1/chat/completions')
export const inference: ClientTarget = targetOf('POST /microsoft-foundry/models/chat/completions')
/** The model of every target. */
export const model = 'the-model'
