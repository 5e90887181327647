/** Token counts of an exchange. */
import { admitted, conflict, rejected, type Admission } from '../admission/rejection.ts'
import type { Usage } from '../fixture/response.ts'
import type { CanonicalRequest, Message } from '../request/canonical.ts'
import { describeError, kindOf } from '../wording.ts'
import { noCacheUse, type CacheUse } from './prompt-cache.ts'

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

/** What was counted, and what the prompt cache did to it. */
export interface Counted {
  readonly usage: CompleteUsage
  /** The part of the cache's writes that is kept for an hour. */
  readonly cacheWriteHourTokens: number
}

/** Asks the prompt cache about a prompt whose messages have these tokens. */
export type AskCache = (tokens: readonly number[]) => CacheUse

/**
 * Counts the messages and the generated text; what the fixture states is taken as it stands. Refused and filtered text
 * was generated, so it counts; category and explanation are no text.
 */
export function countUsage(
  request: CanonicalRequest,
  content: string,
  stated: Usage,
  countTokens: CountTokens,
  askCache: AskCache = () => noCacheUse,
): Admission<Counted> {
  const count = (text: string): number => validCount(countTokens(text, request.model))
  const { reasoningTokens = 0 } = stated
  try {
    // A prompt whose size the fixture states is not counted, and so has no part that a cache would know.
    const tokens = stated.inputTokens === undefined ? request.messages.map((message) => count(textOf(message))) : null
    const use = tokens === null ? noCacheUse : askCache(tokens)
    const { cachedInputTokens: cached = 0, cacheWriteInputTokens: written = 0 } = stated
    // What is counted is at least the part of it that the fixture states.
    const inputTokens = stated.inputTokens ?? Math.max(sum(tokens ?? []), cached + written)
    // What the fixture states takes its part of the whole first.
    const cachedInputTokens = stated.cachedInputTokens ?? Math.min(use.read, inputTokens - written)
    const cacheWriteInputTokens = stated.cacheWriteInputTokens ?? Math.min(use.written, inputTokens - cachedInputTokens)
    const outputTokens = stated.outputTokens ?? Math.max(count(content), reasoningTokens)
    return admitted({
      usage: { inputTokens, outputTokens, cachedInputTokens, cacheWriteInputTokens, reasoningTokens },
      cacheWriteHourTokens: Math.min(use.writtenForAnHour, cacheWriteInputTokens),
    })
  } catch (error) {
    if (error instanceof ClockError) return rejected(conflict('fixture_failed', error.message))
    return rejected(
      conflict(
        'fixture_failed',
        `countTokens failed: ${describeError(error)}. The response stays available; mend countTokens.`,
      ),
    )
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

/** Counts the messages where nothing was generated. */
export function countPrompt(
  request: CanonicalRequest,
  stated: Usage | undefined,
  countTokens: CountTokens,
  askCache?: AskCache,
): Admission<Counted> {
  return countUsage(request, '', { ...stated, outputTokens: 0, reasoningTokens: 0 }, countTokens, askCache)
}

/** The clock that was given to the mock does not tell the time. */
class ClockError extends Error {}

/** The time of a clock of the user's. */
export function timeOf(now: () => number): number {
  let time: unknown
  try {
    time = now()
  } catch (error) {
    throw new ClockError(`The clock failed: ${describeError(error)}. The response stays available; mend clock.now().`)
  }
  if (Number.isFinite(time)) return time as number
  throw new ClockError('The clock failed: now() returned no number. The response stays available; mend clock.now().')
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
