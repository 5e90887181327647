/** What the content of a message holds, by kind. */
import type { JsonObject, JsonValue } from '../../src/index.ts'
import { isObject } from './json.ts'
import type { ChatMessage, ChatPart } from './types.ts'

export type ToolCallPart = Extract<ChatPart, { type: 'tool-call' }>
export interface ToolResultPart {
  readonly id: string
  readonly value: JsonValue
}

export interface MessageContent {
  readonly text: string
  readonly reasoning: string
  /** `null`: it is none. */
  readonly refusal: string | null
  readonly toolCalls: readonly ToolCallPart[]
  readonly toolResults: readonly ToolResultPart[]
}

/**
 * Sorts the parts of a message.
 *
 * @throws {TypeError} when a message of role `tool` has no result: without the id of its call no provider can place it.
 */
export function readContent({ role, content }: ChatMessage): MessageContent {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  const joined = (type: 'text' | 'reasoning'): string =>
    parts.map((part) => (part.type === type ? (part as { text: string }).text : '')).join('')
  const refusals = parts.filter((part) => part.type === 'error')
  const toolResults = parts.filter((part) => part.type === 'tool-result')
  if (role === 'tool' && toolResults.length === 0) {
    throw new TypeError(
      "A message with the role 'tool' has no result. Give it parts, as in [{ type: 'tool-result', id, value }].",
    )
  }
  return {
    text: joined('text'),
    reasoning: joined('reasoning'),
    refusal: refusals.length === 0 ? null : refusals.map(({ message }) => message).join(''),
    toolCalls: parts.filter((part) => part.type === 'tool-call'),
    toolResults,
  }
}

/** Joined, for providers that have one place for them. */
export function systemText(messages: readonly ChatMessage[]): string {
  return messages
    .filter(({ role }) => role === 'system')
    .map((message) => readContent(message).text)
    .join('\n\n')
}

/** A text is itself, and anything else its JSON. */
export function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** For providers that take nothing but an object, under a name where it is none. */
export function asObject(value: JsonValue, name: string): JsonObject {
  return isObject(value) ? value : { [name]: value }
}
