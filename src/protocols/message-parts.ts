/** What OpenAI's two protocols read alike in the messages of a history. */
import { badRequest, type Rejection } from '../admission/rejection.ts'
import type { MessagePart } from '../request/canonical.ts'

interface Part {
  readonly type: string
  readonly text?: string
  readonly refusal?: string
}

export function joinText(content: string | readonly Part[]): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

export function imagePart(url: string): MessagePart {
  const mediaType = /^data:([^;,]+)/.exec(url)?.[1]
  return { type: 'image', ...(mediaType !== undefined && { mediaType }) }
}

/** The joined text of refusal parts; `null` where there is none. */
export function refusalOfParts(parts: readonly Part[]): string | null {
  const refusals = parts.flatMap(({ type, refusal = '' }) => (type === 'refusal' ? [refusal] : []))
  return refusals.length === 0 ? null : refusals.join('')
}

export const textBesideRefusal = 'it has text beside a refusal'

/** A history in which a refusal stands beside something else cannot be told from an answer, so it is not guessed at. */
export function ambiguousRefusal(param: string, reason: string, remedy: string): Rejection {
  return badRequest('ambiguous_refusal', `Invalid '${param}': ${reason}. Send a refusal as ${remedy}.`, param)
}
