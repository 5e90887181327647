/** The host's timers as a clock. */
import type { Clock } from '../src/index.ts'

/** @note Timers are looked up at each call, never kept: a test framework may put fake ones in their place at any time. */
export const hostClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const leave = (): void => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', leave)
        resolve()
      }, milliseconds)
      signal.addEventListener('abort', leave, { once: true })
    }),
}
