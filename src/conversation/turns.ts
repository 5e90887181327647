/** The turns of conversations that were committed: found by the history they answered, or by the history they made. */
import { emptyMap, getIn, putIn, type BoundedMap } from '../bounded-map.ts'
import type { FixtureResponse } from '../fixture/response.ts'
import type { Counted } from './usage.ts'
import { emptyTrie, getFrom, setIn, type Trie } from '../scenario/trie.ts'

export interface Turn {
  readonly step: string
  /** The response's place in its step. */
  readonly index: number
  readonly response: FixtureResponse
  readonly counted: Counted
  /** The histories that it made. */
  readonly ends: readonly string[]
}

/** Of one scope. Keys name the conversation and the digest of a history. */
export interface Turns {
  readonly answered: BoundedMap<Turn>
  /** The step that made a history. */
  readonly made: Trie<string>
  /** The conversations that have had a turn. */
  readonly begun: ReadonlySet<string>
}

export const noTurns: Turns = { answered: emptyMap(), made: emptyTrie(), begun: new Set() }

export function turnKey(conversation: string, digest: string): string {
  return `${conversation}\n${digest}`
}

export function findTurn({ answered }: Turns, conversation: string, digest: string): Turn | undefined {
  return getIn(answered, turnKey(conversation, digest))
}

/** Where a history goes on from. */
export interface Parent {
  readonly step: string
  /** How many messages of the history have been answered before. */
  readonly length: number
}

/** The longest beginning of a history that a turn of the conversation made. `digests` are those of all beginnings. */
export function findParent({ made }: Turns, conversation: string, digests: readonly string[]): Parent | null {
  for (let length = digests.length - 1; length > 0; length--) {
    const step = getFrom(made, turnKey(conversation, digests[length] ?? ''))
    if (step !== undefined) return { step, length }
  }
  return null
}

/** Keeps a turn, or, where it is kept already, what another transport made of it. */
export function keepTurn(
  turns: Turns,
  conversation: string,
  digest: string,
  turn: Omit<Turn, 'ends'>,
  ends: readonly string[],
  maximum: number,
): Turns {
  const keys = ends.map((end) => turnKey(conversation, end))
  const before = findTurn(turns, conversation, digest)?.ends ?? []
  const all = [...new Set([...before, ...keys])]
  const { map, left } = putIn(turns.answered, turnKey(conversation, digest), { ...turn, ends: all }, maximum)
  let { made } = turns
  for (const key of keys) made = setIn(made, key, turn.step)
  for (const { ends: gone } of left) for (const key of gone) made = setIn(made, key, undefined)
  // Copied once for each conversation of the configuration, and so not for each turn.
  const begun = turns.begun.has(conversation) ? turns.begun : new Set([...turns.begun, conversation])
  return { answered: map, made, begun }
}
