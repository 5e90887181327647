/** Token counts of an exchange. */
import { admitted, conflict, rejected, type Admission } from '../admission/rejection.ts'
import type { Usage } from '../fixture/response.ts'
import type { CanonicalRequest, Message } from '../request/canonical.ts'
import { describeError, kindOf } from '../wording.ts'

export type CompleteUsage = Readonly<Record<keyof Usage, number>>

/** Counts the tokens of a text; the model is the request's. */
export type CountTokens = (text: string, model: string) => number

export const noUsage: CompleteUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  reasoningTokens: 0,
}

/** One token for every four code points begun. */
export function countByLength(text: string): number {
  return Math.ceil(countCodePoints(text) / 4)
}

/** Code points, of which a surrogate pair is one. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index++) {
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      count--
      index++
    }
  }
  return count
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/**
 * Counts the messages and the generated text; what the fixture states is taken as it stands. Refused and filtered text
 * was generated, so it counts; category and explanation are no text.
 */
export function countUsage(
  request: CanonicalRequest,
  content: string,
  stated: Usage,
  countTokens: CountTokens,
): Admission<CompleteUsage> {
  const count = (text: string): number => validCount(countTokens(text, request.model))
  const { cachedInputTokens = 0, cacheWriteInputTokens = 0, reasoningTokens = 0 } = stated
  try {
    // What is counted is at least the part of it that the fixture states.
    const inputTokens =
      stated.inputTokens ??
      Math.max(
        request.messages.reduce((sum, message) => sum + count(textOf(message)), 0),
        cachedInputTokens + cacheWriteInputTokens,
      )
    const outputTokens = stated.outputTokens ?? Math.max(count(content), reasoningTokens)
    return admitted({ inputTokens, outputTokens, cachedInputTokens, cacheWriteInputTokens, reasoningTokens })
  } catch (error) {
    return rejected(
      conflict(
        'fixture_failed',
        `countTokens failed: ${describeError(error)}. The response stays available; mend countTokens.`,
      ),
    )
  }
}

function textOf({ content, toolCalls }: Message): string {
  return toolCalls === undefined
    ? content
    : content + toolCalls.map((call) => call.name + JSON.stringify(call.arguments)).join('')
}

function validCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count
  const came = typeof count === 'number' ? String(count) : kindOf(count)
  throw new RangeError(`it returned ${came}, and a count is a whole number from 0`)
}
