/** A clock whose sleepers a test wakes by hand. */
import type { Clock } from 'msw-llm'

export interface HandClock extends Clock {
  /** The lengths of all sleeps so far. */
  readonly sleeps: readonly number[]
  /** How many are asleep. */
  readonly asleep: number
  /** Wakes whoever has slept longest. */
  wake(): void
  /** Breaks off the sleep of whoever has slept longest, from the side of the clock. */
  fail(error: unknown): void
}

interface Sleeper {
  readonly wake: () => void
  readonly fail: (error: unknown) => void
}

export function handClock(): HandClock {
  const sleeps: number[] = []
  const sleepers = new Set<Sleeper>()

  function takeFirst(): Sleeper {
    const [first] = sleepers
    if (first === undefined) throw new Error('Nobody is asleep')
    sleepers.delete(first)
    return first
  }

  return {
    sleeps,
    get asleep() {
      return sleepers.size
    },
    now: () => 0,
    sleep(milliseconds, signal) {
      sleeps.push(milliseconds)
      return new Promise((resolve, reject) => {
        const sleeper: Sleeper = { wake: resolve, fail: reject }
        sleepers.add(sleeper)
        signal.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        })
      })
    },
    wake: () => takeFirst().wake(),
    fail: (error) => takeFirst().fail(error),
  }
}
