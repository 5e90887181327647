/** Serialises the same JSON again and again with other strings in one or two places. */
import { InvariantError } from '../invariant.ts'
import type { JsonValue } from '../json.ts'

/**
 * Returns a function that sets two JSON texts into the JSON of `build`, in the order in which they stand there, without
 * serialising the rest again. A stream has thousands of frames that differ in a string or two; this makes each cost
 * one concatenation. What `build` leaves out, the text for it leaves no trace of.
 */
export function jsonStencil(
  build: (first: string, second: string) => JsonValue,
): (first: string, second: string) => string {
  // A hole must not be a string that the JSON holds by itself, so holes grow until each is the only one of its kind.
  for (let length = 1; ; length++) {
    const [first, second] = ['a', 'b'].map((hole) => '\u0000'.repeat(length) + hole) as [string, string]
    const [before = '', rest, ...others] = JSON.stringify(build(first, second)).split(JSON.stringify(first))
    if (rest === undefined) throw new InvariantError('A stencil was built without its first hole')
    const [between = '', after, ...more] = rest.split(JSON.stringify(second))
    if (others.length > 0 || more.length > 0 || before.includes(JSON.stringify(second))) continue
    if (after === undefined) return (text) => before + text + between
    return (text, other) => before + text + between + other + after
  }
}
