/** Says in OpenAI's words what is wrong with the shape of a request. */
import type { z } from 'zod'
import { badRequest, type Rejection } from '../admission/rejection.ts'
import { closestAlternative } from '../closest-alternative.ts'
import type { JsonValue } from '../json.ts'
import type { RequestBody } from '../request/snapshot.ts'
import { valueAt } from '../value-at.ts'
import { kindOf, shorten, withArticle } from '../wording.ts'

/** A body that is no JSON, or that nobody could read. */
export function rejectBody(body: Exclude<RequestBody, { kind: 'json' }>): Rejection {
  if (body.kind === 'unreadable') {
    const why =
      body.fault === null
        ? 'because an earlier handler had read it. Read a clone there: request.clone().json()'
        : `because it broke off: ${body.fault}`
    return badRequest('unreadable_body', `The request body could not be read, ${why}.`)
  }
  return badRequest(
    'invalid_json',
    'We could not parse the JSON body of your request: what was sent is not valid JSON.',
  )
}

/** The first issue of a schema, as the provider would report it. */
export function rejectShape(issues: readonly z.core.$ZodIssue[], body: JsonValue): Rejection {
  const [issue] = issues
  if (issue === undefined) return badRequest('invalid_value', 'Invalid request body.')
  return rejectIssue(issue, [], body)
}

/** A parameter that the request must have. */
export function missingParameter(param: string): Rejection {
  return missing(`'${param}'`, param)
}

function missing(subject: string, param: string | null): Rejection {
  return badRequest('missing_required_parameter', `Missing required parameter: ${subject}.`, param)
}

function rejectIssue(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[], body: JsonValue): Rejection {
  const path = [...prefix, ...issue.path]
  const param = path.length === 0 ? null : formatParam(path)
  const subject = param === null ? 'the request body' : `'${param}'`
  const value = valueAt(body, path) as JsonValue | undefined
  if (value === undefined) return param === null ? missing(subject, null) : missingParameter(param)
  if (issue.code === 'invalid_union') {
    const closest = closestAlternative(issue)?.[0]
    if (closest !== undefined) return rejectIssue(closest, path, body)
  }
  switch (issue.code) {
    case 'invalid_type':
      return rejectType(subject, withArticle(issue.expected === 'int' ? 'integer' : issue.expected), value, param)
    case 'invalid_union': {
      const expected = issue.errors.flatMap(([error]) => (error?.code === 'invalid_type' ? [error.expected] : []))
      if (expected.length > 0) return rejectType(subject, `one of ${withArticle(expected.join(' or '))}`, value, param)
      return rejectValue(value, 'options' in issue ? issue.options : [], param)
    }
    case 'invalid_value':
      return rejectValue(value, issue.values, param)
    case 'too_small':
      if (issue.origin === 'array') {
        return badRequest(
          'empty_array',
          `Invalid ${subject}: empty array. Expected an array with minimum length ${issue.minimum}, but got an empty array instead.`,
          param,
        )
      }
      if (typeof value === 'number') return rejectBound(subject, 'below minimum', `>= ${issue.minimum}`, value, param)
      return badRequest('invalid_value', `Invalid ${subject}: empty string.`, param)
    case 'too_big':
      return rejectBound(subject, 'above maximum', `<= ${issue.maximum}`, value, param)
    default:
      return badRequest('invalid_value', `Invalid ${subject}: ${issue.message}.`, param)
  }
}

function rejectType(subject: string, expected: string, value: JsonValue, param: string | null): Rejection {
  return badRequest(
    'invalid_type',
    `Invalid type for ${subject}: expected ${expected}, but got ${kindOf(value)} instead.`,
    param,
  )
}

function rejectBound(
  subject: string,
  fault: string,
  expected: string,
  value: unknown,
  param: string | null,
): Rejection {
  const message = `Invalid ${subject}: integer ${fault} value. Expected a value ${expected}, but got ${JSON.stringify(value)} instead.`
  return badRequest('invalid_value', message, param)
}

function rejectValue(value: JsonValue, supported: readonly unknown[] = [], param: string | null): Rejection {
  const values = supported.map((literal) => `'${String(literal)}'`).join(', ')
  const shown = typeof value === 'string' ? `'${shorten(value)}'` : kindOf(value)
  return badRequest('invalid_value', `Invalid value: ${shown}. Supported values are: ${values}.`, param)
}

/** `['messages', 0, 'role']` → `messages[0].role`. */
function formatParam(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}
