/** What the client throws. What a policy decides is never among it. */
import type { JsonValue } from '../../src/index.ts'
import type { ChatResponse } from './types.ts'

/**
 * The provider answered with a failure. A body that is no JSON is in `body` as its text.
 *
 * @example
 * import { createLlmMock, fails, scenario } from 'msw-llm'
 * import { ChatHttpError, createChatClient } from 'msw-llm/chat-client'
 *
 * const llm = createLlmMock()
 * llm.use(scenario('busy', { responses: [fails(429)] }))
 * const client = createChatClient({ provider: 'openai', model: 'gpt-5.5', fetch: llm.fetch })
 * try {
 *   await client.getResponse([{ role: 'user', content: 'Hi' }])
 * } catch (error) {
 *   if (error instanceof ChatHttpError) console.log(error.status, error.code)
 * }
 * // prints: 429 rate_limit_exceeded
 */
export class ChatHttpError extends Error {
  readonly status: number
  /** The provider's code; where its envelope has none, the type or status that stands for it. */
  readonly code: string | null
  readonly body: JsonValue

  constructor(message: string, status: number, code: string | null, body: JsonValue) {
    super(message)
    this.name = 'ChatHttpError'
    this.status = status
    this.code = code
    this.body = body
  }
}

/**
 * The stream broke off, or carried an error event; `partial` is what had come. Never a policy outcome.
 *
 * @example
 * import { createLlmMock, scenario, text } from 'msw-llm'
 * import { ChatStreamError, createChatClient } from 'msw-llm/chat-client'
 *
 * const llm = createLlmMock()
 * llm.use(scenario('cut', { responses: [text('One two three.', { streamDelivery: { fault: 'eof', afterFrame: 3 } })] }))
 * const client = createChatClient({ provider: 'openai', model: 'gpt-5.5', fetch: llm.fetch })
 * try {
 *   for await (const update of client.streamResponse([{ role: 'user', content: 'Count.' }])) console.log(update.type)
 * } catch (error) {
 *   if (error instanceof ChatStreamError) console.log(error.code, error.partial.text)
 * }
 * // prints: text-delta
 * // prints: text-delta
 * // prints: incomplete_stream One two
 */
export class ChatStreamError extends Error {
  /** `incomplete_stream`, `malformed_event`, `network_error`, or the code of the provider's error event. */
  readonly code: string | null
  readonly partial: ChatResponse

  constructor(message: string, code: string | null, partial: ChatResponse, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ChatStreamError'
    this.code = code
    this.partial = partial
  }
}
