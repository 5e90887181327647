/** Legal bytes in unusual shapes. */
import type { Wire } from '../fixture/delivery.ts'
import type { Frame } from './frame.ts'

type Fragment = NonNullable<Wire['fragment']>

/** The frames with pings before those that are named; `null`: the answer has not so many. */
export function withPings(frames: readonly Frame[], pings: readonly number[], ping: Frame): readonly Frame[] | null {
  if (pings.some((place) => place > frames.length)) return null
  return frames.flatMap((frame, index) => [...pings.filter((place) => place === index + 1).map(() => ping), frame])
}

/** Data over as many lines as its JSON allows, which is where a space may stand. */
export function splitData(data: string): readonly string[] {
  if (!data.startsWith('{"')) return [data]
  return ['{', data.slice(1)]
}

/** Tells where the bytes of a stream are cut, as they go by. */
export function cutter(
  fragment: Fragment | undefined,
): (bytes: Uint8Array<ArrayBuffer>) => readonly Uint8Array<ArrayBuffer>[] {
  if (fragment === undefined) return (bytes) => [bytes]
  const nextCut = cutsOf(fragment)
  let passed = 0
  let cut = nextCut(passed)
  return (bytes) => {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const end = passed + bytes.length
    let from = passed
    while (cut < end) {
      if (cut > from) {
        pieces.push(bytes.slice(from - passed, cut - passed))
        from = cut
      }
      cut = nextCut(cut)
    }
    if (end > from) pieces.push(bytes.slice(from - passed))
    passed = end
    return pieces
  }
}

/** The place of the first cut after another one. */
function cutsOf(fragment: Fragment): (after: number) => number {
  if ('at' in fragment) {
    const places = fragment.at.toSorted((a, b) => a - b)
    let next = 0
    return (after) => {
      while ((places[next] ?? Infinity) <= after) next++
      return places[next] ?? Infinity
    }
  }
  if ('size' in fragment) return (after) => after + fragment.size
  const { seed, maximumBytes = 16 } = fragment
  const next = numbersOf(seed)
  return (after) => after + 1 + Math.floor(next() * maximumBytes)
}

/** Numbers from 0 to 1 that follow from a seed: a linear congruence of 32 bits, of which the high ones are used. */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 0x1000000
  }
}
