/** The state of a mock. It changes by replacement only: every function here returns the next one. */
import { nothingStored, type StoredResponses } from '../conversation/stored-responses.ts'
import { emptyCache, type PromptCache } from '../conversation/prompt-cache.ts'
import { noTurns, type Turns } from '../conversation/turns.ts'
import type { PreparedConfig, PreparedQueue, PreparedScenario, PreparedStep } from '../fixture/prepare.ts'
import { emptyTrie, entriesOf, getFrom, setIn, type Trie } from './trie.ts'
import { freshQueue, giveBack, handedOut, take, type Queue } from './queue.ts'

export interface MockState {
  readonly config: PreparedConfig
  /** Put in front by `use()`, the latest first. */
  readonly used: readonly PreparedScenario[]
  /** One for each scope and scenario. */
  readonly cursors: Trie<Queue>
  /** Of conversations; one for each scope. */
  readonly turns: Trie<Turns>
  /** The turns that a request is about to commit, by scope, conversation and history. */
  readonly openTurns: Trie<true>
  readonly stored: StoredResponses
  /** One for each scope. */
  readonly caches: Trie<PromptCache>
  /** A new one at each configure and reset: what was reserved before cannot be given back into this state. */
  readonly epoch: symbol
}

/** A place in a queue that is out of every other request's reach. */
export interface Reservation {
  readonly epoch: symbol
  readonly scope: string
  readonly scenario: PreparedScenario
  readonly queue: PreparedQueue
  readonly position: number
  /** Of a turn of a conversation: its place among the open ones. */
  readonly openTurn: string | null
}

/** The state of a mock that has answered nothing. */
export function freshState(config: PreparedConfig): MockState {
  return {
    config,
    used: [],
    cursors: emptyTrie(),
    turns: emptyTrie(),
    openTurns: emptyTrie(),
    stored: nothingStored,
    caches: emptyTrie(),
    epoch: Symbol('epoch'),
  }
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

/** Takes the next response of a queue, or `null` when none is available. */
export function reserve(
  state: MockState,
  scope: string,
  scenario: PreparedScenario,
  queue: PreparedQueue = scenario,
  openTurn: string | null = null,
): { readonly state: MockState; readonly reservation: Reservation } | null {
  const cursor = cursorOf(scope, queue)
  const taken = take(getFrom(state.cursors, cursor) ?? freshQueue, queue.responses.length, queue.repeat)
  if (taken === null) return null
  return {
    state: {
      ...state,
      cursors: setIn(state.cursors, cursor, taken.queue),
      ...(openTurn !== null && { openTurns: setIn(state.openTurns, openTurn, true as const) }),
    },
    reservation: { epoch: state.epoch, scope, scenario, queue, position: taken.position, openTurn },
  }
}

/** Returns a reserved response to its place, unless the state it came from is gone. `null`: nothing was reserved. */
export function release(state: MockState, reservation: Reservation | null): MockState {
  if (reservation === null || reservation.epoch !== state.epoch) return state
  const { scope, queue: of, position } = reservation
  const cursor = cursorOf(scope, of)
  const queue = giveBack(getFrom(state.cursors, cursor) ?? freshQueue, position)
  // A queue that is back at its start leaves no trace.
  return closeTurn({ ...state, cursors: setIn(state.cursors, cursor, queue.next > 0 ? queue : undefined) }, reservation)
}

/** The response is given, or back in its place: the next request with this history can go on. */
export function closeTurn(state: MockState, { openTurn }: Reservation): MockState {
  return openTurn === null ? state : { ...state, openTurns: setIn(state.openTurns, openTurn, undefined) }
}

/** Whether a request is about to commit this turn. */
export function isOpen({ openTurns }: MockState, turn: string): boolean {
  return getFrom(openTurns, turn) !== undefined
}

export function turnsOf({ turns }: MockState, scope: string): Turns {
  return getFrom(turns, scope) ?? noTurns
}

export function cacheOf({ caches }: MockState, scope: string): PromptCache {
  return getFrom(caches, scope) ?? emptyCache
}

/** Both parts are JSON, which has no line break of its own. */
function cursorOf(scope: string, { key }: PreparedQueue): string {
  return `${key}\n${scope}`
}

/** A response that no request of any scope has asked for. */
export interface UnusedResponse {
  readonly scenario: PreparedScenario
  /** `null`: of a queue. */
  readonly step: PreparedStep | null
  readonly index: number
}

export function unusedResponses(state: MockState): readonly UnusedResponse[] {
  const queues = Map.groupBy(entriesOf(state.cursors), ([cursor]) => cursor.slice(0, cursor.indexOf('\n')))
  const unusedOf = (scenario: PreparedScenario, step: PreparedStep | null): readonly UnusedResponse[] => {
    const { key, responses, repeat } = step ?? scenario
    const used = new Set<number>()
    for (const [, queue] of queues.get(key) ?? []) {
      for (const index of handedOut(queue, responses.length, repeat)) used.add(index)
    }
    return responses.flatMap((_, index) => (used.has(index) ? [] : [{ scenario, step, index }]))
  }
  return scenariosOf(state).flatMap((scenario) =>
    scenario.steps === null ? unusedOf(scenario, null) : scenario.steps.flatMap((step) => unusedOf(scenario, step)),
  )
}
