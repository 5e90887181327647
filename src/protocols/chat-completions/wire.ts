/** What a chat-completions host sends, key by key. `test/types` holds these shapes against the official client's types. */

export type WireFinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export type ChatCompletionBody = {
  readonly id: string
  readonly object: 'chat.completion'
  readonly created: number
  readonly model: string
  readonly choices: readonly {
    readonly index: number
    readonly message: {
      readonly role: 'assistant'
      readonly content: string | null
      readonly tool_calls?: readonly WireToolCall[]
      readonly refusal: string | null
      readonly annotations: readonly []
    }
    readonly logprobs: null
    readonly finish_reason: WireFinishReason
  }[]
  readonly usage: WireUsage
  readonly service_tier: 'default'
  readonly system_fingerprint: string
}

export type ChatCompletionChunk = {
  readonly id: string
  readonly object: 'chat.completion.chunk'
  readonly created: number
  readonly model: string
  readonly service_tier: 'default'
  readonly system_fingerprint: string
  readonly choices: readonly ChunkChoice[]
  readonly usage?: WireUsage | null
  readonly obfuscation?: string
}

export type ChunkChoice = {
  readonly index: number
  readonly delta: ChunkDelta
  readonly logprobs: null
  readonly finish_reason: WireFinishReason | null
}

export type ChunkDelta = {
  readonly role?: 'assistant'
  readonly content?: string | null
  readonly tool_calls?: readonly WireToolCallDelta[]
  readonly refusal?: string | null
}

export type WireUsage = {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details: { readonly cached_tokens: number; readonly audio_tokens: number }
  readonly completion_tokens_details: {
    readonly reasoning_tokens: number
    readonly audio_tokens: number
    readonly accepted_prediction_tokens: number
    readonly rejected_prediction_tokens: number
  }
}

export type WireToolCall = {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** The first of a call has its id, type and name; the rest only add to its arguments. */
export type WireToolCallDelta = {
  readonly index: number
  readonly id?: string
  readonly type?: 'function'
  readonly function: { readonly name?: string; readonly arguments: string }
}
