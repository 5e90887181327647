/** Writes an answer as a chat completion, whole or in chunks. */
import type { CompleteUsage } from '../../conversation/usage.ts'
import { cutIntoChunks } from '../../delivery/chunks.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { Answer, Identity, ParsedRequest } from '../protocol.ts'
import { jsonStencil } from '../stencil.ts'
import { obfuscationAt } from './obfuscation.ts'
import type { ChatOptions } from './parse.ts'
import type { ChatCompletionsTraits } from './traits.ts'
import type {
  ChatCompletionBody,
  ChatCompletionChunk,
  ChunkChoice,
  ChunkDelta,
  WireFinishReason,
  WireUsage,
} from './wire.ts'

/** `chatcmpl-` and 29 characters. */
const idLength = 29
const systemFingerprint = 'fp_0000000000'
const endMark: Frame = { data: '[DONE]', role: 'terminal' }

export function encodeCompletion(
  { canonical }: ParsedRequest<ChatOptions>,
  answer: Answer,
  identity: Identity,
): ChatCompletionBody {
  const isRefused = answer.outcome === 'refused'
  return {
    id: completionId(identity),
    object: 'chat.completion',
    created: identity.created,
    model: canonical.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: isRefused ? null : answer.content,
          refusal: isRefused ? answer.content : null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: finishReasonOf(answer),
      },
    ],
    usage: encodeUsage(answer.usage),
    service_tier: 'default',
    system_fingerprint: systemFingerprint,
  }
}

/** Role, one frame a chunk, finish, usage where it was asked for, `[DONE]`. */
export function encodeChunks(
  { canonical, options }: ParsedRequest<ChatOptions>,
  answer: Answer,
  identity: Identity,
  traits: ChatCompletionsTraits,
): readonly Frame[] {
  const padded = traits.obfuscation && options.includeObfuscation
  const isRefused = answer.outcome === 'refused'
  const usage = encodeUsage(answer.usage)
  const noUsageYet = options.includeUsage ? { usage: null } : {}
  const head = {
    id: completionId(identity),
    object: 'chat.completion.chunk',
    created: identity.created,
    model: canonical.model,
    service_tier: 'default',
    system_fingerprint: systemFingerprint,
  } as const
  const frames: Frame[] = []

  const chunk = (
    choices: readonly ChunkChoice[],
    usageField: { usage?: WireUsage | null },
    obfuscation: string,
  ): ChatCompletionChunk => ({ ...head, choices, ...usageField, ...(padded && { obfuscation }) })
  const push = (choices: readonly ChunkChoice[], usageField: { usage?: WireUsage | null }): void => {
    frames.push({ data: JSON.stringify(chunk(choices, usageField, obfuscationAt(frames.length))) })
  }

  push(
    [choiceOf({ role: 'assistant', content: isRefused ? null : '', refusal: isRefused ? '' : null }, null)],
    noUsageYet,
  )
  const textChunk = jsonStencil((text, obfuscation) =>
    chunk([choiceOf(isRefused ? { refusal: text } : { content: text }, null)], noUsageYet, obfuscation),
  )
  for (const text of answer.chunks ?? cutIntoChunks(answer.content)) {
    frames.push({ data: textChunk(JSON.stringify(text), `"${obfuscationAt(frames.length)}"`), role: 'content' })
  }
  if (traits.usage === 'final-choice') {
    push([choiceOf({ content: '' }, finishReasonOf(answer))], { usage })
  } else {
    push([choiceOf({}, finishReasonOf(answer))], noUsageYet)
    if (options.includeUsage) push([], { usage })
  }
  frames.push(endMark)
  return frames
}

function choiceOf(delta: ChunkDelta, finish: WireFinishReason | null): ChunkChoice {
  return { index: 0, delta, logprobs: null, finish_reason: finish }
}

function completionId({ id }: Identity): string {
  return `chatcmpl-${id.padStart(idLength, '0')}`
}

function finishReasonOf({ outcome, finishReason }: Answer): WireFinishReason {
  return outcome === 'filtered' ? 'content_filter' : finishReason
}

function encodeUsage({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: CompleteUsage): WireUsage {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}
