/** What a Responses host sends, key by key. `test/types` holds these shapes against the official client's types. */
import type { JsonObject, JsonValue } from '../../json.ts'

export type ResponseBody = {
  readonly id: string
  readonly object: 'response'
  readonly created_at: number
  readonly status: ItemStatus
  readonly background: false
  /** Of a JSON body; a stream has none. */
  readonly billing?: { readonly payer: 'developer' }
  readonly completed_at: number | null
  readonly error: null
  readonly frequency_penalty: number
  readonly incomplete_details: { readonly reason: IncompleteReason } | null
  readonly instructions: string | null
  readonly max_output_tokens: number | null
  readonly max_tool_calls: number | null
  readonly model: string
  readonly moderation: null
  readonly output: readonly OutputMessage[]
  readonly parallel_tool_calls: boolean
  readonly presence_penalty: number
  readonly previous_response_id: string | null
  readonly prompt_cache_key: string | null
  readonly prompt_cache_retention: string
  readonly reasoning: JsonObject
  readonly safety_identifier: string | null
  readonly service_tier: string
  readonly store: boolean
  readonly temperature: number
  readonly text: JsonObject
  readonly tool_choice: JsonValue
  readonly tool_usage: ToolUsage
  readonly tools: readonly JsonObject[]
  readonly top_logprobs: number
  readonly top_p: number
  readonly truncation: string
  readonly usage: WireUsage | null
  readonly user: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** After an error inside a stream; the code is the fixture's. */
export type FailedResponseBody = Omit<ResponseBody, 'status' | 'error'> & {
  readonly status: 'failed'
  readonly error: { readonly code: string; readonly message: string }
}

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'
export type IncompleteReason = 'max_output_tokens' | 'content_filter'

export type OutputMessage = {
  readonly id: string
  readonly type: 'message'
  readonly status: ItemStatus
  readonly content: readonly ContentPart[]
  readonly role: 'assistant'
}

export type ContentPart =
  | {
      readonly type: 'output_text'
      readonly annotations: readonly []
      readonly logprobs: readonly []
      readonly text: string
    }
  | { readonly type: 'refusal'; readonly refusal: string }

export type ToolUsage = {
  readonly image_gen: {
    readonly input_tokens: 0
    readonly input_tokens_details: ImageTokens
    readonly output_tokens: 0
    readonly output_tokens_details: ImageTokens
    readonly total_tokens: 0
  }
  readonly web_search: { readonly num_requests: 0 }
}

type ImageTokens = { readonly image_tokens: 0; readonly text_tokens: 0 }

export type WireUsage = {
  readonly input_tokens: number
  readonly input_tokens_details: { readonly cache_write_tokens: number; readonly cached_tokens: number }
  readonly output_tokens: number
  readonly output_tokens_details: { readonly reasoning_tokens: number }
  readonly total_tokens: number
}

type Numbered = { readonly sequence_number: number }
type OfItem = Numbered & { readonly output_index: number }
type OfPart = OfItem & { readonly content_index: number; readonly item_id: string }

export type LifecycleEvent<Body = ResponseBody> = Numbered & {
  readonly type:
    | 'response.created'
    | 'response.in_progress'
    | 'response.completed'
    | 'response.incomplete'
    | 'response.failed'
  readonly response: Body
}

export type DeltaEvent =
  | (OfPart & {
      readonly type: 'response.output_text.delta'
      readonly delta: string
      readonly logprobs: readonly []
      readonly obfuscation?: string
    })
  | (OfPart & { readonly type: 'response.refusal.delta'; readonly delta: string })

export type OutputEvent =
  | (OfItem & {
      readonly type: 'response.output_item.added' | 'response.output_item.done'
      readonly item: OutputMessage
    })
  | (OfPart & {
      readonly type: 'response.content_part.added' | 'response.content_part.done'
      readonly part: ContentPart
    })
  | (OfPart & { readonly type: 'response.output_text.done'; readonly logprobs: readonly []; readonly text: string })
  | (OfPart & { readonly type: 'response.refusal.done'; readonly refusal: string })
