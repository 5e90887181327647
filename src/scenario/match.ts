/** Compares the messages of a request with a match. */
import type { Match, MessagePattern } from '../fixture/scenario.ts'
import type { JsonValue } from '../json.ts'
import type { Message, MessageToolCall } from '../request/canonical.ts'

/** `matched` counts the patterns that found their message before one did not; it was looked for after so many messages. */
export type Comparison =
  | { readonly matches: true }
  | {
      readonly matches: false
      readonly matched: number
      readonly after: number
      readonly failed: MessagePattern | null
      readonly message: Message | null
    }

/** `answered`: so many messages have been answered before, and the last pattern must find its message after them. */
export function compareMessages(match: Match, messages: readonly Message[], answered = 0): Comparison {
  return match.mode === 'exact'
    ? compareExactly(match.messages, messages)
    : compareInOrder(match.messages, messages, answered)
}

/** @note Taking the earliest message for each pattern leaves the most messages for those after it, so no search is needed. */
function compareInOrder(
  patterns: readonly MessagePattern[],
  messages: readonly Message[],
  answered: number,
): Comparison {
  let from = 0
  for (const [matched, pattern] of patterns.entries()) {
    const earliest = matched === patterns.length - 1 ? Math.max(from, answered) : from
    const start = pattern.last === true ? Math.max(earliest, messages.length - 1) : earliest
    const found = messages.findIndex((message, index) => index >= start && contains(pattern, message))
    if (found === -1)
      return {
        matches: false,
        matched,
        after: earliest,
        failed: pattern,
        message: nearestMessage(pattern, messages, start),
      }
    from = found + 1
  }
  return { matches: true }
}

/** The message to show beside a pattern that found none: the last one after `from` that it could have meant. */
function nearestMessage({ role, last }: MessagePattern, messages: readonly Message[], from: number): Message | null {
  const meant = messages.slice(from).findLast((message) => last === true || role === undefined || message.role === role)
  return meant ?? null
}

function contains(pattern: MessagePattern, message: Message): boolean {
  return (
    (pattern.role === undefined || pattern.role === message.role) &&
    (pattern.content === undefined || message.content.includes(pattern.content)) &&
    (pattern.toolCallId === undefined || pattern.toolCallId === message.toolCallId) &&
    (pattern.outputDisposition === undefined || pattern.outputDisposition.kind === message.outputDisposition?.kind) &&
    isSubsequence(pattern.parts ?? [], message.parts ?? [], (part, candidate) => part.type === candidate.type) &&
    isSubsequence(pattern.toolCalls ?? [], message.toolCalls ?? [], matchesToolCall)
  )
}

function isSubsequence<A, B>(wanted: readonly A[], present: readonly B[], equal: (a: A, b: B) => boolean): boolean {
  let index = 0
  for (const candidate of present) {
    const next = wanted[index]
    if (next === undefined) break
    if (equal(next, candidate)) index++
  }
  return index === wanted.length
}

function compareExactly(patterns: readonly MessagePattern[], messages: readonly Message[]): Comparison {
  for (const [index, pattern] of patterns.entries()) {
    const message = messages[index]
    if (message === undefined || !equals(pattern, message)) {
      return { matches: false, matched: index, after: index, failed: pattern, message: message ?? null }
    }
  }
  const extra = messages[patterns.length]
  return extra === undefined
    ? { matches: true }
    : { matches: false, matched: patterns.length, after: patterns.length, failed: null, message: extra }
}

function equals(pattern: MessagePattern, message: Message): boolean {
  const parts = pattern.parts ?? []
  const toolCalls = pattern.toolCalls ?? []
  return (
    pattern.role === message.role &&
    (pattern.content ?? '') === message.content &&
    pattern.outputDisposition?.kind === message.outputDisposition?.kind &&
    (pattern.toolCallId === undefined || pattern.toolCallId === message.toolCallId) &&
    parts.length === (message.parts?.length ?? 0) &&
    parts.every((part, index) => part.type === message.parts?.[index]?.type) &&
    toolCalls.length === (message.toolCalls?.length ?? 0) &&
    toolCalls.every((call, index) => {
      const made = message.toolCalls?.[index]
      return (
        made !== undefined &&
        matchesToolCall({ ...call, arguments: call.arguments === undefined ? {} : call.arguments }, made)
      )
    })
  )
}

/** Ids are made up by providers, so they count only where the pattern names one. */
function matchesToolCall(
  pattern: { id?: string | undefined; name: string; arguments?: JsonValue | undefined },
  call: MessageToolCall,
): boolean {
  return (
    pattern.name === call.name &&
    (pattern.id === undefined || pattern.id === call.id) &&
    (pattern.arguments === undefined || isEqualJson(pattern.arguments, call.arguments))
  )
}

/** Equality of JSON values; the order of keys does not matter. */
export function isEqualJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isEqualJson(item, b[index] as JsonValue))
    )
  }
  const entries = Object.entries(a)
  return (
    entries.length === Object.keys(b).length &&
    entries.every(
      ([key, value]) => Object.hasOwn(b, key) && isEqualJson(value, (b as Record<string, JsonValue>)[key] as JsonValue),
    )
  )
}
