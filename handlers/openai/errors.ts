/** OpenAI's error envelope: `{ error: { message, type, param, code } }`. */
import type { JsonValue, Rejection, RejectionCode, ScriptedError } from '../../src/index.ts'

/** Codes of ours for which OpenAI's envelope has `null`, as recorded for these faults. */
const codeless: ReadonlySet<RejectionCode> = new Set<RejectionCode>(['invalid_json', 'stream_options_without_stream'])

interface NativeError {
  readonly type: string
  readonly code: string | null
  readonly message: string
}

/** What OpenAI says for a status where a fixture says nothing; types and codes as recorded, the sentences ours. */
const scripted: Readonly<Record<number, NativeError>> = {
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

export function encodeRejection({ code, message, param }: Rejection): string {
  return formatBody({
    error: { message, type: 'invalid_request_error', param, code: codeless.has(code) ? null : code },
  })
}

export function encodeError({ status, message, type, param, code }: ScriptedError): string {
  const native = scripted[status] ?? scripted[status < 500 ? 400 : 500]
  return formatBody({
    error: {
      message: message ?? native?.message ?? '',
      type: type ?? native?.type ?? '',
      param: param ?? null,
      code: code ?? native?.code ?? null,
    },
  })
}

/** OpenAI indents its bodies by two spaces and ends them with a line feed. */
export function formatBody(body: JsonValue): string {
  return `${JSON.stringify(body, null, 2)}\n`
}
