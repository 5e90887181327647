/** The error envelope of Anthropic: `{ type: 'error', error: { details?: { error_code }, type, message }, request_id }`. */
import type { Rejection } from '../../admission/rejection.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { StreamErrorData } from '../../fixture/delivery.ts'
import type { ScriptedError } from '../../fixture/response.ts'
import { fillError, type NativeError, type NativeErrors } from '../error-envelope.ts'
import type { Identity, ResponseContext } from '../protocol.ts'

/** Of `req_011` and the 21 characters that follow it. */
const idLength = 21

/** The same in the `request-id` header and in the body of an error. */
export function requestIdOf({ id }: Identity): string {
  return `req_011${id.padStart(idLength, '0')}`
}

function native(type: string, message: string): NativeError {
  return { type, code: null, message }
}

/** Types as documented; `invalid x-api-key` and `Overloaded` as recorded, the other sentences ours. */
const nativeErrors: NativeErrors = {
  400: native('invalid_request_error', 'The request is invalid.'),
  401: native('authentication_error', 'invalid x-api-key'),
  402: native('billing_error', 'The credit balance is too low.'),
  403: native('permission_error', 'The key may not use this resource.'),
  404: native('not_found_error', 'The resource was not found.'),
  409: native('conflict_error', 'The resource is in another state.'),
  413: native('request_too_large', 'The request is too large.'),
  429: native('rate_limit_error', 'The rate limit is reached.'),
  500: native('api_error', 'Internal server error'),
  504: native('timeout_error', 'The request timed out.'),
  529: native('overloaded_error', 'Overloaded'),
}

export function encodeError(error: ScriptedError, { identity }: ResponseContext): string {
  const { type, message, code } = fillError(error, nativeErrors)
  return envelope(type, message, code, identity)
}

/** What Anthropic's types do not say carries our code, which opens the message too: the 0.x client reads no details. */
export function encodeRejection({ status, code, message }: Rejection, { identity }: ResponseContext): string {
  const type = nativeErrors[status]?.type ?? null
  const isOurs = status === 409 || code === 'content_filter' || code === 'unreadable_body'
  return isOurs ? envelope(type, `${code}: ${message}`, code, identity) : envelope(type, message, null, identity)
}

/** Recorded errors have no details where there is no code; the client's types put one there. */
function envelope(type: string | null, message: string, code: string | null, identity: Identity): string {
  const details = code === null ? {} : { details: { error_code: code } }
  return JSON.stringify({ type: 'error', error: { ...details, type, message }, request_id: requestIdOf(identity) })
}

/** An error inside a stream has neither a code nor a request id. Recorded. */
export function encodeStreamError({ type, message }: StreamErrorData): readonly Frame[] {
  const { type: kind, message: said } = nativeErrors[529] as NativeError
  const error = { type: type ?? kind, message: message ?? said }
  return [{ event: 'error', data: JSON.stringify({ type: 'error', error }) }]
}
