/** The state of a mock. It changes by replacement only: every function here returns the next one. */
import type { PreparedConfig, PreparedScenario } from '../fixture/prepare.ts'
import { freshQueue, giveBack, handedOut, take, type Queue } from './queue.ts'

export interface MockState {
  readonly config: PreparedConfig
  /** Put in front by `use()`, the latest first. */
  readonly used: readonly PreparedScenario[]
  /** Scope → scenario key → cursor. */
  readonly scopes: ReadonlyMap<string, Scope>
  /** A new one at each configure and reset: what was reserved before cannot be given back into this state. */
  readonly epoch: symbol
}

type Scope = ReadonlyMap<string, Queue>

/** A place in a queue that is out of every other request's reach. */
export interface Reservation {
  readonly epoch: symbol
  readonly scope: string
  readonly scenario: PreparedScenario
  readonly position: number
}

/** The state of a mock that has answered nothing. */
export function freshState(config: PreparedConfig): MockState {
  return { config, used: [], scopes: new Map(), epoch: Symbol('epoch') }
}

/** Puts scenarios in front of all others. */
export function useScenarios(state: MockState, scenarios: readonly PreparedScenario[]): MockState {
  return { ...state, used: [...scenarios, ...state.used] }
}

export function scenariosOf(state: MockState): readonly PreparedScenario[] {
  return state.used.length === 0 ? state.config.scenarios : [...state.used, ...state.config.scenarios]
}

/** Takes the next response of a scenario, or `null` when none is available. */
export function reserve(
  state: MockState,
  scope: string,
  scenario: PreparedScenario,
): { readonly state: MockState; readonly reservation: Reservation } | null {
  const queue = state.scopes.get(scope)?.get(scenario.key) ?? freshQueue
  const taken = take(queue, scenario.responses.length, scenario.repeat)
  if (taken === null) return null
  return {
    state: withQueue(state, scope, scenario.key, taken.queue),
    reservation: { epoch: state.epoch, scope, scenario, position: taken.position },
  }
}

/** Returns a reserved response to its place, unless the state it came from is gone. */
export function release(state: MockState, reservation: Reservation): MockState {
  if (reservation.epoch !== state.epoch) return state
  const { scope, scenario, position } = reservation
  const queue = state.scopes.get(scope)?.get(scenario.key) ?? freshQueue
  return withQueue(state, scope, scenario.key, giveBack(queue, position))
}

/** A queue that is back at its start leaves no trace. */
function withQueue(state: MockState, scopeKey: string, scenarioKey: string, queue: Queue): MockState {
  const scope = new Map(state.scopes.get(scopeKey))
  const scopes = new Map(state.scopes)
  if (queue.next > 0) scope.set(scenarioKey, queue)
  else scope.delete(scenarioKey)
  if (scope.size > 0) scopes.set(scopeKey, scope)
  else scopes.delete(scopeKey)
  return { ...state, scopes }
}

/** A response that no request of any scope has asked for. */
export interface UnusedResponse {
  readonly scenario: PreparedScenario
  readonly index: number
}

export function unusedResponses(state: MockState): readonly UnusedResponse[] {
  return scenariosOf(state).flatMap((scenario) => {
    const { key, responses, repeat } = scenario
    const queues = [...state.scopes.values()].flatMap((scope) => scope.get(key) ?? [])
    const used = new Set(queues.flatMap((queue) => [...handedOut(queue, responses.length, repeat)]))
    return responses.flatMap((_, index) => (used.has(index) ? [] : [{ scenario, index }]))
  })
}
