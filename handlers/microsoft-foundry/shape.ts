/** Chat completions as Model Inference sends them, as recorded from a serverless deployment (2025). */
import { azureHeaders, digitsOf, isHeaderValue, requireApiVersion, sortKeys, without } from '../../src/index.ts'
import type { JsonObject } from '../../src/index.ts'
import type { ChatCompletionBody, ChatCompletionsTraits } from '../../src/protocols/chat-completions/index.ts'
import { encodeError, encodeRejection } from './errors.ts'
import { checkExtraParameters } from './extra-parameters.ts'

export type UsagePlace = NonNullable<ChatCompletionsTraits['usage']>

export function inferenceTraits(usage: UsagePlace): ChatCompletionsTraits {
  return {
    formatBody: (body) => JSON.stringify(body),
    completionId: digitsOf,
    usage,
    nullUsage: usage === 'usage-frame',
    obfuscation: false,
    adaptCompletion: ({ choices, usage: counts, ...body }) =>
      sortKeys({
        ...without(body, ...foreign),
        choices: choices.map((choice) => ({
          ...choice,
          message: without(choice.message, 'refusal', 'annotations'),
        })),
        usage: usageOf(counts),
      }),
    adaptChunk: ({ choices, usage: counts, ...chunk }, kind) =>
      sortKeys({
        ...without(chunk, ...foreign),
        choices: choices.map((choice) => ({
          ...choice,
          delta: kind === 'finish' ? { content: '' } : without(choice.delta, 'refusal'),
        })),
        ...(counts !== undefined && { usage: counts && usageOf(counts) }),
      }),
    checkShape: (snapshot) => requireApiVersion(snapshot) ?? checkExtraParameters(snapshot),
    encodeRejection,
    encodeError,
    headers: (kind, context, body) => {
      const code = body === undefined ? null : (JSON.parse(body) as { error: { code: string | null } }).error.code
      return { ...azureHeaders(kind, context), ...(isHeaderValue(code) && { 'x-ms-error-code': code }) }
    },
  }
}

const foreign = ['service_tier', 'system_fingerprint']

/** Three numbers: the API has no details. */
function usageOf(usage: ChatCompletionBody['usage']): JsonObject {
  return without(usage, 'prompt_tokens_details', 'completion_tokens_details')
}
