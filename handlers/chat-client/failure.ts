/** What a provider says of a failure, and whether it is one: a prompt that a policy blocked is an answer. */
import type { JsonObject, JsonValue } from '../../src/index.ts'
import type { Answer } from './answer.ts'
import { isObject, objectIn, textIn, type Loose } from './json.ts'

export interface Failure {
  readonly code: string | null
  readonly message: string
}

/** Codes with which providers say that a policy blocked the prompt, or ended the answer. */
const policyCodes: ReadonlySet<string> = new Set([
  'content_filter',
  'content_policy_violation',
  'invalid_prompt',
  'bio_policy',
  'misalignment_policy_violation',
])

/** DeepSeek gives all its errors one code. */
const deepseekBlock = 'Content Exists Risk'

/** Reads an envelope of any provider, or what stands in the place of one. */
export function readFailure(body: JsonValue): Failure {
  // The failure of a stream that Gemini was asked for as an array is an array, too.
  const envelope = objectIn(Array.isArray(body) ? (body as readonly JsonValue[])[0] : body)
  const nested = envelope['error']
  const error = isObject(nested) ? nested : envelope
  return {
    code:
      textIn(objectIn(error['details'])['error_code']) ??
      textIn(error['status']) ??
      wordIn(error['code']) ??
      (error === envelope ? null : textIn(error['type'])),
    message: textIn(error['message']) ?? textIn(nested) ?? '',
  }
}

/** What an event of a stream, or a body that came with HTTP 200, says of a failure; `null`: it is none. */
export function failureIn(event: JsonObject): Failure | null {
  if (event['type'] === 'response.failed') return readFailure(event['response'] ?? null)
  return event['type'] === 'error' || Boolean(event['error']) ? readFailure(event) : null
}

/** Ends the answer where the failure is the word of a policy. */
export function endByPolicy({ code, message }: Failure, answer: Answer): boolean {
  const word =
    code !== null && policyCodes.has(code)
      ? code
      : message === deepseekBlock
        ? message
        : // An envelope without a place for a code.
          (/^(content_filter): /.exec(message)?.[1] ?? null)
  if (word !== null) answer.finish(word, 'content_filter')
  return word !== null
}

function wordIn(value: Loose): string | null {
  return typeof value === 'number' ? String(value) : textIn(value)
}
