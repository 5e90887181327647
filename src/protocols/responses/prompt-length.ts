import { compactLength } from '../../compact-length.ts'
import type { JsonObject, JsonValue } from '../../json.ts'

/** The length of the compact JSON of `input`, in code points. */
export function promptLength(body: JsonValue): number {
  return compactLength((body as JsonObject | null)?.['input'] ?? null)
}
