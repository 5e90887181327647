/** What a Messages host sends, key by key. `test/types` holds these shapes against the official client's types. */

export type WireStopReason = 'end_turn' | 'max_tokens' | 'refusal'

/** Both keys are there also where nothing is known of them. */
export type WireStopDetails = {
  readonly type: 'refusal'
  readonly category: string | null
  readonly explanation: string | null
}

export type WireStop = {
  readonly stop_reason: WireStopReason | null
  readonly stop_sequence: null
  readonly stop_details: WireStopDetails | null
}

export type WireTextBlock = { readonly type: 'text'; readonly text: string }

export type MessageBody = {
  readonly model: string
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly content: readonly WireTextBlock[]
} & WireStop & { readonly usage: WireUsage }

export type WireOutputUsage = {
  readonly output_tokens: number
  readonly output_tokens_details?: { readonly thinking_tokens: number }
}

/** The input without what came from the cache or went to it. */
export type WireInputUsage = {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
}

export type WireUsage = WireInputUsage & {
  readonly cache_creation: {
    readonly ephemeral_5m_input_tokens: number
    readonly ephemeral_1h_input_tokens: number
  }
} & WireOutputUsage & { readonly service_tier: 'standard'; readonly inference_geo: 'not_available' }

export type MessageStreamEvent =
  | { readonly type: 'message_start'; readonly message: MessageBody }
  | { readonly type: 'content_block_start'; readonly index: number; readonly content_block: WireTextBlock }
  | {
      readonly type: 'content_block_delta'
      readonly index: number
      readonly delta: { readonly type: 'text_delta'; readonly text: string }
    }
  | { readonly type: 'content_block_stop'; readonly index: number }
  | { readonly type: 'message_delta'; readonly delta: WireStop; readonly usage: WireInputUsage & WireOutputUsage }
  | { readonly type: 'message_stop' }
