/**
 * Anthropic's Messages wire format.
 *
 * @module
 */
import { contentTypes } from '../plain-headers.ts'
import type { Protocol, ResponseContext, ResponseKind } from '../protocol.ts'
import { encodeEvents, encodeMessage, ping } from './encode.ts'
import { encodeError, encodeRejection, encodeStreamError, requestIdOf } from './errors.ts'
import { emptyAnswer, parseMessagesRequest } from './parse.ts'

export { encodeError, encodeRejection } from './errors.ts'

/** In what the hosts of Messages differ; what is left out is as at api.anthropic.com. */
export interface MessagesTraits {
  readonly headers?: Protocol['headers']
}

/** Makes the protocol of one host from its traits. */
export function messages(traits: MessagesTraits = {}): Protocol<null> {
  return {
    name: 'messages',
    lineEnding: 'lf',
    unknownModel: { status: 404, param: null },
    parse: parseMessagesRequest,
    encodeResponse: ({ canonical: { model } }, answer, identity) =>
      JSON.stringify(encodeMessage(model, answer, identity)),
    encodeStream: ({ canonical: { model } }, answer, identity) => encodeEvents(model, answer, identity),
    encodePromptBlock({ canonical: { model } }, _block, usage, { identity }) {
      const answer = { ...emptyAnswer, outcome: 'refused' as const, usage, cacheWriteHourTokens: 0 }
      return {
        kind: 'answer',
        encodeBody: () => JSON.stringify(encodeMessage(model, answer, identity)),
        encodeFrames: () => encodeEvents(model, answer, identity),
      }
    },
    // A history has no form for a refusal: what was streamed before it comes back as text.
    asHistory: ({ visible }) => ({ role: 'assistant', content: visible }),
    tellsFinishReason: true,
    ping,
    encodeStreamError,
    encodeRejection,
    encodeError,
    headers: traits.headers ?? messagesHeaders,
  }
}

/** The content type and the request id. */
export function messagesHeaders(kind: ResponseKind, { identity }: ResponseContext): Readonly<Record<string, string>> {
  return { 'content-type': contentTypes[kind], 'request-id': requestIdOf(identity) }
}
