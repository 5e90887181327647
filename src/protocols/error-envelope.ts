/** The error envelope of OpenAI and the hosts that follow it: `{ error: { message, type, param, code } }`. */
import type { Rejection, RejectionCode } from '../admission/rejection.ts'
import type { Frame } from '../delivery/frame.ts'
import type { StreamErrorData } from '../fixture/delivery.ts'
import type { ScriptedError } from '../fixture/response.ts'
import type { JsonValue } from '../json.ts'

/** Codes of ours for which OpenAI's envelope has `null`, as recorded for these faults. */
const codeless: ReadonlySet<RejectionCode> = new Set<RejectionCode>(['invalid_json', 'stream_options_without_stream'])

/** What a provider says for a status where a fixture says nothing. */
export interface NativeError {
  readonly type: string | null
  readonly code: string | null
  readonly message: string
}

/** By status; another one is told as 400, or from 500 on as 500. */
export type NativeErrors = Readonly<Record<number, NativeError>> & {
  readonly 400: NativeError
  readonly 500: NativeError
}

/** What a fixture states of an error, and for the rest what the provider says for its status. */
export function fillError(
  { status, message, type, param, code }: ScriptedError,
  native: NativeErrors,
): NativeError & { readonly param: string | null } {
  const fallback = native[status] ?? native[status < 500 ? 400 : 500]
  return {
    message: message ?? fallback.message,
    type: type ?? fallback.type,
    param: param ?? null,
    code: code ?? fallback.code,
  }
}

/** What OpenAI says for a status where a fixture says nothing; types and codes as recorded, the sentences ours. */
export const openaiErrors: NativeErrors = {
  400: { type: 'invalid_request_error', code: null, message: 'The request is invalid.' },
  401: { type: 'invalid_request_error', code: 'invalid_api_key', message: 'Incorrect API key provided.' },
  403: {
    type: 'invalid_request_error',
    code: 'unsupported_country_region_territory',
    message: 'This request is not permitted.',
  },
  404: {
    type: 'invalid_request_error',
    code: 'model_not_found',
    message: 'The model does not exist or you do not have access to it.',
  },
  408: { type: 'server_error', code: null, message: 'The request timed out.' },
  409: {
    type: 'invalid_request_error',
    code: 'conversation_locked',
    message: 'Another process is using this resource. Please retry.',
  },
  413: { type: 'invalid_request_error', code: null, message: 'The request is too large.' },
  422: { type: 'invalid_request_error', code: null, message: 'The request cannot be processed.' },
  429: {
    type: 'requests',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached for requests. Please try again later.',
  },
  500: {
    type: 'server_error',
    code: null,
    message: 'The server had an error processing your request. Sorry about that!',
  },
  503: { type: 'server_error', code: null, message: 'The server is overloaded. Please try again later.' },
}

/** A rejection as the hosts that follow OpenAI tell it; `withoutCode` is what they say where OpenAI has no code. */
export function describeRejection(
  { code, message, param }: Rejection,
  withoutCode: string | null = null,
): { message: string; type: string; param: string | null; code: string | null } {
  return { message, type: 'invalid_request_error', param, code: codeless.has(code) ? withoutCode : code }
}

export function encodeRejection(rejection: Rejection): string {
  return formatIndented({ error: describeRejection(rejection) })
}

export function encodeError(error: ScriptedError): string {
  const { message, type, param, code } = fillError(error, openaiErrors)
  return formatIndented({ error: { message, type, param, code } })
}

/** OpenAI indents its bodies by two spaces and ends them with a line feed. */
export function formatIndented(body: JsonValue): string {
  return `${JSON.stringify(body, null, 2)}\n`
}

/** An error inside a stream, as OpenAI and the hosts that follow it send it; the client looks at the key alone. */
export function encodeStreamError(error: StreamErrorData): readonly Frame[] {
  return [{ data: JSON.stringify({ error: streamErrorOf(error) }) }]
}

export function streamErrorOf({ message, type, code }: StreamErrorData): {
  readonly message: string
  readonly type: string | null
  readonly param: null
  readonly code: string | null
} {
  const { message: said, type: kind } = openaiErrors[500]
  return { message: message ?? said, type: type ?? kind, param: null, code: code ?? null }
}
