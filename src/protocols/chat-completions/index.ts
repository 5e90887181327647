/**
 * The chat-completions wire format, which many providers speak with small differences.
 *
 * @module
 */
import type { Protocol } from '../protocol.ts'
import { encodeChunks, encodeCompletion } from './encode.ts'
import { parseChatRequest, type ChatOptions } from './parse.ts'
import type { ChatCompletionsTraits } from './traits.ts'

export type { ChatCompletionsTraits } from './traits.ts'

/** Makes the protocol of one host from its traits. */
export function chatCompletions(traits: ChatCompletionsTraits): Protocol<ChatOptions> {
  return {
    name: 'chat-completions',
    parse: parseChatRequest,
    encodeResponse: (request, answer, identity) => traits.formatBody(encodeCompletion(request, answer, identity)),
    encodeStream: (request, answer, identity) => encodeChunks(request, answer, identity, traits),
    encodeRejection: traits.encodeRejection,
    encodeError: traits.encodeError,
    headers: traits.headers,
  }
}
