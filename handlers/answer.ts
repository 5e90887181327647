/** Takes one request through the core, waiting between its halves where the fixture asks for it. */
import { conflict, type Rejection } from '../src/admission/rejection.ts'
import {
  begin,
  beginAgain,
  complete,
  type Arrival,
  type Begun,
  type Exchange,
  type PendingExchange,
} from '../src/exchange.ts'
import type { FixtureResponse } from '../src/fixture/response.ts'
import { fail, refuse, reject } from '../src/refuse.ts'
import { release, type MockState } from '../src/scenario/state.ts'
import { describeError } from '../src/wording.ts'
import { configurationReplaced, waitForResponse, waitForTurn, type WaitingRoom } from './wait-for-response.ts'

/** What answering reads and changes of a mock. */
export interface Cell extends WaitingRoom {
  state: MockState
}

/** What became of a request. `left`: its client has gone, and nothing was used up. */
export type Answered =
  | { readonly kind: 'decided'; readonly exchange: Exchange }
  | { readonly kind: 'left'; readonly reason: unknown }

/** Never rejects: an error of ours becomes 409 `internal_error`, and the response stays available. */
export async function answer(cell: Cell, arrival: Arrival, client: AbortSignal): Promise<Answered> {
  let pending: PendingExchange | null = null
  try {
    let begun = enter(cell, begin(cell.state, arrival))
    const { epoch } = cell.state
    // Another request is giving this history its answer, which will be this one's too.
    while (begun.kind === 'waits') {
      const ended = await waitForTurn(cell, begun.waiting.turn, client)
      if (ended?.kind === 'left') return ended
      // With its configuration went the turn that it waited for, and the next one's responses are not for it.
      const rejection = ended?.rejection ?? (cell.state.epoch === epoch ? null : configurationReplaced)
      if (rejection !== null) return commit(cell, refuse(cell.state, arrival, begun.waiting.request, rejection))
      begun = enter(cell, beginAgain(cell.state, begun.waiting))
    }
    if (begun.kind === 'decided') return { kind: 'decided', exchange: begun }
    pending = begun.pending
    // Without a delay or a function nothing is awaited, and so nothing comes between the two halves.
    if (!asksToWait(pending)) return commit(cell, complete(cell.state, pending, pending.response as FixtureResponse))
    const waited = await waitForResponse(cell, pending, client)
    switch (waited.kind) {
      case 'ready':
        return commit(cell, complete(cell.state, pending, waited.response))
      case 'failed':
        return commit(cell, fail(cell.state, pending, waited.rejection))
      case 'left':
        cell.state = release(cell.state, pending.reservation)
        return waited
    }
  } catch (error) {
    if (pending !== null) cell.state = release(cell.state, pending.reservation)
    return { kind: 'decided', exchange: reject(cell.state, arrival, internalError(error)) }
  }
}

function enter(cell: Cell, begun: Begun): Begun {
  cell.state = begun.state
  return begun
}

function asksToWait({ response }: PendingExchange): boolean {
  return typeof response === 'function' || (response.delayMilliseconds ?? 0) > 0
}

function commit(cell: Cell, exchange: Exchange): Answered {
  cell.state = exchange.state
  return { kind: 'decided', exchange }
}

function internalError(error: unknown): Rejection {
  return conflict('internal_error', `msw-llm failed to answer: ${describeError(error)}`)
}
