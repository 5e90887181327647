/** Pace: the waits between the frames of a stream. */
import type { Pace } from '../fixture/response.ts'
import { isContent, type Frame } from './frame.ts'

/** The longest wait that a host's timer can hold; a longer one would be over at once. */
export const maximumMilliseconds = 2_147_483_647

/** Milliseconds to wait before each frame, asked for in order; `null` is no wait, not even a turn of the event loop. */
export type Waits = (frame: Frame) => number | null

export function waitsOf(pace: Pace | null): Waits {
  if (pace === null) return () => null
  const { firstTokenMilliseconds = 0, tokensPerSecond, jitter = [] } = pace
  const spaced = tokensPerSecond !== undefined || jitter.length > 0
  const gap = tokensPerSecond === undefined ? 0 : 1000 / tokensPerSecond
  let tokens = 0
  const waitBefore = (token: number): number | null => {
    if (token === 0) return firstTokenMilliseconds
    return spaced ? Math.max(0, gap + (jitter[(token - 1) % jitter.length] ?? 0)) : null
  }
  return (frame) => {
    if (!isContent(frame)) return null
    // What is released together waits for the last of it.
    const waits = Array.from({ length: frame.batch ?? 1 }, () => waitBefore(tokens++))
    const timed = waits.filter((wait) => wait !== null)
    if (timed.length === 0) return null
    return Math.min(
      timed.reduce((sum, wait) => sum + wait),
      maximumMilliseconds,
    )
  }
}
