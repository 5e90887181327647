/**
 * The wire format of OpenAI's Responses API.
 *
 * @module
 */
import { encodeError, encodeRejection } from '../error-envelope.ts'
import { plainHeaders } from '../plain-headers.ts'
import type { Protocol } from '../protocol.ts'
import { encodeBody, encodeEvents, encodeStreamError } from './encode.ts'
import { responseIdOf } from './object.ts'
import { parseResponsesRequest, type ResponsesOptions } from './parse.ts'
import type { ResponsesTraits } from './traits.ts'

export { promptLength } from './prompt-length.ts'
export { storedResponse, type StoredResponseTraits } from './stored.ts'
export type { ResponsesContext, ResponsesTraits } from './traits.ts'

/** Makes the protocol of one host from its traits; without any, the host answers as OpenAI does. */
export function responses(traits: ResponsesTraits = {}): Protocol<ResponsesOptions> {
  // Indented like chat completions, without a line feed at the end.
  const { formatBody = (body) => JSON.stringify(body, null, 2) } = traits
  return {
    name: 'responses',
    lineEnding: 'lf',
    unknownModel: traits.unknownModel ?? { status: 400, param: 'model' },
    parse: (snapshot, context) => parseResponsesRequest(snapshot, context, traits),
    encodeResponse: (request, answer, identity) => formatBody(encodeBody(request, answer, identity, traits)),
    encodeStream: (request, answer, identity) => encodeEvents(request, answer, identity, traits),
    encodeStreamError: (error, place, request, { identity }) =>
      encodeStreamError(error, place, request, identity, traits),
    storage: { idOf: ({ id }) => responseIdOf(id) },
    ...(traits.encodePromptBlock && { encodePromptBlock: traits.encodePromptBlock }),
    encodeRejection: traits.encodeRejection ?? encodeRejection,
    encodeError: traits.encodeError ?? encodeError,
    headers: traits.headers ?? plainHeaders,
  }
}
