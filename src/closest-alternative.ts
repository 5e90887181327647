import type { z } from 'zod'

/** The issues of the union's alternative that read furthest into the value, or `undefined` when all failed at its root. */
export function closestAlternative(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  let closest: readonly z.core.$ZodIssue[] | undefined
  let furthest = 0
  for (const alternative of issue.errors) {
    let depth = Infinity
    for (const { code, path } of alternative)
      depth = Math.min(depth, code === 'unrecognized_keys' ? path.length + 1 : path.length)
    if (depth > furthest && depth !== Infinity) {
      furthest = depth
      closest = alternative
    }
  }
  return closest
}
