/** Finds the turn of a conversation that a history asks for. */
import { findParent, findTurn, turnKey, type Parent, type Turn, type Turns } from '../conversation/turns.ts'
import type { PreparedScenario, PreparedStep } from '../fixture/prepare.ts'
import type { Message } from '../request/canonical.ts'
import { compareMessages } from './match.ts'

/** What a request says of the history that it goes on from. */
export interface History {
  readonly messages: readonly Message[]
  /** The digests of all its beginnings. */
  readonly digests: () => readonly string[]
  /** The turn that a continued response was. */
  readonly continues: (Parent & { readonly conversation: string }) | null
}

export type FoundStep =
  | { readonly kind: 'replay'; readonly turn: Turn }
  | { readonly kind: 'step'; readonly step: PreparedStep }
  /** The history belongs to the conversation, which has no step after it. */
  | { readonly kind: 'ended'; readonly parent: Parent }
  | { readonly kind: 'none'; readonly parent: Parent | null; readonly candidates: readonly PreparedStep[] }

export function findStep(turns: Turns, { key, steps }: PreparedScenario, history: History): FoundStep {
  const digests = history.digests()
  const turn = findTurn(turns, key, digests.at(-1) ?? '')
  if (turn !== undefined) return { kind: 'replay', turn }
  const { continues } = history
  const parent = continues?.conversation === key ? continues : findParent(turns, key, digests)
  const candidates = (steps ?? []).filter(({ after }) =>
    parent === null ? after.length === 0 : after.includes(parent.step),
  )
  if (parent !== null && candidates.length === 0) return { kind: 'ended', parent }
  const step = candidates.find(
    ({ match }) => match === null || compareMessages(match, history.messages, parent?.length).matches,
  )
  return step === undefined ? { kind: 'none', parent, candidates } : { kind: 'step', step }
}

/** A turn that is being decided, by whom and from what history. */
export function openTurnKey(scope: string, { key }: PreparedScenario, { digests }: History): string {
  return `${scope}\n${turnKey(key, digests().at(-1) ?? '')}`
}

/** The steps that no history can come to, and why: a step before them in the list takes all that could. */
export function unreachableSteps(steps: readonly PreparedStep[]): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  const reachable = new Map<string | null, boolean>([[null, true]])
  const isReachable = (id: string | null): boolean => {
    const known = reachable.get(id)
    if (known !== undefined) return known
    const step = steps.find((candidate) => candidate.id === id)
    if (step === undefined) return false
    const open = parentsOf(step).filter((parent) => isReachable(parent))
    const blocking = open.map((parent) => blockerOf(steps, step, parent))
    const isOpen = blocking.some((blocker) => blocker === undefined)
    if (!isOpen) {
      const [blocker] = blocking
      reasons.set(
        step.id,
        blocker === undefined
          ? `no step that it comes after can be reached`
          : `step '${blocker.id}' before it has no match, and takes every request`,
      )
    }
    reachable.set(id, isOpen)
    return isOpen
  }
  for (const { id } of steps) isReachable(id)
  return reasons
}

/** `null`: the beginning. */
function parentsOf({ after }: PreparedStep): readonly (string | null)[] {
  return after.length === 0 ? [null] : after
}

function blockerOf(
  steps: readonly PreparedStep[],
  step: PreparedStep,
  parent: string | null,
): PreparedStep | undefined {
  return steps
    .slice(0, steps.indexOf(step))
    .find((earlier) => earlier.match === null && parentsOf(earlier).includes(parent))
}
