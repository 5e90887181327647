/** What a wire format brings to the client. */
import type { JsonObject } from '../../src/index.ts'
import type { Answer } from './answer.ts'
import type { ChatMessage, ChatRequestOptions } from './types.ts'

/** One request, before it has a format. */
export interface ChatRequest extends Pick<ChatRequestOptions, 'maxTokens' | 'tools' | 'responseSchema'> {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly stream: boolean
  readonly apiVersion: string | null
}

export interface ChatProtocol {
  encodeRequest(request: ChatRequest): JsonObject
  /** Reads a whole answer. */
  readBody(body: JsonObject, answer: Answer): void
  /** Reads a stream, one event after the other; each says whether it is the terminal marker. */
  readEvents(answer: Answer): (event: JsonObject) => boolean
  /** The data of an event that is no JSON and the terminal marker. */
  readonly endMark?: string
  /** Its terminal marker may come more than once, so the stream is read to its end. */
  readonly readsOn?: true
}
