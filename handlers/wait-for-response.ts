/** The part of a request's life that takes time before its headers: a function fixture, and the delay. */
import { conflict, type Rejection } from '../src/admission/rejection.ts'
import type { Clock } from '../src/delivery/clock.ts'
import { nameOf, type PendingExchange } from '../src/exchange.ts'
import { FixtureConfigError, formatPath } from '../src/fixture/errors.ts'
import { parseResponse } from '../src/fixture/parse.ts'
import type { FixtureResponse } from '../src/fixture/response.ts'
import { deepFreeze } from '../src/journal/record.ts'
import { describeError } from '../src/wording.ts'

/** Where requests wait. */
export interface WaitingRoom {
  readonly clock: Clock
  /** Aborts when the mock is reset or closed. */
  readonly closing: AbortSignal
}

export type Waited =
  | { readonly kind: 'ready'; readonly response: FixtureResponse }
  | { readonly kind: 'failed'; readonly rejection: Rejection }
  | { readonly kind: 'left'; readonly reason: unknown }

/** Rejects never. */
export async function waitForResponse(
  { clock, closing }: WaitingRoom,
  pending: PendingExchange,
  client: AbortSignal,
): Promise<Waited> {
  // Not AbortSignal.any: the client's signal may come from another realm, such as jsdom's.
  const leaving = new AbortController()
  const leave = (): void => leaving.abort(client.reason)
  const close = (): void => leaving.abort(closing.reason)
  client.addEventListener('abort', leave, { once: true })
  closing.addEventListener('abort', close, { once: true })
  try {
    const response = await Promise.race([decide(pending, clock, leaving.signal), rejectOnAbort(leaving.signal)])
    return { kind: 'ready', response }
  } catch (error) {
    if (client.aborted) return { kind: 'left', reason: client.reason }
    if (closing.aborted) return failed(pending, (closing.reason as Error).message)
    return failed(pending, describeFailure(error))
  } finally {
    client.removeEventListener('abort', leave)
    closing.removeEventListener('abort', close)
  }
}

async function decide(pending: PendingExchange, clock: Clock, signal: AbortSignal): Promise<FixtureResponse> {
  const { response } = pending
  const decided =
    typeof response === 'function'
      ? parseResponse(await response(deepFreeze(pending.request.canonical), { signal }))
      : response
  const milliseconds = decided.delayMilliseconds ?? 0
  if (milliseconds > 0) await clock.sleep(milliseconds, signal)
  return decided
}

/** A function fixture need not look at its signal; the client that left is not kept waiting for it. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function failed(pending: PendingExchange, reason: string): Waited {
  return { kind: 'failed', rejection: conflict('fixture_failed', `${nameOf(pending)} could not be given: ${reason}`) }
}

function describeFailure(error: unknown): string {
  if (error instanceof FixtureConfigError) {
    return `its function returned no usable response: ${error.issues.map(({ path, message }) => `${formatPath(path)}: ${message}`).join('; ')}`
  }
  return describeError(error)
}
