/** A request in words that are common to all protocols. */
import type { JsonValue } from '../json.ts'
import { readQuery } from './query.ts'

/** `developer` is read as `system`. */
export type Role = 'system' | 'user' | 'assistant' | 'tool'

/** One message of the history. White space in JSON, key order and the way text is split into parts leave no trace. */
export interface Message {
  readonly role: Role
  /** The joined text; a refusal's text is here too. */
  readonly content: string
  readonly parts?: readonly MessagePart[]
  readonly toolCalls?: readonly MessageToolCall[]
  readonly toolCallId?: string
  /** A refusal keeps its kind and its text alone. */
  readonly outputDisposition?: { readonly kind: 'refused' }
}

export interface MessagePart {
  readonly type: 'image' | 'file' | 'audio'
  readonly mediaType?: string
}

export interface MessageToolCall {
  readonly id: string
  readonly name: string
  /** The parsed arguments; the text itself where it is not JSON. */
  readonly arguments: JsonValue
}

export interface CanonicalRequest {
  readonly provider: string
  /** The seed's spelling, for example `POST /openai/v1/chat/completions`. */
  readonly route: string
  /** `''` where neither path, header nor body names one. */
  readonly model: string
  readonly stream: boolean
  /** Instructions and system prompts come first. */
  readonly messages: readonly Message[]
  /** The names of the declared tools. */
  readonly tools: readonly string[]
  readonly structuredOutput: boolean
  /** The `x-llm-session` header. */
  readonly session: string | null
  readonly apiVersion: string | null
}

/** A request that says nothing: one without a body, or one that could not be read. */
export function wordlessRequest(
  { provider, route }: Pick<CanonicalRequest, 'provider' | 'route'>,
  { headers, url }: { readonly headers: Readonly<Record<string, string>>; readonly url: string },
): CanonicalRequest {
  return {
    provider,
    route,
    model: '',
    stream: false,
    messages: [],
    tools: [],
    structuredOutput: false,
    session: sessionOf(headers),
    apiVersion: readQuery(url, 'api-version'),
  }
}

/** A header of ours, by which tests keep conversations apart. */
export function sessionOf(headers: Readonly<Record<string, string>>): string | null {
  return headers['x-llm-session'] ?? null
}

/** What a request asks for beyond text; an output disposition answers such a request only with permission. */
export type RequestedFeature = 'tools' | 'tool_history' | 'structured_output' | 'includes' | 'native_items' | 'thinking'

/** What a request has in its history, and so in those that go on from it. */
export const featuresOfHistory: ReadonlySet<RequestedFeature> = new Set(['tool_history', 'native_items', 'thinking'])

/** Tool arguments nested deeper than this stay text: values are compared and serialised by recursion. */
export const maximumDepth = 200

/** Reads the argument text of a tool call; a call without arguments may come as an empty text. */
export function readArguments(text: string): JsonValue {
  if (text === '') return {}
  try {
    return boundArguments(JSON.parse(text) as JsonValue, text)
  } catch {
    return text
  }
}

/** Arguments that come as JSON, with a text in the place of those that are too deep. */
export function boundArguments(value: JsonValue, text = '[nested too deeply]'): JsonValue {
  return isTooDeep(value) ? text : value
}

/** Whether arrays and objects stand in each other more than so many levels deep; found without recursion. */
export function isTooDeep(value: JsonValue, maximum: number = maximumDepth): boolean {
  let level: readonly JsonValue[] = [value]
  for (let depth = 0; depth < maximum; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}
