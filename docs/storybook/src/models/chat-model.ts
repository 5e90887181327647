/** What the chat asks of a model, in words that are the same for every provider. */
export interface ChatModel {
  /**
   * Streams the answer to the last turn. Where the signal stops it, it ends with no `end` event.
   *
   * @throws {ChatFailure} when there is no answer, or only a part of one.
   */
  answer(history: readonly Turn[], signal: AbortSignal): AsyncIterable<ChatEvent>
}

export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** The text is that of a refusal; providers have a form of their own for it. */
  readonly refused: boolean
}

export type ChatEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'refusal'; readonly text: string }
  /** A filter takes text back that was shown; counted in code points of the answer. */
  | { readonly type: 'removed'; readonly start: number; readonly end: number }
  | { readonly type: 'end'; readonly reason: EndReason }

export type EndReason = 'complete' | 'length' | 'filtered' | 'refused'

export type FailureKind = 'prompt_blocked' | 'rate_limited' | 'overloaded' | 'cut' | 'other'

export class ChatFailure extends Error {
  readonly kind: FailureKind
  /** How long to wait before trying again, where the provider says so. */
  readonly retryAfterMilliseconds: number | null

  constructor(kind: FailureKind, message: string, retryAfterMilliseconds: number | null = null) {
    super(message)
    this.name = 'ChatFailure'
    this.kind = kind
    this.retryAfterMilliseconds = retryAfterMilliseconds
  }
}

/** The stream ended, and nothing in it said that the answer did. */
export function cutOff(): ChatFailure {
  return new ChatFailure('cut', 'The stream ended before the answer did.')
}

export function retryAfter(headers: Headers | undefined): number | null {
  const milliseconds = headers?.get('retry-after-ms')
  if (milliseconds != null) return Number(milliseconds)
  const seconds = headers?.get('retry-after')
  return seconds == null || Number.isNaN(Number(seconds)) ? null : Number(seconds) * 1000
}
