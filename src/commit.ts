/** What a decided answer leaves in the state: the turn, the prompt cache, the stored response. */
import type { Rejection } from './admission/rejection.ts'
import { answerAsHistory } from './conversation/answer-as-history.ts'
import { digestHistory } from './conversation/fingerprint.ts'
import { notConsulted, consultCache, type Consulted } from './conversation/prompt-cache.ts'
import { store, type StoredResponse } from './conversation/stored-responses.ts'
import { keepTurn } from './conversation/turns.ts'
import { timeOf, type AskCache, type Counted } from './conversation/usage.ts'
import type { ResponsePlan } from './delivery/plan.ts'
import type { Arrival, PendingExchange } from './exchange.ts'
import type { FixtureResponse } from './fixture/response.ts'
import { unitsOf } from './journal/weigh.ts'
import type { AnswerChoice, ParsedRequest } from './protocols/protocol.ts'
import { featuresOfHistory, type Message } from './request/canonical.ts'
import { ownerOf } from './scenario/scope.ts'
import { cacheOf, closeTurn, turnsOf, type MockState } from './scenario/state.ts'
import { setIn } from './scenario/trie.ts'

/** An answer that is about to be given. */
export interface Answered {
  readonly response: FixtureResponse
  /** None: the prompt was blocked. */
  readonly choices: readonly AnswerChoice[]
  readonly counted: Counted
  readonly consulted: Consulted
  readonly plan: ResponsePlan
}

/** Nothing is kept of an exchange that began before the mock was reset. */
export function commit(state: MockState, pending: PendingExchange, answered: Answered): MockState | Rejection {
  if (pending.epoch !== state.epoch) return state
  const kept = keepAnswer(state, pending, answered)
  return 'code' in kept ? kept : fillCache(closeOpenTurn(kept, pending), pending.scope, answered.consulted)
}

/** A failure ends an attempt, and commits nothing. */
export function closeOpenTurn(state: MockState, { reservation }: PendingExchange): MockState {
  return reservation === null || reservation.epoch !== state.epoch ? state : closeTurn(state, reservation)
}

/** The question that counting puts to the cache, and the answer once it has been put. */
export function cacheQuestion(
  state: MockState,
  { arrival, request, scope }: Pick<PendingExchange, 'arrival' | 'request' | 'scope'>,
): { readonly askCache: AskCache; readonly consulted: () => Consulted } {
  let consulted = notConsulted
  return {
    askCache: (tokens) => (consulted = consult(state, arrival, request, scope, tokens)).use,
    consulted: () => consulted,
  }
}

function consult(
  state: MockState,
  { route, now }: Arrival,
  { canonical, cacheMarks = [] }: ParsedRequest,
  scope: string,
  tokens: readonly number[],
): Consulted {
  if (route.promptCache === undefined) return notConsulted
  const time = (): number => timeOf(now)
  return consultCache(cacheOf(state, scope), route.promptCache, canonical, tokens, cacheMarks, time)
}

export function fillCache(state: MockState, scope: string, { fill }: Consulted): MockState {
  const cache = cacheOf(state, scope)
  const filled = fill(cache, state.config.capacities.promptCachePrefixes)
  return filled === cache ? state : { ...state, caches: setIn(state.caches, scope, filled) }
}

function keepAnswer(state: MockState, pending: PendingExchange, answered: Answered): MockState | Rejection {
  const { arrival, request, scope, history, place } = pending
  const { messages } = request.canonical
  const { step, scenario } = place
  const { protocol } = arrival.route
  // What comes with the status of an error is no answer to its client.
  const given = answered.plan.status === 200 ? answered.choices : []
  const said = given.map((choice) => protocol.asHistory?.(choice, request.transport) ?? answerAsHistory(choice))
  let next = state
  if (step !== null) {
    const digests = history.digests()
    const ends = said.map((message) => digestHistory([...messages, message]).at(-1) ?? '')
    // A client that has seen nothing has nothing to send back.
    if (said.every(isEmpty)) ends.push(digests.at(-1) ?? '')
    const turn = { step: step.id, index: place.index, response: answered.response, counted: answered.counted }
    const { committedTurns } = state.config.capacities
    const turns = keepTurn(turnsOf(state, scope), scenario.key, digests.at(-1) ?? '', turn, ends, committedTurns)
    next = { ...next, turns: setIn(next.turns, scope, turns) }
  }
  const [first] = said
  if (protocol.storage === undefined || request.stores !== true || first === undefined) return next
  if (failsInStream(answered)) return next
  const stored = store(
    next.stored,
    storedOf(pending, protocol.storage.idOf(arrival.identity), first, answered),
    state.config.capacities,
  )
  return 'code' in stored ? stored : { ...next, stored }
}

/** The provider says of such a response that it failed, and lets nobody go on from it. */
function failsInStream({ plan, response }: Answered): boolean {
  return plan.kind === 'stream' && response.streamDelivery?.fault === 'error'
}

function isEmpty({ content, toolCalls }: Message): boolean {
  return content === '' && toolCalls === undefined
}

function storedOf(
  { arrival, request, scope, place: { scenario, step } }: PendingExchange,
  id: string,
  answer: Message,
  { plan }: Answered,
): StoredResponse {
  const messages = [...request.canonical.messages.slice(request.instructions ?? 0), answer]
  const body = plan.kind === 'json' ? plan.body : plan.kind === 'stream' ? (plan.frames.at(-1)?.data ?? '') : ''
  const units = messages.reduce((sum, message) => sum + unitsOf(message), body.length)
  return {
    id,
    scope,
    owner: ownerOf(request.canonical, arrival.snapshot),
    messages,
    features: [
      ...request.features.filter((feature) => featuresOfHistory.has(feature)),
      ...(answer.toolCalls === undefined ? [] : ['tool_history' as const]),
    ],
    body,
    bytes: units * bytesPerUnit,
    turn: step && { conversation: scenario.key, step: step.id },
  }
}

/** Of a text in memory. */
const bytesPerUnit = 2
