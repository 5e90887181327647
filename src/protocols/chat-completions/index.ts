/**
 * The chat-completions wire format, which many providers speak with small differences.
 *
 * @module
 */
import { encodeError, encodeRejection, encodeStreamError, formatIndented } from '../error-envelope.ts'
import { plainHeaders } from '../plain-headers.ts'
import type { Protocol } from '../protocol.ts'
import { encodeChunks } from './encode-chunks.ts'
import { encodeCompletion } from './encode.ts'
import { parseChatRequest, type ChatOptions } from './parse.ts'
import type { ChatCompletionsTraits } from './traits.ts'

export type { ChatCompletionsTraits, ChatContext, ChunkKind } from './traits.ts'
export type { ChatCompletionBody, ChatCompletionChunk } from './wire.ts'

/** Makes the protocol of one host from its traits; without any, the host answers as OpenAI does. */
export function chatCompletions(traits: ChatCompletionsTraits = {}): Protocol<ChatOptions> {
  const { formatBody = formatIndented } = traits
  return {
    name: 'chat-completions',
    lineEnding: 'lf',
    unknownModel: { status: 404, param: null },
    callsTools: true,
    tellsFinishReason: true,
    encodeStreamError,
    givesChoices: true,
    ...(traits.annotationFrame && { annotates: true }),
    parse: (snapshot, context) => parseChatRequest(snapshot, context, traits),
    encodeResponse: (request, answer, identity) => formatBody(encodeCompletion(request, answer, identity, traits)),
    encodeStream: (request, answer, identity) => encodeChunks(request, answer, identity, traits),
    ...(traits.asHistory && { asHistory: traits.asHistory }),
    ...(traits.statusOf && { statusOf: traits.statusOf }),
    ...(traits.encodePromptBlock && { encodePromptBlock: traits.encodePromptBlock }),
    encodeRejection: traits.encodeRejection ?? encodeRejection,
    encodeError: traits.encodeError ?? encodeError,
    headers: traits.headers ?? plainHeaders,
  }
}
