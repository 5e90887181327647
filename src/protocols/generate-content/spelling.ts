/** The spellings that Google's JSON parser takes for one field. */
import type { JsonValue } from '../../json.ts'

/** Values of the user's own, whose keys are not the API's. */
const opaque: ReadonlySet<string> = new Set(['args', 'response'])
const lists: ReadonlySet<string> = new Set(['contents', 'parts', 'tools', 'functionDeclarations'])

/**
 * A request in camel case, which its author may have written in snake case, and with lists where one object stands for
 * a list of one, as in the provider's own examples.
 */
export function readSpelling(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(readSpelling)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]: [string, JsonValue]) => {
      const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const read = opaque.has(name) ? field : readSpelling(field)
      const isOne = lists.has(name) && typeof read === 'object' && read !== null && !Array.isArray(read)
      return [name, isOne ? [read] : read]
    }),
  )
}
