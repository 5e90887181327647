/** Whether the arguments of a call are what the request declares for its tool. */
import { z } from 'zod'
import type { JsonValue } from '../json.ts'
import { formatPath } from '../fixture/errors.ts'
import { isTooDeep } from '../request/canonical.ts'

/**
 * The first fault of arguments, or `null`.
 *
 * @note Text that is no JSON is let pass: that a model breaks off in the middle of its arguments is what a test may be
 * about. A schema with a keyword that zod does not know is not checked.
 */
export function argumentFault(argumentText: string, schema: JsonValue): string | null {
  const value = parseOrNothing(argumentText)
  if (value === undefined || isTooDeep(value) || isTooDeep(schema)) return null
  const check = schemaOf(schema)
  const result = check?.safeParse(value)
  const issue = result?.success === false ? result.error.issues[0] : undefined
  if (issue === undefined) return null
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)))
  return path.length === 0 ? issue.message : `${formatPath(path)}: ${issue.message}`
}

function parseOrNothing(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function schemaOf(schema: JsonValue): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  } catch {
    return undefined
  }
}
