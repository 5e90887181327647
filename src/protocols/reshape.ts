/** Small changes that hosts make to a common shape. */
import type { JsonObject, JsonValue } from '../json.ts'

/** A copy without these fields. */
export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** A copy whose keys are in alphabetical order, on every level. */
export function sortKeys(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sortNested(value[name] as JsonValue)]),
  )
}

function sortNested(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortNested)
  return typeof value === 'object' && value !== null ? sortKeys(value as JsonObject) : value
}
