/** Small changes that hosts make to a common shape. */
import type { JsonObject, JsonValue } from '../json.ts'

/** A copy without these fields. */
export function without<Value extends JsonObject, Name extends keyof Value>(
  value: Value,
  ...names: readonly Name[]
): Omit<Value, Name> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as Name))) as Omit<
    Value,
    Name
  >
}

/** A copy whose keys are in alphabetical order, on every level. */
export function sortKeys<Value extends JsonObject>(value: Value): Value {
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sortNested(value[name] as JsonValue)]),
  ) as Value
}

function sortNested(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortNested)
  return typeof value === 'object' && value !== null ? sortKeys(value as JsonObject) : value
}
