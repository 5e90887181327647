/** Chat completions as DeepSeek sends them: OpenAI's, without what it has no use for, and with its own cache counts. */
import { uuidOf, without, type JsonObject } from '../../src/index.ts'
import type { ChatCompletionBody, ChatCompletionsTraits } from '../../src/protocols/chat-completions/index.ts'

export const deepseekShape: ChatCompletionsTraits = {
  formatBody: (body) => JSON.stringify(body),
  completionId: uuidOf,
  usage: 'final-choice',
  obfuscation: false,
  adaptCompletion: ({ choices, usage, system_fingerprint, ...body }) => ({
    ...without(body, 'service_tier'),
    choices: choices.map(({ index, message, ...choice }) => ({
      index,
      message: without(message, 'refusal', 'annotations'),
      ...choice,
    })),
    usage: usageOf(usage),
    system_fingerprint,
  }),
  adaptChunk: ({ choices, usage, ...chunk }) => ({
    ...without(chunk, 'service_tier'),
    choices: choices.map(({ index, delta, ...choice }) => ({ index, delta: without(delta, 'refusal'), ...choice })),
    ...(usage !== undefined && { usage: usage && usageOf(usage) }),
  }),
}

type Usage = ChatCompletionBody['usage']

/** The details of the completion are there for a model that reasoned. */
function usageOf({ prompt_tokens_details, completion_tokens_details, ...totals }: Usage): JsonObject {
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
