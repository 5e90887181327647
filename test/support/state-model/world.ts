/** What a configuration begins and a reset ends: queues, graphs and stored responses, in the plainest form. */
import type { Config, FixtureResponse, Message, Scenario, ScenarioResponse, Step } from 'msw-llm'
import type { Exchange } from './exchange.ts'
import { fits } from './match.ts'
import type { Scope } from './wire.ts'

/** A scenario where it stands; the object is its identity, as ids may come twice. */
export interface Placed {
  readonly scenario: Scenario
  readonly dataset: string | null
}

/** The place of a turn in the graph. */
export interface Turn {
  readonly step: string
  readonly index: number
  readonly response: FixtureResponse
}

export interface Parent {
  readonly placed: Placed
  readonly step: string
  readonly length: number
}

export interface Stored {
  readonly exchange: Exchange
  readonly scope: string
  readonly owner: string
  readonly messages: readonly Message[]
  readonly turn: { readonly placed: Placed; readonly step: string } | null
}

export type Choice =
  | { readonly kind: 'replay'; readonly placed: Placed; readonly turn: Turn }
  | { readonly kind: 'ended' | 'exhausted' }
  | { readonly kind: 'missing' }
  /** Another one with the same history is being answered. */
  | { readonly kind: 'waits'; readonly turn: string }
  | {
      readonly kind: 'response'
      readonly placed: Placed
      readonly step: Step | null
      readonly index: number
      readonly response: ScenarioResponse
      readonly take: () => Hold
    }

/** A response that is out of others' reach. */
export interface Hold {
  giveBack(): void
  /** The turn is decided, or the attempt over. */
  close(): void
}

export function scopeKey({ credential, model, session }: Scope): string {
  return JSON.stringify([credential, model, session])
}

export function ownerKey({ credential, session }: Scope): string {
  return JSON.stringify([credential, session])
}

function historyKey(messages: readonly Message[]): string {
  return JSON.stringify(
    messages.map(({ role, content, outputDisposition }) => [role, content, outputDisposition?.kind]),
  )
}

export class World {
  readonly config: Config
  readonly stored = new Map<string, Stored>()
  /** In the order in which they were decided. */
  readonly decided: Exchange[] = []
  unmatched = 0
  #placed: readonly Placed[]
  /** Positions that are taken, by scenario or step and by scope. */
  readonly #taken = new Map<Placed | Step, Map<string, Set<number>>>()
  /** By conversation and by scope, the turns by the history they answered, and the steps by the history they made. */
  readonly #answered = new Map<string, Turn>()
  readonly #made = new Map<string, string>()
  readonly #open = new Set<string>()
  readonly #numbers = new Map<Placed, number>()

