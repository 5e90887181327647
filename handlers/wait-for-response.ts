/** The part of a request's life that takes time before its headers: a function fixture, and the delay. */
import { conflict, type Rejection } from '../src/admission/rejection.ts'
import type { Clock } from '../src/delivery/clock.ts'
import type { PendingExchange } from '../src/exchange.ts'
import { FixtureConfigError, formatPath } from '../src/fixture/errors.ts'
import { parseResponse } from '../src/fixture/parse.ts'
import type { FixtureFunction, FixtureResponse } from '../src/fixture/response.ts'
import { deepFreeze } from '../src/journal/record.ts'
import { nameOf } from '../src/record-exchange.ts'
import { describeError } from '../src/wording.ts'
import { onFirstAbort } from './first-abort.ts'

/** Where requests wait. */
export interface WaitingRoom {
  readonly clock: Clock
  /** Aborts when the mock is reset or closed. */
  readonly closing: AbortSignal
  /** Resolves when the turn is committed, or given back, or gone with its state. */
  readonly turnEnded: (turn: string) => Promise<void>
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
  const leaving = new AbortController()
  const stop = onFirstAbort([client, closing], (reason) => leaving.abort(reason))
  try {
    leaving.signal.throwIfAborted()
    // In this order: a function fixture can end its own request before it returns, and that must be heard.
    const left = rejectOnAbort(leaving.signal)
    const response = await Promise.race([left, decide(pending, clock, leaving.signal)])
    return { kind: 'ready', response }
  } catch (error) {
    if (client.aborted) return { kind: 'left', reason: client.reason }
    if (closing.aborted) return failed(pending, `${(closing.reason as Error).message}. ${awaitBefore}`)
    return failed(pending, error instanceof Failure ? error.message : describeError(error))
  } finally {
    stop()
  }
}

const awaitBefore = 'Await the requests of a test before it ends'

export const configurationReplaced: Rejection = conflict(
  'fixture_failed',
  `llm.configure() replaced the configuration while this request waited for another with the same history. ${awaitBefore}.`,
)

/** `null`: the turn has ended. Rejects never. */
export async function waitForTurn(
  { closing, turnEnded }: WaitingRoom,
  turn: string,
  client: AbortSignal,
): Promise<Exclude<Waited, { kind: 'ready' }> | null> {
  const leaving = new AbortController()
  const stop = onFirstAbort([client, closing], (reason) => leaving.abort(reason))
  try {
    leaving.signal.throwIfAborted()
    await Promise.race([rejectOnAbort(leaving.signal), turnEnded(turn)])
    return null
  } catch {
    if (client.aborted) return { kind: 'left', reason: client.reason }
    const message = `${(closing.reason as Error).message}. ${awaitBefore}.`
    return { kind: 'failed', rejection: conflict('fixture_failed', message) }
  } finally {
    stop()
  }
}

async function decide(pending: PendingExchange, clock: Clock, signal: AbortSignal): Promise<FixtureResponse> {
  const { response } = pending
  const decided = typeof response === 'function' ? await callFixture(pending, response, signal) : response
  const milliseconds = decided.delayMilliseconds ?? 0
  if (milliseconds > 0) await sleep(clock, milliseconds, signal)
  return decided
}

/** A failure that is told in our words alone. */
class Failure extends Error {}

async function callFixture(
  { request }: PendingExchange,
  fixture: FixtureFunction,
  signal: AbortSignal,
): Promise<FixtureResponse> {
  let returned: unknown
  try {
    returned = await fixture(deepFreeze(request.canonical), { signal })
  } catch (error) {
    throw new Failure(`its function threw ${describeError(error)}. It stays available; mend the function`)
  }
  try {
    return parseResponse(returned)
  } catch (error) {
    throw new Failure(`its function returned no usable response: ${describeIssues(error)}`)
  }
}

async function sleep(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(milliseconds, signal)
  } catch (error) {
    throw new Failure(`the clock failed: ${describeError(error)}`)
  }
}

/**
 * A function fixture need not look at its signal; the client that left is not kept waiting for it.
 *
 * @note A signal that has aborted already tells nobody any more: look before.
 */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function failed(pending: PendingExchange, reason: string): Waited {
  return { kind: 'failed', rejection: conflict('fixture_failed', `${nameOf(pending)} could not be given: ${reason}`) }
}

function describeIssues(error: unknown): string {
  if (!(error instanceof FixtureConfigError)) return describeError(error)
  return error.issues.map(({ path, message }) => `${formatPath(path)}: ${message}`).join('; ')
}
