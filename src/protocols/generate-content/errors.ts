/** Failures as Google's APIs tell them: `google.rpc.Status`. */
import type { Rejection } from '../../admission/rejection.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { StreamErrorData } from '../../fixture/delivery.ts'
import type { ScriptedError } from '../../fixture/response.ts'
import type { JsonObject } from '../../json.ts'
import { formatOf } from './encode.ts'
import { fillError, type NativeErrors } from '../error-envelope.ts'

/** What the service says for a status where a fixture says nothing; the sentences are ours. */
const nativeErrors: NativeErrors = {
  400: { type: 'INVALID_ARGUMENT', code: null, message: 'The request contains an invalid argument.' },
  401: { type: 'UNAUTHENTICATED', code: null, message: 'The request has no valid credential.' },
  403: { type: 'PERMISSION_DENIED', code: null, message: 'The caller has no permission for this.' },
  404: { type: 'NOT_FOUND', code: null, message: 'The model was not found.' },
  409: { type: 'ABORTED', code: null, message: 'The request was aborted by a conflict.' },
  429: { type: 'RESOURCE_EXHAUSTED', code: null, message: 'The quota is exhausted. Please retry later.' },
  500: { type: 'INTERNAL', code: null, message: 'An internal error has occurred.' },
  501: { type: 'UNIMPLEMENTED', code: null, message: 'The operation is not implemented.' },
  503: { type: 'UNAVAILABLE', code: null, message: 'The model is overloaded. Please try again later.' },
  504: { type: 'DEADLINE_EXCEEDED', code: null, message: 'The deadline expired before the request was done.' },
}

/** A 409, and what `inputFilter` blocks, are ours alone, so the message opens with our code; the envelope has no other place for it. */
export function statusOfRejection({ status, code, message, param }: Rejection): JsonObject {
  const violation = param !== null && { fieldViolations: [{ field: param, description: message }] }
  return statusOf(
    status,
    status === 409 || code === 'content_filter' ? `${code}: ${message}` : message,
    nativeErrors[status]?.type ?? null,
    violation ? [detail('BadRequest', violation)] : [],
  )
}

/** The status of a fixture is its `code`, or else its `type`. */
export function statusOfError(error: ScriptedError, model: string): JsonObject {
  const { message, code, type } = fillError(error, nativeErrors)
  const { retryAfterSeconds, retryAfterMilliseconds } = error
  const seconds = retryAfterMilliseconds === undefined ? retryAfterSeconds : retryAfterMilliseconds / 1000
  return statusOf(error.status, message, code ?? type, [
    ...(error.status === 429 ? [detail('QuotaFailure', { violations: [quotaViolationOf(model)] })] : []),
    ...(seconds === undefined ? [] : [detail('RetryInfo', { retryDelay: `${seconds}s` })]),
  ])
}

/** An error inside a stream: by default the service is overloaded. */
export function encodeStreamError({ code, status, type, message }: StreamErrorData): readonly Frame[] {
  const word = status ?? type
  const named = Object.entries(nativeErrors).find(([, native]) => native.type === word)?.[0]
  const number = Number(code ?? named ?? 503)
  const native = nativeErrors[number] ?? nativeErrors[500]
  const error = { code: Number.isSafeInteger(number) ? number : 503, message: message ?? native.message }
  return [{ data: formatOf('sse')({ error: { ...error, status: word ?? native.type } }) }]
}

function quotaViolationOf(model: string): JsonObject {
  return {
    quotaMetric: 'generativelanguage.googleapis.com/generate_content_paid_tier_input_token_count',
    quotaId: 'GenerateContentPaidTierInputTokensPerModelPerMinute',
    quotaDimensions: { model, location: 'global' },
    quotaValue: '1000000',
  }
}

function statusOf(code: number, message: string, status: string | null, details: readonly JsonObject[]): JsonObject {
  return { error: { code, message, status, ...(details.length > 0 && { details }) } }
}

function detail(name: string, fields: JsonObject): JsonObject {
  return { '@type': `type.googleapis.com/google.rpc.${name}`, ...fields }
}
