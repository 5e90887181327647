/** The order in which one scenario's responses are given to one scope. */
import type { RepeatMode } from '../fixture/scenario.ts'

/** Positions count from 0 without end; `repeat` says which response stands at a position. */
export interface Queue {
  /** Every position below has been handed out. */
  readonly next: number
  /** Positions below `next` that were given back, in rising order. */
  readonly returned: readonly number[]
}

export const freshQueue: Queue = { next: 0, returned: [] }

export interface Taken {
  readonly queue: Queue
  readonly position: number
}

/** Takes the first position that is free, or `null` when the responses are used up or in other requests' hands. */
export function take(queue: Queue, length: number, repeat: RepeatMode): Taken | null {
  const [returned, ...rest] = queue.returned
  if (returned !== undefined) return { queue: { next: queue.next, returned: rest }, position: returned }
  if (repeat === 'none' && queue.next >= length) return null
  return { queue: { next: queue.next + 1, returned: queue.returned }, position: queue.next }
}

/** Gives a position back to its place. */
export function giveBack(queue: Queue, position: number): Queue {
  if (position === queue.next - 1) return withoutTail({ next: position, returned: queue.returned })
  return { next: queue.next, returned: [...queue.returned, position].toSorted((a, b) => a - b) }
}

/** What was given back at the end of what was handed out has not been handed out. */
function withoutTail({ next, returned }: Queue): Queue {
  let end = next
  let kept = returned.length
  while (kept > 0 && returned[kept - 1] === end - 1) {
    end--
    kept--
  }
  return { next: end, returned: returned.slice(0, kept) }
}

/** The index of the response that stands at a position. */
export function indexAt(position: number, length: number, repeat: RepeatMode): number {
  return repeat === 'all' ? position % length : Math.min(position, length - 1)
}

/** The indexes of the responses that this queue has handed out and not got back. */
export function handedOut(queue: Queue, length: number, repeat: RepeatMode): ReadonlySet<number> {
  const returned = new Set(queue.returned)
  const indexes = new Set<number>()
  for (let position = 0; position < queue.next && indexes.size < length; position++) {
    if (!returned.has(position)) indexes.add(indexAt(position, length, repeat))
  }
  return indexes
}
