/** Chat completions as DeepSeek sends them: OpenAI's, without what it has no use for, and with its own cache counts. */
import { uuidOf, without } from '../../src/index.ts'
import type {
  ChatCompletionBody,
  ChatCompletionChunk,
  ChatCompletionsTraits,
} from '../../src/protocols/chat-completions/index.ts'

type Choice = ChatCompletionBody['choices'][number]
type ChunkChoice = ChatCompletionChunk['choices'][number]
type Usage = ChatCompletionBody['usage']

/** What DeepSeek sends; `test/types` holds it against the client's types. */
export type DeepseekBody = Omit<ChatCompletionBody, 'service_tier' | 'choices' | 'usage'> & {
  readonly choices: readonly (Omit<Choice, 'message'> & {
    readonly message: Omit<Choice['message'], 'refusal' | 'annotations'>
  })[]
  readonly usage: DeepseekUsage
}

export type DeepseekChunk = Omit<ChatCompletionChunk, 'service_tier' | 'choices' | 'usage'> & {
  readonly choices: readonly (Omit<ChunkChoice, 'delta'> & { readonly delta: Omit<ChunkChoice['delta'], 'refusal'> })[]
  readonly usage?: DeepseekUsage | null
}

export type DeepseekUsage = Pick<Usage, 'prompt_tokens' | 'completion_tokens' | 'total_tokens'> & {
  readonly prompt_tokens_details: { readonly cached_tokens: number }
  readonly completion_tokens_details?: { readonly reasoning_tokens: number }
  readonly prompt_cache_hit_tokens: number
  readonly prompt_cache_miss_tokens: number
}

export const deepseekShape: ChatCompletionsTraits = {
  formatBody: (body) => JSON.stringify(body),
  completionId: uuidOf,
  usage: 'final-choice',
  obfuscation: false,
  adaptCompletion: ({ choices, usage, system_fingerprint, ...body }): DeepseekBody => ({
    ...without(body, 'service_tier'),
    choices: choices.map(({ index, message, ...choice }) => ({
      index,
      message: without(message, 'refusal', 'annotations'),
      ...choice,
    })),
    usage: usageOf(usage),
    system_fingerprint,
  }),
  adaptChunk: ({ choices, usage, ...chunk }): DeepseekChunk => ({
    ...without(chunk, 'service_tier'),
    choices: choices.map(({ index, delta, ...choice }) => ({ index, delta: without(delta, 'refusal'), ...choice })),
    ...(usage !== undefined && { usage: usage && usageOf(usage) }),
  }),
}

/** The details of the completion are there for a model that reasoned. */
function usageOf({ prompt_tokens_details, completion_tokens_details, ...totals }: Usage): DeepseekUsage {
  const { cached_tokens } = prompt_tokens_details
  const { reasoning_tokens } = completion_tokens_details
  return {
    ...totals,
    prompt_tokens_details: { cached_tokens },
    ...(reasoning_tokens > 0 && { completion_tokens_details: { reasoning_tokens } }),
    prompt_cache_hit_tokens: cached_tokens,
    prompt_cache_miss_tokens: totals.prompt_tokens - cached_tokens,
  }
}
