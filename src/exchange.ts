/**
 * One request through the core, in two synchronous halves that throw nothing: `begin` parses, admits, selects and
 * reserves; `complete` pairs, encodes and commits. Between them a caller may wait, for a delay or a function fixture;
 * `release` gives the reserved response back when the client leaves meanwhile.
 */
import { answerChoice, tellingChoice } from './answer-choice.ts'
import { admit, filterInput } from './admission/admit.ts'
import { pair } from './admission/pairing.ts'
import type { Admission, Rejection } from './admission/rejection.ts'
import { countUsage, noUsage, type CompleteUsage, type CountTokens } from './conversation/usage.ts'
import type { ResponsePlan } from './delivery/plan.ts'
import type { FixtureResponse, PromptBlock, ScenarioResponse } from './fixture/response.ts'
import { recordRequest, type ExchangeRecord, type RecordedResponse } from './journal/record.ts'
import type { Answer, AnswerChoice, Identity, ParsedRequest, PlanlessAnswer } from './protocols/protocol.ts'
import { sessionOf, type CanonicalRequest } from './request/canonical.ts'
import { readQuery } from './request/query.ts'
import type { RequestSnapshot } from './request/snapshot.ts'
import type { Route, RouteMatch } from './route.ts'
import { indexAt } from './scenario/queue.ts'
import { scopeOf } from './scenario/scope.ts'
import { select } from './scenario/select.ts'
import { modelIds, release, type MockState, type Reservation } from './scenario/state.ts'
import { planAnswer, planError, planPlanless, planPromptBlock, planRejection } from './plan-response.ts'

/** A request that has reached a route. */
export interface Arrival {
  readonly sequence: number
  readonly identity: Identity
  readonly route: Route
  readonly params: RouteMatch
  readonly snapshot: RequestSnapshot
  readonly countTokens: CountTokens
}