  constructor(config: Config) {
    this.config = config
    const { chatScenarios = [], datasets = {} } = config
    this.#placed = [
      ...chatScenarios.map((scenario) => ({ scenario, dataset: null })),
      ...Object.entries(datasets).flatMap(([dataset, group]) => group.map((scenario) => ({ scenario, dataset }))),
    ]
  }

  use(scenarios: readonly Scenario[]): void {
    this.#placed = [...scenarios.map((scenario) => ({ scenario, dataset: null })), ...this.#placed]
  }

  isOpen(turn: string): boolean {
    return this.#open.has(turn)
  }

  /** The first scenario that matches decides. */
  choose(scope: Scope, messages: readonly Message[], continues: Parent | null): Choice {
    for (const placed of this.#placed) {
      const { modelId, requiredBearerToken, match, steps } = placed.scenario
      if (modelId !== undefined && modelId !== scope.model) continue
      if (requiredBearerToken !== undefined && requiredBearerToken !== scope.credential) continue
      if (!fits(match, messages)) continue
      if (steps === undefined) return this.#next(placed, null, scopeKey(scope), null)
      const choice = this.#turn(placed, steps, scopeKey(scope), messages, continues)
      if (choice !== null) return choice
    }
    return { kind: 'missing' }
  }

  #turn(
    placed: Placed,
    steps: readonly Step[],
    scope: string,
    messages: readonly Message[],
    continues: Parent | null,
  ): Choice | null {
    const key = this.#keyOf(placed, scope, messages)
    const turn = this.#answered.get(key)
    if (turn !== undefined) return { kind: 'replay', placed, turn }
    const parent = continues?.placed === placed ? continues : this.#parentOf(placed, scope, messages)
    const followers = steps.filter(({ after = [] }) =>
      parent === null ? after.length === 0 : [after].flat().includes(parent.step),
    )
    if (parent !== null && followers.length === 0) return { kind: 'ended' }
    const step = followers.find(({ match }) => fits(match, messages, parent?.length))
    if (step === undefined) return null
    return this.#open.has(key) ? { kind: 'waits', turn: key } : this.#next(placed, step, scope, key)
  }

  /** Follows the longest beginning that a turn made. */
  #parentOf(placed: Placed, scope: string, messages: readonly Message[]): Omit<Parent, 'placed'> | null {
    for (let length = messages.length; length > 0; length--) {
      const step = this.#made.get(this.#keyOf(placed, scope, messages.slice(0, length)))
      if (step !== undefined) return { step, length }
    }
    return null
  }

  #next(placed: Placed, step: Step | null, scope: string, turn: string | null): Choice {
    const responses = step === null ? (placed.scenario.responses ?? []) : [step.response].flat()
    const repeat = step === null ? (placed.scenario.repeat ?? 'none') : 'last'
    const taken = this.#takenOf(step ?? placed, scope)
    let position = 0
    while (taken.has(position)) position++
    const index = indexAt(position, responses.length, repeat)
    const response = responses[index]
    if (response === undefined) return { kind: 'exhausted' }
    const close = (): void => void (turn !== null && this.#open.delete(turn))
    const take = (): Hold => {
      taken.add(position)
      if (turn !== null) this.#open.add(turn)
      const giveBack = (): void => {
        taken.delete(position)
        close()
      }
      return { giveBack, close }
    }
    return { kind: 'response', placed, step, index, response, take }
  }

  #takenOf(queue: Placed | Step, scope: string): Set<number> {
    const scopes = this.#taken.get(queue) ?? new Map<string, Set<number>>()
    this.#taken.set(queue, scopes)
    const taken = scopes.get(scope) ?? new Set()
    scopes.set(scope, taken)
    return taken
  }

  /** A client that has seen nothing may send nothing back. */
  commitTurn(placed: Placed, scope: Scope, messages: readonly Message[], turn: Turn, said: Message): void {
    const key = (history: readonly Message[]): string => this.#keyOf(placed, scopeKey(scope), history)
    this.#answered.set(key(messages), turn)
    this.#made.set(key([...messages, said]), turn.step)
    if (said.content === '') this.#made.set(key(messages), turn.step)
  }

  hasRoom(scope: Scope): boolean {
    const kept = [...this.stored.values()].filter((stored) => stored.scope === scopeKey(scope))
    return kept.length < (this.config.capacities?.storedResponses ?? Infinity)
  }

  /** The responses that nobody asked for, in `verify()`'s words. */
  get unused(): readonly string[] {
    return this.#placed.flatMap((placed) => {
      const { id, responses, repeat = 'none', steps = [] } = placed.scenario
      const of = placed.dataset === null ? '' : ` of dataset '${placed.dataset}'`
      if (responses !== undefined) {
        return this.#left(placed, responses.length, repeat).map(
          (index) =>
            `a response that nobody asked for: number ${index + 1} of ${responses.length} in scenario '${id}'${of}`,
        )
      }
      return steps.flatMap((step) => {
        const { length } = [step.response].flat()
        return this.#left(step, length, 'last').map((index) => {
          const attempt = length === 1 ? '' : `, response ${index + 1} of ${length}`
          return `a step that nobody came to: '${step.id}' of conversation '${id}'${of}${attempt}`
        })
      })
    })
  }

  #left(queue: Placed | Step, length: number, repeat: 'none' | 'last' | 'all'): readonly number[] {
    const positions = [...(this.#taken.get(queue)?.values() ?? [])].flatMap((taken) => [...taken])
    const used = new Set(positions.map((position) => indexAt(position, length, repeat)))
    return Array.from({ length }, (_, index) => index).filter((index) => !used.has(index))
  }

  #keyOf(placed: Placed, scope: string, messages: readonly Message[]): string {
    if (!this.#numbers.has(placed)) this.#numbers.set(placed, this.#numbers.size)
    return `${this.#numbers.get(placed)} ${scope} ${historyKey(messages)}`
  }
}

function indexAt(position: number, length: number, repeat: 'none' | 'last' | 'all'): number {
  if (repeat === 'all') return position % length
  return repeat === 'last' ? Math.min(position, length - 1) : position
}
