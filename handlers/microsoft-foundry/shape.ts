/** Chat completions as Model Inference sends them, as recorded from a serverless deployment (2025). */
import {
  blockChatPrompt,
  blockedInferenceMessage,
  encodeBlockedChat,
  filteredPrompt,
  moderatedChat,
} from '../../src/index.ts'
import { azureHeaders, digitsOf, isHeaderValue, requireApiVersion, sortKeys, without } from '../../src/index.ts'
import type { JsonObject } from '../../src/index.ts'
import type {
  ChatCompletionBody,
  ChatCompletionChunk,
  ChatCompletionsTraits,
} from '../../src/protocols/chat-completions/index.ts'
import { encodeError, encodeRejection } from './errors.ts'
import { checkExtraParameters } from './extra-parameters.ts'

export type UsagePlace = NonNullable<ChatCompletionsTraits['usage']>

type Foreign = 'service_tier' | 'system_fingerprint'
type Choice = ChatCompletionBody['choices'][number]
type ChunkChoice = ChatCompletionChunk['choices'][number]

/** What Model Inference sends; `test/types` holds it against the client's types. */
export type InferenceBody = Omit<ChatCompletionBody, Foreign | 'choices' | 'usage'> & {
  readonly choices: readonly (Omit<Choice, 'message'> & {
    readonly message: Omit<Choice['message'], 'refusal' | 'annotations'>
  })[]
  readonly usage: InferenceUsage
}

export type InferenceChunk = Omit<ChatCompletionChunk, Foreign | 'choices' | 'usage'> & {
  readonly choices: readonly (Omit<ChunkChoice, 'delta'> & { readonly delta: Omit<ChunkChoice['delta'], 'refusal'> })[]
  readonly usage?: InferenceUsage | null
}

/** Three numbers: the API has no details. */
type InferenceUsage = Pick<ChatCompletionBody['usage'], 'prompt_tokens' | 'completion_tokens' | 'total_tokens'>

export type BlockStatus = 200 | 400

export function inferenceTraits(usage: UsagePlace, blockStatus: BlockStatus): ChatCompletionsTraits {
  const host: ChatCompletionsTraits = {
    formatBody: (body) => JSON.stringify(body),
    completionId: digitsOf,
    usage,
    nullUsage: usage === 'usage-frame',
    obfuscation: false,
    adaptCompletion: ({ choices, usage: counts, ...body }): InferenceBody =>
      sortKeys({
        ...without(body, 'service_tier', 'system_fingerprint'),
        choices: choices.map((choice) => ({ ...choice, message: without(choice.message, 'refusal', 'annotations') })),
        usage: usageOf(counts),
      }),
    adaptChunk: ({ choices, usage: counts, ...chunk }, kind): InferenceChunk =>
      sortKeys({
        ...without(chunk, 'service_tier', 'system_fingerprint'),
        choices: choices.map((choice) => ({
          ...choice,
          delta: kind === 'finish' ? { content: '' } : without(choice.delta, 'refusal'),
        })),
        ...(counts !== undefined && { usage: counts && usageOf(counts) }),
      }),
    checkShape: (snapshot) => requireApiVersion(snapshot) ?? checkExtraParameters(snapshot),
    encodePromptBlock: (_, block) => blockChatPrompt(blockedInferenceMessage, block),
    encodeRejection: (rejection) =>
      rejection.code === 'content_filter'
        ? encodeBlockedChat(rejection.message, rejection.filterResults ?? filteredPrompt)
        : encodeRejection(rejection),
    encodeError,
    headers: (kind, context, body) => {
      const code = body === undefined ? null : (JSON.parse(body) as { error: { code: string | null } }).error.code
      return { ...azureHeaders(kind, context), ...(isHeaderValue(code) && { 'x-ms-error-code': code }) }
    },
  }
  const moderated = moderatedChat(host, 'absent')
  if (blockStatus === 200) return moderated
  return {
    ...moderated,
    statusOf: (answers) => (answers.some(({ outcome }) => outcome === 'filtered') ? blockStatus : 200),
    adaptCompletion: (body, context) => {
      const adapted = moderated.adaptCompletion?.(body, context) ?? body
      return body.choices.some(isFiltered)
        ? blockedCompletion(body, adapted['choices'] as readonly JsonObject[])
        : adapted
    },
  }
}

function isFiltered({ finish_reason: reason }: Choice): boolean {
  return reason === 'content_filter'
}

/** Recorded in September 2026 of one choice, with HTTP 400 and no error in it. */
function blockedCompletion(
  { id, created, object, choices, usage }: ChatCompletionBody,
  adapted: readonly JsonObject[],
): JsonObject {
  return {
    id,
    model: '',
    choices: choices.map((choice, index) => (isFiltered(choice) ? blockedChoice(index) : (adapted[index] ?? {}))),
    usage: { prompt_tokens: usage.prompt_tokens, total_tokens: usage.prompt_tokens },
    created,
    object,
    prompt_filter_results: null,
  }
}

function blockedChoice(index: number): JsonObject {
  return {
    index,
    message: { role: 'assistant', content: '' },
    finish_reason: 'content_filter',
    content_filter_results: { error: { code: 'content_filter', message: 'Response content blocked.' } },
  }
}

function usageOf(usage: ChatCompletionBody['usage']): InferenceUsage {
  return without(usage, 'prompt_tokens_details', 'completion_tokens_details')
}
