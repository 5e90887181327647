/**
 * A quick "surely not" before texts are searched: of a thousand scenarios, a request is searched for the few whose
 * rarest three-letter sequences it contains.
 */
import type { Match } from '../fixture/scenario.ts'
import type { Message } from '../request/canonical.ts'

/** Positions in the bit set that a text which satisfies the match must have. */
export type Probe = readonly number[]

/** A set of hashed sequences. A text of 20,000 characters leaves about half of it clear. */
export type TextBits = Uint32Array

const bitCount = 8192
const sequenceLength = 3
const positionsPerProbe = 4

/** One probe for each match; sequences that few of the matches share come first. */
export function probesOf(matches: readonly (Match | null)[]): readonly Probe[] {
  const sequences = matches.map((match) => {
    const set = new Set<number>()
    for (const text of containedTexts(match)) hashSequences(text, (hash) => set.add(hash))
    return set
  })
  const frequency = new Map<number, number>()
  for (const set of sequences) for (const hash of set) frequency.set(hash, (frequency.get(hash) ?? 0) + 1)
  const rarity = (hash: number): number => frequency.get(hash) ?? 0
  return sequences.map((set) => [...set].toSorted((a, b) => rarity(a) - rarity(b)).slice(0, positionsPerProbe))
}

function containedTexts(match: Match | null): readonly string[] {
  return match === null || match.mode === 'exact' ? [] : match.messages.flatMap(({ content }) => content ?? [])
}

export function bitsOf(messages: readonly Message[]): TextBits {
  const bits = new Uint32Array(bitCount / 32)
  const add = (hash: number): void => {
    bits[hash >>> 5] = (bits[hash >>> 5] ?? 0) | (1 << (hash & 31))
  }
  for (const { content } of messages) hashSequences(content, add)
  return bits
}

/** `false`: the text satisfies no match with this probe. */
export function mayContain(bits: TextBits, probe: Probe): boolean {
  // An indexed loop: this runs for every scenario of a request, and an iterator is half of its cost.
  for (let index = 0; index < probe.length; index++) {
    const hash = probe[index] as number
    if (((bits[hash >>> 5] as number) & (1 << (hash & 31))) === 0) return false
  }
  return true
}

function hashSequences(text: string, visit: (hash: number) => void): void {
  let first = text.charCodeAt(0)
  let second = text.charCodeAt(1)
  for (let index = sequenceLength - 1; index < text.length; index++) {
    const third = text.charCodeAt(index)
    visit(((first * 961 + second * 31 + third) >>> 0) % bitCount)
    first = second
    second = third
  }
}
