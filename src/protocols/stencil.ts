/** Serialises the same JSON again and again with other strings in one or two places. */
import { InvariantError } from '../invariant.ts'
import type { JsonValue } from '../json.ts'

/**
 * Returns a function that sets two JSON texts into the JSON of `build`, in the order in which they stand there, without
 * serialising the rest again. A stream has thousands of frames that differ in a string or two; this makes each cost
 * one concatenation. What `build` leaves out, the text for it leaves no trace of. `format` may add white space alone.
 */
export function jsonStencil(
  build: (first: string, second: string) => JsonValue,
  format: (value: JsonValue) => string = JSON.stringify,
): (first: string, second: string) => string {
  const [first, second] = holesFor(JSON.stringify(build('', '')))
  const [before = '', rest] = format(build(first, second)).split(JSON.stringify(first))
  if (rest === undefined) throw new InvariantError('A stencil was built without its first hole')
  const [between = '', after] = rest.split(JSON.stringify(second))
  if (after === undefined) return (text) => before + text + between
  return (text, other) => before + text + between + other + after
}

/** Two strings that the rest of the JSON does not hold. */
function holesFor(json: string): readonly [string, string] {
  for (let length = 1; ; length++) {
    const first = `${'\u0000'.repeat(length)}a`
    const second = `${'\u0000'.repeat(length)}b`
    if (!json.includes(JSON.stringify(first)) && !json.includes(JSON.stringify(second))) return [first, second]
  }
}
