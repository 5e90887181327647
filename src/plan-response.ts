/** Turns what was decided into the response to send. */
import type { Rejection } from './admission/rejection.ts'
import type { CompleteUsage } from './conversation/usage.ts'
import { applyFault, wholeDelivery, type FaultForms } from './delivery/fault.ts'
import type { Frame } from './delivery/frame.ts'
import type { JsonPlan, RawPlan, ResponsePlan } from './delivery/plan.ts'
import { withPings } from './delivery/wire-shape.ts'
import type { RawResponse } from './fixture/delivery.ts'
import type { FixtureResponse, PromptBlock, ScriptedError } from './fixture/response.ts'
import type { Arrival } from './exchange.ts'
import { InvariantError } from './invariant.ts'
import type { Answer, ParsedRequest, PlanlessAnswer, PlanlessContext, ResponseContext } from './protocols/protocol.ts'

export function planAnswer(
  arrival: Arrival,
  request: ParsedRequest,
  response: FixtureResponse,
  answer: Answer,
  status: number,
): ResponsePlan {
  const { protocol } = arrival.route
  return planSuccess(arrival, request, response, {
    status,
    encodeBody: () => protocol.encodeResponse(request, answer, arrival.identity),
    encodeFrames: () => protocol.encodeStream(request, answer, arrival.identity),
  })
}

interface Encoders {
  /** Of a JSON body. */
  readonly status?: number
  readonly encodeBody: () => string
  readonly encodeFrames: () => readonly Frame[]
}

function planSuccess(
  arrival: Arrival,
  { transport }: ParsedRequest,
  response: FixtureResponse,
  { status = 200, encodeBody, encodeFrames }: Encoders,
): ResponsePlan {
  const { protocol } = arrival.route
  const headers = merge(protocol.headers(transport, contextOf(arrival)), response.headers)
  if (transport === 'json') return { kind: 'json', status, headers, body: encodeBody() }
  const framing = { transport, lineEnding: protocol.lineEnding }
  const frames = encodeFrames()
  return {
    kind: 'stream',
    status: 200,
    headers,
    framing,
    frames,
    pace: response.pace ?? null,
    delivery: wholeDelivery(frames),
    wire: response.wire ?? null,
  }
}

/** A blocked prompt, as the provider tells it. */
export function planPromptBlock(
  arrival: Arrival,
  request: ParsedRequest,
  response: FixtureResponse & { promptBlock: PromptBlock },
  usage: CompleteUsage,
): ResponsePlan {
  const { protocol } = arrival.route
  const context = contextOf(arrival)
  const blocked = protocol.encodePromptBlock?.(request, response.promptBlock, usage, context)
  if (blocked === undefined) throw new InvariantError('A prompt block was paired with a route that has no form for it')
  if (blocked.kind === 'answer') return planSuccess(arrival, request, response, blocked)
  const headers = merge(protocol.headers('error', context, blocked.body), response.headers)
  return { kind: 'json', status: blocked.status, headers, body: blocked.body }
}

/** An answer that the request alone decides. */
export function planPlanless(arrival: Arrival, planless: PlanlessAnswer, context: PlanlessContext): JsonPlan {
  const headers = arrival.route.protocol.headers('json', contextOf(arrival))
  return { kind: 'json', status: 200, headers, body: planless.encode(context) }
}

/**
 * The answer as it is harmed on its way, or the reason why it cannot be: a stream that has not so many frames.
 *
 * @note What is harmed is committed as it would be without: the model has said it.
 */
