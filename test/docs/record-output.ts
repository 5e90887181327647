import { inspect } from 'node:util'

export interface Recording {
  /** One text for each call of `console.log` so far. */
  readonly output: readonly string[]
  readonly stop: () => void
}

/** Takes what `console.log` is given, until it is stopped. */
export function recordOutput(): Recording {
  const output: string[] = []
  const original = console.log
  console.log = (...values) => void output.push(values.map(show).join(' '))
  return {
    output,
    stop: () => {
      console.log = original
    },
  }
}

/** As Node shows a value, but always on one line, since a comment has no more. */
function show(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, compact: true, depth: null })
}