/** A request whose response is reserved and not yet decided. */
export interface PendingExchange {
  readonly arrival: Arrival
  readonly request: ParsedRequest
  readonly reservation: Reservation
  readonly index: number
  readonly response: ScenarioResponse
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

/** First half. */
export function begin(state: MockState, arrival: Arrival): Begun {
  const { route, params, snapshot } = arrival
  const parsed = route.protocol.parse(snapshot, { provider: route.provider, route: route.id, params })
  if (!parsed.ok) return decided(refuse(state, arrival, null, parsed.rejection))
  const request = parsed.value

  const rejection = admit(state.config, route, request, snapshot)
  if (rejection !== null) return decided(refuse(state, arrival, request, rejection))
  if (request.planless !== null) return decided(answerPlanless(state, arrival, request, request.planless))

  const filtered = filterInput(state.config, request)
  if (filtered !== null) return decided(refuse(state, arrival, request, filtered))

  const selected = select(state, scopeOf(request.canonical, snapshot), request.canonical, snapshot.credentials)
  if (!selected.ok) return decided(refuse(state, arrival, request, selected.rejection))

  const pending = pendingOf(arrival, request, selected.value.reservation)
  const { response } = pending
  const mismatch = typeof response === 'function' ? null : pair(arrival, request, response, nameOf(pending))
  // The state from before the reservation: a mismatch moves nothing.
  if (mismatch !== null) return decided(refuse(state, arrival, request, mismatch, pending))
  return { kind: 'pending', state: selected.value.state, pending }
}

/** Second half, with the response that was reserved, or the one that its function gave. */
export function complete(state: MockState, pending: PendingExchange, response: FixtureResponse): Exchange {
  const { arrival, request } = pending
  const mismatch = pair(arrival, request, response, nameOf(pending))
  if (mismatch !== null) return fail(state, pending, mismatch)
  if (response.error !== undefined) {
    const plan = planError(arrival, response)
    return {
      state,
      plan,
      record: recordOf(arrival, request, 'error', plan, { ...placeOf(pending), status: plan.status }),
    }
  }
  if (isPromptBlock(response)) return blockPrompt(state, pending, response)
  const choices = [response, ...(response.choices ?? [])].map((choice) => answerChoice(pending, response, choice))
  const [first, ...others] = choices.map(({ choice }) => choice) as [AnswerChoice, ...AnswerChoice[]]
  const status = (request.transport === 'json' && arrival.route.protocol.statusOf?.([first, ...others])) || 200
  const usage =
    status === 200
      ? countUsage(
          request.canonical,
          choices.map(({ generated }) => generated).join(''),
          response.usage ?? {},
          arrival.countTokens,
        )
      : countPrompt(request, response, arrival)
  if (!usage.ok) return fail(state, pending, usage.rejection)

  const { category = null, explanation = null } = response.outputDisposition ?? {}
  const answer: Answer = { ...first, category, explanation, usage: usage.value, others }
  const plan = planAnswer(arrival, request, response, answer, status)
  const telling = tellingChoice(response, [first, ...others])
  return {
    state,
    plan,
    record: recordOf(arrival, request, telling.outcome, plan, {
      ...placeOf(pending),
      ...telling.response,
      status: plan.status,
      usage: usage.value,
    }),
  }
}

type PromptBlockResponse = FixtureResponse & { promptBlock: PromptBlock }

function isPromptBlock(response: FixtureResponse): response is PromptBlockResponse {
  return response.promptBlock !== undefined
}

function blockPrompt(state: MockState, pending: PendingExchange, response: PromptBlockResponse): Exchange {
  const { arrival, request } = pending
  const usage = countPrompt(request, response, arrival)
  if (!usage.ok) return fail(state, pending, usage.rejection)
  const plan = planPromptBlock(arrival, request, response, usage.value)
  const record = recordOf(arrival, request, 'prompt_blocked', plan, {
    ...placeOf(pending),
    status: plan.status,
    usage: usage.value,
  })
  return { state, plan, record }
}

/** Where nothing was generated. */
function countPrompt(
  { canonical }: ParsedRequest,
  { usage }: FixtureResponse,
  { countTokens }: Arrival,
): Admission<CompleteUsage> {
  return countUsage(canonical, '', { ...usage, outputTokens: 0, reasoningTokens: 0 }, countTokens)
}

function answerPlanless(
  state: MockState,
  arrival: Arrival,
  request: ParsedRequest,
  planless: PlanlessAnswer,
): Exchange {
  const usage = countUsage(request.canonical, '', { outputTokens: 0 }, arrival.countTokens)
  if (!usage.ok) return refuse(state, arrival, request, usage.rejection)
  const context = { identity: arrival.identity, usage: usage.value, models: modelIds(state) }
  const plan = planPlanless(arrival, planless, context)
  return { state, plan, record: recordOf(arrival, request, planless.outcome, plan, { usage: usage.value }) }
}

/** Ends a pending exchange with a rejection; its response is available again. */
export function fail(state: MockState, pending: PendingExchange, rejection: Rejection): Exchange {
  const { arrival, request, reservation } = pending
  return refuse(release(state, reservation), arrival, request, rejection, pending)
}

/** Answers a request that cannot even be begun. */
export function reject(state: MockState, arrival: Arrival, rejection: Rejection): Exchange {
  return refuse(state, arrival, null, rejection)
}

function decided(exchange: Exchange): Begun {
  return { kind: 'decided', ...exchange }
}

function refuse(
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
  const usage = countUsage(canonical, '', { outputTokens: 0 }, countTokens)
  return usage.ok ? usage.value : noUsage
}

function pendingOf(arrival: Arrival, request: ParsedRequest, reservation: Reservation): PendingExchange {
  const { responses, repeat } = reservation.scenario
  const index = indexAt(reservation.position, responses.length, repeat)
  return { arrival, request, reservation, index, response: responses[index] as ScenarioResponse }
}

/** What messages call the response. */
export function nameOf({ index, reservation: { scenario } }: PendingExchange): string {
  return `Response ${index + 1} of scenario '${scenario.id}'`
}

function placeOf({ index, reservation: { scenario } }: PendingExchange): Partial<RecordedResponse> {
  return { dataset: scenario.dataset, scenario: scenario.id, index }
}

function recordOf(
  { sequence, route, snapshot }: Arrival,
  request: ParsedRequest | null,
  outcome: ExchangeRecord['outcome'],
  plan: ResponsePlan,
  response: Partial<RecordedResponse>,
): ExchangeRecord {
  return {
    sequence,
    outcome,
    request: recordRequest(snapshot),
    canonical: request?.canonical ?? unreadRequest(route, snapshot),
    response: { ...blankResponse, ...response },
    transport: plan.kind === 'json' ? 'json' : plan.framing.transport,
    framesTotal: plan.kind === 'json' ? 1 : plan.frames.length,
  }
}

/** Stands for a request that could not be read as one. */
function unreadRequest({ provider, id }: Route, { headers, url }: RequestSnapshot): CanonicalRequest {
  return {
    provider,
    route: id,
    model: '',
    stream: false,
    messages: [],
    tools: [],
    structuredOutput: false,
    session: sessionOf(headers),
    apiVersion: readQuery(url, 'api-version'),
  }
}

const blankResponse: RecordedResponse = {
  status: 200,
  code: null,
  message: null,
  dataset: null,
  scenario: null,
  step: null,
  index: null,
  replayed: false,
  content: null,
  outputDisposition: null,
  usage: noUsage,
}
