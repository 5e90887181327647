import { countCodePoints } from './conversation/usage.ts'
import type { JsonValue } from './json.ts'

/**
 * The length of a value as compact JSON, in code points.
 *
 * @note Not `JSON.stringify`, which recurses: a request may be nested deeper than the stack.
 */
export function compactLength(root: JsonValue): number {
  let length = 0
  const pending: JsonValue[] = [root]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) {
      length += countCodePoints(JSON.stringify(value))
      continue
    }
    const children = Object.values<JsonValue>(value)
    // Brackets, and a comma between two.
    length += 2 + Math.max(0, children.length - 1)
    if (!Array.isArray(value)) for (const key of Object.keys(value)) length += countCodePoints(JSON.stringify(key)) + 1
    for (const child of children) pending.push(child)
  }
  return length
}
