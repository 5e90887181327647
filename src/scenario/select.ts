/** Finds the scenario that answers a request, and takes its next response. */
import type { Turn } from '../conversation/turns.ts'
import type { PreparedScenario, PreparedStep } from '../fixture/prepare.ts'
import { admitted, conflict, rejected, type Admission } from '../admission/rejection.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import { shorten } from '../wording.ts'
import { compareMessages } from './match.ts'
import { explainMiss } from './near-miss.ts'
import { servesCredential, servesModel, servesProvider } from './serves.ts'
import { bitsOf, mayContain, type Probe, type TextBits } from './text-probe.ts'
import { findStep, openTurnKey, type FoundStep, type History } from './find-step.ts'
import { isOpen, reserve, scenariosOf, turnsOf, type MockState, type Reservation } from './state.ts'

export type Selection =
  | {
      readonly kind: 'reserved'
      readonly state: MockState
      readonly reservation: Reservation
      readonly step: PreparedStep | null
    }
  /** The history has been answered before. */
  | { readonly kind: 'replay'; readonly scenario: PreparedScenario; readonly turn: Turn }
  /** Another request with this history is being answered. */
  | { readonly kind: 'waits'; readonly turn: string }

/** Reserves a response, or says why there is none: 409 `fixture_not_found` or `scenario_exhausted`. */
export function select(
  state: MockState,
  scope: string,
  request: CanonicalRequest,
  credentials: readonly string[],
  history: History,
): Admission<Selection> {
  const found = findScenario(state, scope, request, credentials, history)
  if (found === undefined) {
    return rejected(
      conflict(
        'fixture_not_found',
        explainMiss(scenariosOf(state), state.config.inactiveDatasets, request, credentials, (scenario) =>
          findStep(turnsOf(state, scope), scenario, history),
        ),
      ),
    )
  }
  const { scenario, turn } = found
  switch (turn?.kind) {
    case 'replay':
      return admitted({ kind: 'replay', scenario, turn: turn.turn })
    case 'ended':
      return rejected(conflict('scenario_exhausted', explainEnd(scenario, turn.parent.step, request)))
    default:
  }
  const step = turn?.step ?? null
  const openTurn = step === null ? null : openTurnKey(scope, scenario, history)
  if (openTurn !== null && isOpen(state, openTurn)) return admitted({ kind: 'waits', turn: openTurn })
  const taken = reserve(state, scope, scenario, step ?? scenario, openTurn)
  if (taken === null) return rejected(conflict('scenario_exhausted', explainExhausted(scenario, request)))
  return admitted({ kind: 'reserved', ...taken, step })
}

/** A scenario, and of a conversation the turn. */
interface Found {
  readonly scenario: PreparedScenario
  readonly turn: Exclude<FoundStep, { kind: 'none' }> | null
}

/** With fewer scenarios, reading the texts once more costs more than searching them. */
const worthProbing = 16

/** The first that matches decides, even when it has nothing left. */
function findScenario(
  state: MockState,
  scope: string,
  request: CanonicalRequest,
  credentials: readonly string[],
  history: History,
): Found | undefined {
  const count = state.used.length + state.config.scenarios.length
  const bits = count > worthProbing ? bitsOf(request.messages) : null
  const turns = turnsOf(state, scope)
  const { begun } = turns
  const continued = history.continues?.conversation
  const findIn = (scenarios: readonly PreparedScenario[]): Found | undefined => {
    for (const scenario of scenarios) {
      if (bits !== null) {
        if (!mayContain(bits, scenario.probe)) continue
        // Of a conversation that has not begun, a first turn must match.
        if (!mayBegin(bits, scenario.openings) && !begun.has(scenario.key) && continued !== scenario.key) continue
      }
      if (!servesProvider(scenario, request) || !servesModel(scenario, request)) continue
      if (!servesCredential(scenario, credentials)) continue
      if (scenario.match !== null && !compareMessages(scenario.match, request.messages).matches) continue
      if (scenario.steps === null) return { scenario, turn: null }
      const turn = findStep(turns, scenario, history)
      if (turn.kind !== 'none') return { scenario, turn }
    }
    return undefined
  }
  return findIn(state.used) ?? findIn(state.config.scenarios)
}

/** `false`: surely none of the first turns of a conversation matches. A queue has none. */
function mayBegin(bits: TextBits, openings: readonly Probe[] | null): boolean {
  if (openings === null) return true
  // An indexed loop, as in mayContain.
  for (let index = 0; index < openings.length; index++) {
    if (mayContain(bits, openings[index] as Probe)) return true
  }
  return false
}

function explainEnd({ id }: PreparedScenario, step: string, { route }: CanonicalRequest): string {
  return (
    `Conversation '${id}' has come to its end for this request to ${route}: no step comes after '${step}'. ` +
    `Add one with after: '${step}', or begin anew: llm.reset() between tests, another x-llm-session for another dialogue.`
  )
}

function explainExhausted({ id, responses }: PreparedScenario, { route, model, session }: CanonicalRequest): string {
  const given = responses.length === 1 ? 'Its one response has' : `All ${responses.length} of its responses have`
  const scope = `model '${shorten(model)}'${session === null ? '' : `, session '${shorten(session)}'`}`
  return (
    `Scenario '${id}' matches this request to ${route} and has nothing left to answer. ${given} been given for ${scope}, ` +
    `or held for a request that waits in its delay. Add a response, set repeat to 'last' or 'all', or call llm.reset() between tests.`
  )
}
