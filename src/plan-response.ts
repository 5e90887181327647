/** Turns what was decided into the response to send. */
import type { Rejection } from './admission/rejection.ts'
import type { ResponsePlan } from './delivery/plan.ts'
import type { FixtureResponse, ScriptedError } from './fixture/response.ts'
import type { Arrival } from './exchange.ts'
import type { Answer, ParsedRequest } from './protocols/protocol.ts'

export function planAnswer(
  { route: { protocol }, identity }: Arrival,
  request: ParsedRequest,
  response: FixtureResponse,
  answer: Answer,
): ResponsePlan {
  if (!request.canonical.stream) {
    return {
      kind: 'json',
      status: 200,
      headers: merge(protocol.headers(identity, 'json'), response.headers),
      body: protocol.encodeResponse(request, answer, identity),
    }
  }
  return {
    kind: 'stream',
    status: 200,
    headers: merge(protocol.headers(identity, 'stream'), response.headers),
    frames: protocol.encodeStream(request, answer, identity),
    pace: response.pace ?? null,
  }
}

/** A scripted failure: SDKs may retry it, as they would the provider's. */
export function planError(
  { route: { protocol }, identity }: Arrival,
  response: FixtureResponse,
): ResponsePlan & { kind: 'json' } {
  const error = response.error as ScriptedError
  return {
    kind: 'json',
    status: error.status,
    headers: merge(protocol.headers(identity, 'error'), {
      ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
      ...(error.retryAfterMilliseconds !== undefined && { 'retry-after-ms': String(error.retryAfterMilliseconds) }),
      ...response.headers,
      ...error.headers,
    }),
    body: protocol.encodeError(error),
  }
}

/** @note `openai` and `@anthropic-ai/sdk` retry a 409 twice unless this header forbids it, and would hide it for a second. */
export function planRejection({ route: { protocol }, identity }: Arrival, rejection: Rejection): ResponsePlan {
  return {
    kind: 'json',
    status: rejection.status,
    headers: { ...protocol.headers(identity, 'error'), 'x-should-retry': 'false' },
    body: protocol.encodeRejection(rejection),
  }
}

type Headers = Readonly<Record<string, string>>

/** A fixture's header replaces the provider's, however it is spelled. */
function merge(native: Headers, stated: Headers | undefined): Headers {
  if (stated === undefined) return native
  const merged = { ...native }
  for (const [name, value] of Object.entries(stated)) merged[name.toLowerCase()] = value
  return merged
}
