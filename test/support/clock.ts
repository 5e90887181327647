import { manualClock, type ManualClock } from 'msw-llm'
import { expect, vi } from 'vitest'

/** A manual clock that can be waited for: in a browser a request takes real time to reach its delay. */
export interface WatchedClock extends ManualClock {
  /** Resolves when so many sleeps have begun since the clock was made. */
  begun(count: number): Promise<void>
}

export function watchedClock(): WatchedClock {
  const clock = manualClock()
  let sleeps = 0
  return {
    ...clock,
    sleep(milliseconds, signal) {
      sleeps++
      return clock.sleep(milliseconds, signal)
    },
    begun: (count) => vi.waitFor(() => expect(sleeps).toBeGreaterThanOrEqual(count), { interval: 1 }),
  }
}
