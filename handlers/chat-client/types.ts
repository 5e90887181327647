/** What the client takes and gives. */
import type { JsonObject, JsonValue, ProviderName, Role } from '../../src/index.ts'

/** Options of `createChatClient()`. */
export interface ChatClientOptions {
  provider: ProviderName
  /** The provider's name of the model; on Azure that of the deployment. */
  model: string
  /** The id of a route, as in the list of providers and routes. Default: the provider's first. */
  route?: string | undefined
  /** Where the provider is, as its official client takes it. Default: its official host, where it has one for everybody. */
  baseURL?: string | undefined
  /** Sent in the provider's own header. Absent: none is sent. */
  apiKey?: string | undefined
  /** Of Azure's dated routes, of Model Inference, of Gemini's path, or of `anthropic-version`. Default: one that serves the route. */
  apiVersion?: string | undefined
  /** Default: the global one, looked up at each call. */
  fetch?: typeof globalThis.fetch | undefined
}

/** What an answer is made of. */
export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool-call'; id: string; name: string; arguments: JsonValue }
  /** A refusal, whole. */
  | { type: 'error'; code: 'Refusal'; message: string }

/** One message of a dialogue. */
export interface ChatMessage {
  role: Role
  content: string | readonly (ChatPart | { type: 'tool-result'; id: string; value: JsonValue })[]
}

/** What a request says beside its messages. */
export interface ChatRequestOptions {
  /** Its reason is what an aborted call throws. */
  signal?: AbortSignal | undefined
  /** Anthropic wants one; default there: 4,096. */
  maxTokens?: number | undefined
  tools?: readonly { name: string; description?: string | undefined; parameters?: JsonObject | undefined }[] | undefined
  /** The JSON Schema of the answer, which is text all the same. */
  responseSchema?: JsonObject | undefined
  /** Sent beside those of the client, and in the place of those with the same name. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** A whole answer. */
export interface ChatResponse {
  /** The provider's id; `''` where it gives none. */
  readonly id: string
  /** Send it back as history as it is. */
  readonly message: ChatMessage
  readonly parts: readonly ChatPart[]
  /** The text parts alone. */
  readonly text: string
  readonly finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'other'
  /** The provider's word: `content_filter`, `SAFETY`, `refusal`, …; `null` where it said none. */
  readonly nativeFinishReason: string | null
  /** What was read from a cache, or thought, counts in. `null` where the provider told none. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly totalTokens: number } | null
}

/** One step of a streamed answer. Text comes in deltas alone; calls and a refusal come whole; `finish` comes last. */
export type ChatUpdate =
  | { type: 'text-delta' | 'reasoning-delta'; text: string }
  | ChatPart
  | { type: 'finish'; response: ChatResponse }

/** A client of one model on one route. */
export interface ChatClient {
  /**
   * Asks for a whole answer. A refusal, a filtered answer and a blocked prompt are answers.
   *
   * @throws {ChatHttpError} when the provider answers with a failure, or with no answer at all.
   */
  getResponse(messages: readonly ChatMessage[], options?: ChatRequestOptions): Promise<ChatResponse>
  /**
   * Asks for a streamed answer. The request is sent when the loop begins; a loop that is left cancels it.
   *
   * @throws {ChatHttpError} when the provider answers with a failure.
   * @throws {ChatStreamError} when the stream breaks off, or carries an error.
   */
  streamResponse(messages: readonly ChatMessage[], options?: ChatRequestOptions): AsyncIterable<ChatUpdate>
}
