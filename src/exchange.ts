/**
 * One request through the core, in two synchronous halves that throw nothing: `begin` parses, admits, selects and
 * reserves; `complete` pairs, encodes and commits. Between them a caller may wait, for a delay or a function fixture;
 * `release` gives the reserved response back when the client leaves meanwhile.
 */
import { answerChoice, tellingChoice } from './answer-choice.ts'
import { admit, filterInput } from './admission/admit.ts'
import { mismatchOf, pair } from './admission/pairing.ts'
import { answerPlanless } from './answer-planless.ts'
import { admitted } from './admission/rejection.ts'
import { cacheQuestion, closeOpenTurn, commit, type Answered } from './commit.ts'
import { continueFrom } from './conversation/continuation.ts'
import { digestHistory } from './conversation/fingerprint.ts'
import { notConsulted } from './conversation/prompt-cache.ts'
import type { Turn } from './conversation/turns.ts'
import { countPrompt, countUsage, type Counted, type CountTokens } from './conversation/usage.ts'
import type { ResponsePlan } from './delivery/plan.ts'
import type { PreparedScenario, PreparedStep } from './fixture/prepare.ts'
import type { RawResponse } from './fixture/delivery.ts'
import type { FixtureResponse, PromptBlock, ScenarioResponse } from './fixture/response.ts'
import type { ExchangeRecord } from './journal/record.ts'
import { planAnswer, planDelivery, planError, planPromptBlock, planRaw } from './plan-response.ts'
import type { Answer, AnswerChoice, Identity, ParsedRequest } from './protocols/protocol.ts'
import { nameOf, notesOf, placeOf, recordOf } from './record-exchange.ts'
import { fail, refuse } from './refuse.ts'
import type { RequestSnapshot } from './request/snapshot.ts'
import type { Route, RouteMatch } from './route.ts'
import type { History } from './scenario/find-step.ts'
import { indexAt } from './scenario/queue.ts'
import { scopeOf } from './scenario/scope.ts'
import { select } from './scenario/select.ts'
import { type MockState, type Reservation } from './scenario/state.ts'

/** A request that has reached a route. */
export interface Arrival {
  readonly sequence: number
  readonly identity: Identity
  readonly route: Route
  readonly params: RouteMatch
  readonly snapshot: RequestSnapshot
  readonly countTokens: CountTokens
  /** The time, for what a provider keeps for a while. */
  readonly now: () => number
}

/** A request whose response is chosen and not yet decided. */
export interface PendingExchange {
  readonly arrival: Arrival
  readonly request: ParsedRequest
  readonly scope: string
  readonly history: History
  /** Of the state in which it was chosen. */
  readonly epoch: symbol
  /** `null`: a turn that was committed before is given again. */
  readonly reservation: Reservation | null
  readonly place: Place
  readonly response: ScenarioResponse
  /** What was counted of the turn that is given again. */
  readonly replayed: Counted | null
}

/** Where a response stands. */
export interface Place {
  readonly scenario: PreparedScenario
  readonly step: PreparedStep | null
  readonly index: number
}

/** What a decided request leaves behind. */
export interface Exchange {
  readonly state: MockState
  readonly plan: ResponsePlan
  readonly record: ExchangeRecord
}

export type Begun =
  | ({ readonly kind: 'decided' } & Exchange)
  | { readonly kind: 'pending'; readonly state: MockState; readonly pending: PendingExchange }
  /** Another request with the same history is being answered: `beginAgain` when its turn is no longer open. */
  | { readonly kind: 'waits'; readonly state: MockState; readonly waiting: WaitingExchange }

/** A request that was admitted, and waits for a turn. */
export interface WaitingExchange {
  readonly arrival: Arrival
  readonly request: ParsedRequest
  readonly history: History
  readonly turn: string
}

