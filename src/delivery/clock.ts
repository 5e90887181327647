/** Time as an argument: nothing in the core looks at a clock by itself. */

export interface Clock {
  /** Milliseconds. */
  now(): number
  /** Resolves after this time, or rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}