export function planDelivery(
  arrival: Arrival,
  request: ParsedRequest,
  { streamDelivery: fault, wire }: FixtureResponse,
  plan: ResponsePlan,
): ResponsePlan | string {
  if (fault?.fault === 'connectionFailed')
    return { kind: 'broken', status: 0, headers: {}, transport: request.transport }
  if (plan.kind === 'json') return fault === undefined ? plan : { ...plan, body: '', empty: true }
  if (plan.kind !== 'stream') return plan
  const { protocol } = arrival.route
  const ping = protocol.ping ?? null
  const pinged = ping === null ? plan.frames : withPings(plan.frames, wire?.pings ?? [], ping)
  if (pinged === null) return tooFewFrames('wire.pings', plan.frames)
  const encodeError: FaultForms['encodeError'] = (error, place) =>
    protocol.encodeStreamError?.(error, place, request, contextOf(arrival)) ?? []
  const faulty = fault === undefined ? null : applyFault(pinged, fault, { encodeError, ping })
  if (fault !== undefined && faulty === null) return tooFewFrames('streamDelivery.afterFrame', pinged)
  const { frames, delivery } = faulty ?? { frames: pinged, delivery: wholeDelivery(pinged) }
  if (wire?.comments?.some(({ beforeFrame }) => beforeFrame > frames.length) === true)
    return tooFewFrames('wire.comments', frames)
  return { ...plan, frames, delivery }
}

function tooFewFrames(field: string, frames: readonly Frame[]): string {
  return `${field} names a frame that does not come: this answer has ${frames.length} frames. Count from 1 every event with data, those without text too.`
}

/** Bytes as they are given, with the provider's headers where the fixture has none. */
export function planRaw(
  arrival: Arrival,
  { transport }: ParsedRequest,
  { pace, headers }: FixtureResponse,
  { status = 200, headers: own, body, frames = [body ?? ''] }: RawResponse,
): RawPlan {
  const kind = body !== undefined && transport !== 'json' ? 'json' : transport
  const native = arrival.route.protocol.headers(status < 400 ? kind : 'error', contextOf(arrival))
  const encoder = new TextEncoder()
  return {
    kind: 'raw',
    status,
    headers: merge(merge(native, headers), own),
    pieces: frames.map((bytes) => (typeof bytes === 'string' ? encoder.encode(bytes) : bytes.slice())),
    transport: frames.length === 1 && body !== undefined ? 'json' : transport,
    pace: pace ?? null,
  }
}

/** A scripted failure: SDKs may retry it, as they would the provider's. */
export function planError(arrival: Arrival, response: FixtureResponse): JsonPlan {
  const { protocol } = arrival.route
  const context = contextOf(arrival)
  const error = response.error as ScriptedError
  const body = protocol.encodeError(error, context)
  return {
    kind: 'json',
    status: error.status,
    headers: merge(limited(error.status, protocol.headers('error', context, body)), {
      ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
      ...(error.retryAfterMilliseconds !== undefined && { 'retry-after-ms': String(error.retryAfterMilliseconds) }),
      ...response.headers,
      ...error.headers,
    }),
    body,
  }
}

/** At the limit no request is left, by whatever name the provider counts them. */
function limited(status: number, headers: Headers): Headers {
  if (status !== 429) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isRequestsLeft(name) ? '0' : value]))
}

function isRequestsLeft(name: string): boolean {
  return name.includes('ratelimit') && name.includes('remaining') && /\brequests\b/.test(name)
}

/** @note `openai` and `@anthropic-ai/sdk` retry a 409 twice unless this header forbids it, and would hide it for a second. */
export function planRejection(arrival: Arrival, rejection: Rejection): JsonPlan {
  const { protocol } = arrival.route
  const context = contextOf(arrival)
  const body = protocol.encodeRejection(rejection, context)
  return {
    kind: 'json',
    status: rejection.status,
    headers: { ...protocol.headers('error', context, body), 'x-should-retry': 'false' },
    body,
  }
}

function contextOf({ identity, snapshot, params }: Arrival): ResponseContext {
  return { identity, snapshot, params }
}

type Headers = Readonly<Record<string, string>>

/** A fixture's header replaces the provider's, however it is spelled. */
function merge(native: Headers, stated: Headers | undefined): Headers {
  if (stated === undefined) return native
  const merged = { ...native }
  for (const [name, value] of Object.entries(stated)) merged[name.toLowerCase()] = value
  return merged
}