/** First half. */
export function begin(state: MockState, arrival: Arrival): Begun {
  const { route, params, snapshot } = arrival
  const parsed = route.protocol.parse(snapshot, { provider: route.provider, route: route.id, params })
  if (!parsed.ok) return decided(refuse(state, arrival, null, parsed.rejection))

  const rejection = admit(state.config, route, parsed.value, snapshot)
  if (rejection !== null) return decided(refuse(state, arrival, parsed.value, rejection))
  const continued = continueFrom(state, parsed.value, snapshot)
  if (!continued.ok) return decided(refuse(state, arrival, parsed.value, continued.rejection))
  const { request, continues } = continued.value
  if (request.planless !== null) return decided(answerPlanless(state, arrival, request, request.planless))

  const filtered = filterInput(state.config, request)
  if (filtered !== null) return decided(refuse(state, arrival, request, filtered))

  return chooseFor(state, arrival, request, historyOf(request, continues))
}

/** The first half of a request that has waited for a turn. What it goes on from may be gone, and was read before. */
export function beginAgain(state: MockState, { arrival, request, history }: WaitingExchange): Begun {
  return chooseFor(state, arrival, request, history)
}

function chooseFor(state: MockState, arrival: Arrival, request: ParsedRequest, history: History): Begun {
  const { snapshot } = arrival
  const scope = scopeOf(request.canonical, snapshot)
  const selected = select(state, scope, request.canonical, snapshot.credentials, history)
  if (!selected.ok) return decided(refuse(state, arrival, request, selected.rejection))
  const selection = selected.value
  if (selection.kind === 'waits') {
    return { kind: 'waits', state, waiting: { arrival, request, history, turn: selection.turn } }
  }

  const common = { arrival, request, scope, history, epoch: state.epoch }
  const pending: PendingExchange =
    selection.kind === 'replay'
      ? { ...common, ...replayOf(selection.scenario, selection.turn) }
      : { ...common, ...reservedOf(selection.reservation, selection.step) }
  const { response } = pending
  const mismatch = typeof response === 'function' ? null : pair(arrival, request, response, nameOf(pending))
  // The state from before the reservation: a mismatch moves nothing.
  if (mismatch !== null) return decided(refuse(state, arrival, request, mismatch, pending))
  return { kind: 'pending', state: selection.kind === 'replay' ? state : selection.state, pending }
}

/** Second half, with the response that was chosen, or the one that its function gave. */
export function complete(state: MockState, pending: PendingExchange, response: FixtureResponse): Exchange {
  const { arrival, request } = pending
  const mismatch = pair(arrival, request, response, nameOf(pending))
  if (mismatch !== null) return fail(state, pending, mismatch)
  if (response.error !== undefined) {
    const plan = planError(arrival, response)
    return {
      state: closeOpenTurn(state, pending),
      plan,
      record: recordOf(arrival, request, 'error', plan, { ...placeOf(pending), status: plan.status }),
    }
  }
  if (response.raw !== undefined) return sendRaw(state, pending, response, response.raw)
  if (isPromptBlock(response)) return blockPrompt(state, pending, response)
  const choices = [response, ...(response.choices ?? [])].map((choice) => answerChoice(pending, response, choice))
  const [first, ...others] = choices.map(({ choice }) => choice) as [AnswerChoice, ...AnswerChoice[]]
  const status = (request.transport === 'json' && arrival.route.protocol.statusOf?.([first, ...others])) || 200
  const { askCache, consulted } = cacheQuestion(state, pending)
  const counted =
    pending.replayed !== null
      ? admitted(pending.replayed)
      : status === 200
        ? countUsage(
            request.canonical,
            choices.map(({ generated }) => generated).join(''),
            response.usage ?? {},
            arrival.countTokens,
            askCache,
          )
        : countPrompt(request.canonical, response.usage, arrival.countTokens)
  if (!counted.ok) return fail(state, pending, counted.rejection)

  const { category = null, explanation = null } = response.outputDisposition ?? {}
  const { usage, cacheWriteHourTokens } = counted.value
  const answer: Answer = { ...first, category, explanation, usage, cacheWriteHourTokens, others }
  const plan = planAnswer(arrival, request, response, answer, status)
  const telling = tellingChoice(response, [first, ...others])
  return settle(
    state,
    pending,
    { response, choices: [first, ...others], counted: counted.value, consulted: consulted(), plan },
    (sent) =>
      sent.kind === 'broken'
        ? recordOf(arrival, request, 'error', sent, { ...placeOf(pending), status: sent.status })
        : recordOf(
            arrival,
            request,
            telling.outcome,
            sent,
            { ...placeOf(pending), ...telling.response, status: sent.status, usage },
            notesOf(pending),
          ),
  )
}

