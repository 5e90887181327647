/** A clock that stands still until a test moves it. */
import type { Clock } from '../src/index.ts'
import { describeError } from '../src/wording.ts'
import { turn } from './turn.ts'

export interface ManualClock extends Clock {
  /**
   * Moves the time on by so many milliseconds, and lets what falls due on the way run in its order.
   *
   * @throws {RangeError} when they are no finite number from 0.
   */
  tick(milliseconds: number): Promise<void>
  /**
   * Moves the time on until nothing is waiting.
   *
   * @throws {Error} after 10,000 waits, when something waits again and again.
   */
  runAll(): Promise<void>
}

interface Sleeper {
  readonly due: number
  readonly wake: () => void
}

/** Turns of the event loop to let a woken delivery reach its next wait; behind MSW's sockets, or in a browser, one is not enough. */
const turnsAfterWaking = 20

/** Of one `runAll`. */
const maximumWaits = 10_000

function checkMilliseconds(of: string, milliseconds: unknown): void {
  if (typeof milliseconds === 'number' && Number.isFinite(milliseconds) && milliseconds >= 0) return
  throw new RangeError(`${of} takes milliseconds, a finite number from 0, not ${describeError(milliseconds)}.`)
}

async function letRun(): Promise<void> {
  for (let count = 0; count < turnsAfterWaking; count++) await turn()
}

/**
 * Makes a clock that only `tick` and `runAll` move.
 *
 * @param start The first value of `now()`, in milliseconds. Default 0.
 * @throws {RangeError} when `start` is no finite number from 0.
 *
 * @example
 * import { createLlmMock, manualClock, scenario, text } from 'msw-llm'
 *
 * const clock = manualClock()
 * const llm = createLlmMock({ clock })
 * llm.use(scenario('slow', { responses: [text('Hello!', { delayMilliseconds: 30_000 })] }))
 * const response = llm.fetch('https://api.openai.com/v1/chat/completions', {
 *   method: 'POST',
 *   body: JSON.stringify({ model: 'gpt-5.5', messages: [{ role: 'user', content: 'Hi' }] }),
 * })
 * await clock.tick(30_000)
 * console.log((await response).status)
 * // prints: 200
 */
export function manualClock(start = 0): ManualClock {
  checkMilliseconds('manualClock()', start)
  let time = start
  let moving: Promise<void> = Promise.resolve()
  const sleepers = new Set<Sleeper>()

  function earliest(): Sleeper | undefined {
    let first: Sleeper | undefined
    for (const sleeper of sleepers) if (first === undefined || sleeper.due < first.due) first = sleeper
    return first
  }

  async function moveTo(limit: number, most: number): Promise<void> {
    await letRun()
    let waits = 0
    for (let next = earliest(); next !== undefined && next.due <= limit; next = earliest()) {
      if (waits++ === most) {
        throw new Error(`runAll() has ended ${most} waits and there are more: something waits in a loop. Use tick().`)
      }
      time = Math.max(time, next.due)
      next.wake()
      await letRun()
    }
  }

  /** One after the other, also when nobody awaits the one before. */
  function move(run: () => Promise<void>): Promise<void> {
    const moved = moving.then(run)
    moving = moved.catch(() => {})
    return moved
  }

  return {
    now: () => time,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const leave = (): void => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        }
        const sleeper: Sleeper = {
          due: time + milliseconds,
          wake: () => {
            sleepers.delete(sleeper)
            signal.removeEventListener('abort', leave)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal.addEventListener('abort', leave, { once: true })
      }),
    async tick(milliseconds) {
      checkMilliseconds('tick()', milliseconds)
      await move(async () => {
        const limit = time + milliseconds
        await moveTo(limit, Infinity)
        time = Math.max(time, limit)
      })
    },
    runAll: () => move(() => moveTo(Infinity, maximumWaits)),
  }
}
