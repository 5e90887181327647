/** The state of a mock. It changes by replacement only: every function here returns the next one. */
import type { PreparedConfig, PreparedScenario } from '../fixture/prepare.ts'
import { emptyTrie, entriesOf, getFrom, setIn, type Trie } from './trie.ts'
import { freshQueue, giveBack, handedOut, take, type Queue } from './queue.ts'

export interface MockState {
  readonly config: PreparedConfig
  /** Put in front by `use()`, the latest first. */
  readonly used: readonly PreparedScenario[]
  /** One for each scope and scenario. */
  readonly cursors: Trie<Queue>
  /** A new one at each configure and reset: what was reserved before cannot be given back into this state. */
  readonly epoch: symbol
}

/** A place in a queue that is out of every other request's reach. */
export interface Reservation {
  readonly epoch: symbol
  readonly scope: string
  readonly scenario: PreparedScenario
  readonly position: number
}

/** The state of a mock that has answered nothing. */
export function freshState(config: PreparedConfig): MockState {
  return { config, used: [], cursors: emptyTrie(), epoch: Symbol('epoch') }
}

/** The chat models that are configured, or else those that scenarios name, in the order written. */
export function modelIds({ config, used }: MockState): readonly string[] {
  if (config.models !== null) return [...config.models].flatMap(([id, kind]) => (kind === 'chat' ? [id] : []))
  const named = [...used, ...config.scenarios].flatMap(({ modelId }) => (modelId === null ? [] : [modelId]))
  return [...new Set(named)]
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
  const cursor = cursorOf(scope, scenario)
  const queue = getFrom(state.cursors, cursor) ?? freshQueue
  const taken = take(queue, scenario.responses.length, scenario.repeat)
  if (taken === null) return null
  return {
    state: { ...state, cursors: setIn(state.cursors, cursor, taken.queue) },
    reservation: { epoch: state.epoch, scope, scenario, position: taken.position },
  }
}

/** Returns a reserved response to its place, unless the state it came from is gone. */
export function release(state: MockState, reservation: Reservation): MockState {
  if (reservation.epoch !== state.epoch) return state
  const { scope, scenario, position } = reservation
  const cursor = cursorOf(scope, scenario)
  const queue = giveBack(getFrom(state.cursors, cursor) ?? freshQueue, position)
  // A queue that is back at its start leaves no trace.
  return { ...state, cursors: setIn(state.cursors, cursor, queue.next > 0 ? queue : undefined) }
}

/** Both parts are JSON, which has no line break of its own. */
function cursorOf(scope: string, { key }: PreparedScenario): string {
  return `${key}\n${scope}`
}

/** A response that no request of any scope has asked for. */
export interface UnusedResponse {
  readonly scenario: PreparedScenario
  readonly index: number
}

export function unusedResponses(state: MockState): readonly UnusedResponse[] {
  const queues = Map.groupBy(entriesOf(state.cursors), ([cursor]) => cursor.slice(0, cursor.indexOf('\n')))
  return scenariosOf(state).flatMap((scenario) => {
    const { key, responses, repeat } = scenario
    const used = new Set<number>()
    for (const [, queue] of queues.get(key) ?? []) {
      for (const index of handedOut(queue, responses.length, repeat)) used.add(index)
    }
    return responses.flatMap((_, index) => (used.has(index) ? [] : [{ scenario, index }]))
  })
}
