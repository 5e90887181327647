/** Reads JSON that a provider sent: what is not as expected is absent. */
import type { JsonObject, JsonValue } from '../../src/index.ts'

export type Loose = JsonValue | undefined

export function objectIn(value: Loose): JsonObject {
  return isObject(value) ? value : {}
}

export function isObject(value: Loose): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectsIn(value: Loose): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject) : []
}

export function textIn(value: Loose): string | null {
  return typeof value === 'string' ? value : null
}

export function countIn(value: Loose): number {
  return typeof value === 'number' ? value : 0
}

/** `undefined`: it is no JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
