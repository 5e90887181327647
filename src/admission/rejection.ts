/** Rejections: what we answer ourselves instead of a fixture. */

import type { FilterResults } from '../moderation/filter-results.ts'

/** The closed list of our codes. Each is journalled as it is; the provider's envelope may say it in its own words. */
export type RejectionCode =
  // 400: the body
  | 'invalid_json'
  | 'unreadable_body'
  | 'missing_required_parameter'
  | 'invalid_type'
  | 'invalid_value'
  | 'empty_array'
  // 400: the provider's rules
  | 'stream_options_without_stream'
  | 'previous_response_not_found'
  | 'response_not_found'
  | 'missing_api_version'
  | 'invalid_api_version'
  | 'unknown_parameter'
  | 'max_tokens_zero'
  | 'ambiguous_refusal'
  | 'content_filter'
  // 401, 404
  | 'invalid_api_key'
  | 'model_not_found'
  | 'route_not_found'
  // 409: the fixtures
  | 'fixture_not_found'
  | 'scenario_exhausted'
  | 'fixture_mismatch'
  | 'fixture_failed'
  | 'response_capacity_exceeded'
  | 'internal_error'

export interface Rejection {
  readonly status: 400 | 401 | 404 | 409
  readonly code: RejectionCode
  /** What failed, on what, why, and what to do. */
  readonly message: string
  /** The parameter at fault, as the provider would name it. */
  readonly param: string | null
  /** What a content filter says of the prompt, where the configuration says it. */
  readonly filterResults?: FilterResults
}

/** The result of a step that may refuse. */
export type Admission<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly rejection: Rejection }

export function admitted<T>(value: T): Admission<T> {
  return { ok: true, value }
}

export function rejected(rejection: Rejection): { readonly ok: false; readonly rejection: Rejection } {
  return { ok: false, rejection }
}

/** A 400 of the provider's own kind. */
export function badRequest(code: RejectionCode, message: string, param: string | null = null): Rejection {
  return { status: 400, code, message, param }
}

/** A 409: the request is fine, and the fixtures do not fit it. */
export function conflict(code: RejectionCode, message: string): Rejection {
  return { status: 409, code, message, param: null }
}
