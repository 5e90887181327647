/** Answers a request with a rejection. */
import type { Rejection } from './admission/rejection.ts'
import { countPrompt, noUsage, type CompleteUsage } from './conversation/usage.ts'
import type { Arrival, Exchange, PendingExchange } from './exchange.ts'
import { planRejection } from './plan-response.ts'
import type { ParsedRequest } from './protocols/protocol.ts'
import { placeOf, recordOf } from './record-exchange.ts'
import { release, type MockState } from './scenario/state.ts'

/** Ends a pending exchange with a rejection; its response is available again. */
export function fail(state: MockState, pending: PendingExchange, rejection: Rejection): Exchange {
  const { arrival, request, reservation } = pending
  return refuse(release(state, reservation), arrival, request, rejection, pending)
}

/** Answers a request that cannot even be begun. */
export function reject(state: MockState, arrival: Arrival, rejection: Rejection): Exchange {
  return refuse(state, arrival, null, rejection)
}

export function refuse(
  state: MockState,
  arrival: Arrival,
  request: ParsedRequest | null,
  rejection: Rejection,
  pending?: PendingExchange,
): Exchange {
  const plan = planRejection(arrival, rejection)
  const { status, code, message } = rejection
  const filtered = code === 'content_filter' && request !== null
  const outcome = filtered ? 'input_filtered' : status === 409 ? 'mismatch' : 'rejected'
  const usage = filtered ? promptUsage(request, arrival) : noUsage
  const place = pending === undefined ? {} : placeOf(pending)
  return { state, plan, record: recordOf(arrival, request, outcome, plan, { ...place, status, code, message, usage }) }
}

/** A filtered prompt was read, so it counts, and nothing else does. */
function promptUsage({ canonical }: ParsedRequest, { countTokens }: Arrival): CompleteUsage {
  const counted = countPrompt(canonical, {}, countTokens)
  return counted.ok ? counted.value.usage : noUsage
}
