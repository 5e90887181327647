/** Serialises the same JSON again and again with another text in one place. */
import { InvariantError } from '../invariant.ts'
import type { JsonValue } from '../json.ts'

/**
 * Returns a function that sets a text into the JSON of `build`, without serialising the rest again. A stream has
 * thousands of frames that differ in one string; this makes each cost one `JSON.stringify` of that string.
 */
export function jsonStencil(build: (hole: string) => JsonValue): (text: string) => string {
  // A hole must not be a string that the JSON holds by itself, so it grows until it is the only one of its kind.
  for (let hole = '\u0000'; ; hole += '\u0000') {
    const [before, after, ...more] = JSON.stringify(build(hole)).split(JSON.stringify(hole))
    if (after === undefined) throw new InvariantError('A stencil was built without its hole')
    if (more.length === 0) return (text) => before + JSON.stringify(text) + after
  }
}
