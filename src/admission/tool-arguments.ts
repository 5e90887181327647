/** Whether the arguments of a call are what the request declares for its tool. */
import { z } from 'zod'
import type { JsonObject, JsonValue } from '../json.ts'
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
  const issue = firstIssue(value, schema)
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

/**
 * @note zod looks for definitions in one place alone, by the dialect that it is told; else no dialect makes it read
 * anything in another way. A schema that refers to itself in a circle is built, and then read until the stack ends.
 */
function firstIssue(value: JsonValue, schema: JsonValue): z.core.$ZodIssue | undefined {
  try {
    const { $schema: _, ...keywords } = schema as JsonObject
    const defaultTarget = keywords['$defs'] === undefined ? 'draft-7' : 'draft-2020-12'
    // A registry of its own: an id in the schema would stay in the global one for ever.
    const read = z.fromJSONSchema(keywords, { defaultTarget, registry: z.registry<z.core.GlobalMeta>() })
    return read.safeParse(value).error?.issues[0]
  } catch {
    return undefined
  }
}
