/**
 * The generate-content wire format of Google's Gemini API.
 *
 * @module
 */
import { formatIndented } from '../error-envelope.ts'
import type { JsonObject } from '../../json.ts'
import type { Protocol, ResponseContext } from '../protocol.ts'
import { encodeBlockedPrompt, encodeBody, encodeFrames, formatOf, type SafetyContent } from './encode.ts'
import { encodeStreamError, statusOfError, statusOfRejection } from './errors.ts'
import { headers } from './headers.ts'
import { parseRequest, streamTransport } from './parse.ts'

export type { SafetyContent } from './encode.ts'

export interface GenerateContentTraits {
  /** Whether the route is `:streamGenerateContent`: the method says it, and not the request. */
  readonly stream?: boolean
  /** Default `absent`. */
  readonly safetyContent?: SafetyContent
}

/** Errors and headers of the whole API, also where nothing is generated. */
export const statusEnvelope: Pick<Protocol, 'encodeRejection' | 'encodeError' | 'headers'> = {
  encodeRejection: (rejection) => formatIndented(statusOfRejection(rejection)),
  encodeError: (error) => formatIndented(statusOfError(error, '')),
  headers,
}

/** Makes the protocol of one method of the API. */
export function generateContent({
  stream = false,
  safetyContent = 'absent',
}: GenerateContentTraits = {}): Protocol<null> {
  // An array is an array in failure too: of one error, without a line feed at its end.
  const formatError = (error: JsonObject, { snapshot: { url } }: ResponseContext): string =>
    stream && streamTransport(url) === 'json-array' ? `[${JSON.stringify(error, null, 2)}\n]` : formatIndented(error)
  return {
    name: 'generate-content',
    lineEnding: 'crlf',
    unknownModel: { status: 404, param: null },
    parse: (snapshot, context) => parseRequest(snapshot, context, stream),
    encodeResponse: (request, answer, identity) => formatIndented(encodeBody(request, answer, identity, safetyContent)),
    encodeStream: (request, answer, identity) => encodeFrames(request, answer, identity, safetyContent),
    encodePromptBlock: ({ transport }, { blockReason = 'PROHIBITED_CONTENT' }, usage) => {
      const body = encodeBlockedPrompt(blockReason, usage)
      return {
        kind: 'answer',
        encodeBody: () => formatIndented(body),
        encodeFrames: () => [{ data: formatOf(transport)(body), role: 'terminal' }],
      }
    },
    tellsFinishReason: true,
    readsOneLine: true,
    encodeStreamError,
    // A candidate that was filtered has no content, but for what a stream has shown before.
    asHistory: ({ visible, outcome }, transport) => ({
      role: 'assistant',
      content: outcome === 'filtered' && transport === 'json' ? '' : visible,
    }),
    encodeRejection: (rejection, context) => formatError(statusOfRejection(rejection), context),
    encodeError: (error, context) => formatError(statusOfError(error, context.params['model'] ?? ''), context),
    headers,
  }
}