/** Commits an answer, or fails where there is no room for it, or it cannot be harmed as the fixture says. */
function settle(
  state: MockState,
  pending: PendingExchange,
  answered: Answered,
  recordWith: (plan: ResponsePlan) => ExchangeRecord,
): Exchange {
  const { arrival, request } = pending
  const plan = planDelivery(arrival, request, answered.response, answered.plan)
  if (typeof plan === 'string') return fail(state, pending, mismatchOf(arrival, nameOf(pending), plan))
  // A connection that failed has given nothing that a history could hold.
  if (plan.kind === 'broken') return { state: closeOpenTurn(state, pending), plan, record: recordWith(plan) }
  const committed = commit(state, pending, answered)
  return 'code' in committed ? fail(state, pending, committed) : { state: committed, plan, record: recordWith(plan) }
}

/** Bytes are no turn: what they say is not known. */
function sendRaw(state: MockState, pending: PendingExchange, response: FixtureResponse, raw: RawResponse): Exchange {
  const { arrival, request } = pending
  const counted = countPrompt(request.canonical, response.usage, arrival.countTokens)
  if (!counted.ok) return fail(state, pending, counted.rejection)
  const plan = planRaw(arrival, request, response, raw)
  const record = recordOf(arrival, request, 'raw', plan, {
    ...placeOf(pending),
    status: plan.status,
    usage: { ...counted.value.usage, outputTokens: response.usage?.outputTokens ?? 0 },
  })
  return { state: closeOpenTurn(state, pending), plan, record }
}

type PromptBlockResponse = FixtureResponse & { promptBlock: PromptBlock }

function isPromptBlock(response: FixtureResponse): response is PromptBlockResponse {
  return response.promptBlock !== undefined
}

function blockPrompt(state: MockState, pending: PendingExchange, response: PromptBlockResponse): Exchange {
  const { arrival, request } = pending
  const counted = countPrompt(request.canonical, response.usage, arrival.countTokens)
  if (!counted.ok) return fail(state, pending, counted.rejection)
  const { usage } = counted.value
  const plan = planPromptBlock(arrival, request, response, usage)
  return settle(
    state,
    pending,
    { response, choices: [], counted: counted.value, consulted: notConsulted, plan },
    (sent) => recordOf(arrival, request, 'prompt_blocked', sent, { ...placeOf(pending), status: sent.status, usage }),
  )
}

function decided(exchange: Exchange): Begun {
  return { kind: 'decided', ...exchange }
}

function historyOf({ canonical: { messages } }: ParsedRequest, continues: History['continues']): History {
  let digests: readonly string[] | undefined
  return { messages, continues, digests: () => (digests ??= digestHistory(messages)) }
}

type Chosen = Pick<PendingExchange, 'reservation' | 'place' | 'response' | 'replayed'>

function reservedOf(reservation: Reservation, step: PreparedStep | null): Chosen {
  const { scenario, queue, position } = reservation
  const index = indexAt(position, queue.responses.length, queue.repeat)
  return {
    reservation,
    place: { scenario, step, index },
    response: queue.responses[index] as ScenarioResponse,
    replayed: null,
  }
}

/** A step that the configuration no longer has cannot be replayed, so there is one of this id. */
function replayOf(scenario: PreparedScenario, { step, index, response, counted }: Turn): Chosen {
  const found = scenario.steps?.find(({ id }) => id === step) ?? null
  // What harmed the first delivery is over: who asks again is answered.
  const { streamDelivery: _, ...unharmed } = response
  return { reservation: null, place: { scenario, step: found, index }, response: unharmed, replayed: counted }
}
