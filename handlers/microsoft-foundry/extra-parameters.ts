/** What Model Inference does with fields that its API does not define: the header `extra-parameters` says it. */
import { badRequest, without, type JsonObject, type Rejection, type RequestSnapshot } from '../../src/index.ts'

/** What the API defines, and `stream_options`, which it is recorded to take without the header. */
const known: ReadonlySet<string> = new Set([
  'frequency_penalty',
  'max_tokens',
  'messages',
  'modalities',
  'model',
  'presence_penalty',
  'response_format',
  'seed',
  'stop',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_p',
])

const behaviours = ['error', 'drop', 'pass-through']

function behaviourOf({ headers }: RequestSnapshot): string {
  return headers['extra-parameters']?.trim().toLowerCase() ?? 'error'
}

function fieldsOf({ body }: RequestSnapshot): JsonObject {
  const value = body.kind === 'json' ? body.value : null
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function checkExtraParameters(snapshot: RequestSnapshot): Rejection | null {
  const behaviour = behaviourOf(snapshot)
  if (!behaviours.includes(behaviour)) {
    const expected = behaviours.map((name) => `'${name}'`).join(', ')
    return badRequest(
      'invalid_value',
      `Invalid header 'extra-parameters': expected one of ${expected}.`,
      'extra-parameters',
    )
  }
  const extra = behaviour === 'error' ? Object.keys(fieldsOf(snapshot)).filter((name) => !known.has(name)) : []
  const [first] = extra
  if (first === undefined) return null
  return badRequest(
    'unknown_parameter',
    `Unknown parameters: ${extra.map((name) => `'${name}'`).join(', ')}. To send them to the model, set the header 'extra-parameters' to 'pass-through'; to leave them out, to 'drop'.`,
    first,
  )
}

/** The request as the model sees it. */
export function dropExtraParameters(snapshot: RequestSnapshot): RequestSnapshot {
  const { body } = snapshot
  const fields = fieldsOf(snapshot)
  if (body.kind !== 'json' || behaviourOf(snapshot) !== 'drop') return snapshot
  const extra = Object.keys(fields).filter((name) => !known.has(name))
  return extra.length === 0 ? snapshot : { ...snapshot, body: { ...body, value: without(fields, ...extra) } }
}
