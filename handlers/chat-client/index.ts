/**
 * A client of chats for applications, of every provider: refusals and filtered answers are answers, in one form.
 *
 * @module
 */
import { checkOptions } from '../check-options.ts'
import { getAnswer, streamAnswer } from './send.ts'
import { readTarget } from './target.ts'
import type { ChatClient, ChatClientOptions } from './types.ts'

export { ChatHttpError, ChatStreamError } from './errors.ts'
export type {
  ChatClient,
  ChatClientOptions,
  ChatMessage,
  ChatPart,
  ChatRequestOptions,
  ChatResponse,
  ChatUpdate,
} from './types.ts'

/**
 * A client of one model on one route of a provider, real or mocked. It retries nothing and keeps nothing.
 *
 * @throws {TypeError} when an option is wrong, or `baseURL` is missing where each resource has a host of its own.
 *
 * @example
 * import { createLlmMock, refused, scenario } from 'msw-llm'
 * import { createChatClient } from 'msw-llm/chat-client'
 *
 * const llm = createLlmMock()
 * llm.use(scenario('policy', { responses: [refused('I cannot help.')] }))
 * const client = createChatClient({ provider: 'openai', model: 'gpt-5.5', apiKey: 'test', fetch: llm.fetch })
 * const response = await client.getResponse([{ role: 'user', content: 'Hello' }])
 * console.log(response.finishReason, response.parts)
 * // prints: refusal [ { type: 'error', code: 'Refusal', message: 'I cannot help.' } ]
 */
export function createChatClient(options: ChatClientOptions): ChatClient {
  checkOptions('createChatClient()', options, [
    'provider',
    'model',
    'route',
    'baseURL',
    'apiKey',
    'apiVersion',
    'fetch',
  ])
  const target = readTarget(options)
  return {
    getResponse: (messages, request = {}) => getAnswer({ target, messages, options: request }),
    streamResponse: (messages, request = {}) => streamAnswer({ target, messages, options: request }),
  }
}
