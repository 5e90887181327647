/** Writes an answer as a chat completion, whole or in chunks. */
import type { CompleteUsage } from '../../conversation/usage.ts'
import { cutIntoChunks } from '../../delivery/chunks.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { JsonObject } from '../../json.ts'
import type { Answer, Identity, ParsedRequest } from '../protocol.ts'
import { jsonStencil } from '../stencil.ts'
import { obfuscationAt } from '../obfuscation.ts'
import type { ChatOptions } from './parse.ts'
import type { ChatCompletionsTraits, ChunkKind } from './traits.ts'
import type { ChunkChoice, ChunkDelta, WireFinishReason, WireUsage } from './wire.ts'

/** `chatcmpl-` and 29 characters. */
const idLength = 29
const systemFingerprint = 'fp_0000000000'
const endMark: Frame = { data: '[DONE]', role: 'terminal' }

export function encodeCompletion(
  { options }: ParsedRequest<ChatOptions>,
  answer: Answer,
  identity: Identity,
  { adaptCompletion = asItIs, completionId = completionIdOf }: ChatCompletionsTraits,
): JsonObject {
  const isRefused = answer.outcome === 'refused'
  return adaptCompletion({
    id: completionId(identity),
    object: 'chat.completion',
    created: identity.created,
    model: options.answeredModel,
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
  })
}

/** Role, one frame a chunk, finish, usage where it was asked for, `[DONE]`. */
export function encodeChunks(
  { options }: ParsedRequest<ChatOptions>,
  answer: Answer,
  identity: Identity,
  traits: ChatCompletionsTraits,
): readonly Frame[] {
  const { adaptChunk = asItIs, completionId = completionIdOf, nullUsage = true, obfuscation: pads = true } = traits
  const padded = pads && options.includeObfuscation
  const isRefused = answer.outcome === 'refused'
  const usage = encodeUsage(answer.usage)
  const noUsageYet = options.includeUsage && nullUsage ? { usage: null } : {}
  const head = {
    id: completionId(identity),
    object: 'chat.completion.chunk',
    created: identity.created,
    model: options.answeredModel,
    service_tier: 'default',
    system_fingerprint: systemFingerprint,
  } as const
  const frames: Frame[] = []

  const chunk = (
    kind: ChunkKind,
    choices: readonly ChunkChoice[],
    usageField: { usage?: WireUsage | null },
    obfuscation: string,
  ): JsonObject => adaptChunk({ ...head, choices, ...usageField, ...(padded && { obfuscation }) }, kind)
  const push = (kind: ChunkKind, choices: readonly ChunkChoice[], usageField: { usage?: WireUsage | null }): void => {
    frames.push({ data: JSON.stringify(chunk(kind, choices, usageField, obfuscationAt(frames.length))) })
  }

  if (traits.openingFrame !== undefined) frames.push({ data: JSON.stringify(traits.openingFrame()) })
  push(
    'role',
    [choiceOf({ role: 'assistant', content: isRefused ? null : '', refusal: isRefused ? '' : null }, null)],
    noUsageYet,
  )
  const textChunk = jsonStencil((text, obfuscation) =>
    chunk('content', [choiceOf(isRefused ? { refusal: text } : { content: text }, null)], noUsageYet, obfuscation),
  )
  for (const text of answer.chunks ?? cutIntoChunks(answer.content)) {
    frames.push({ data: textChunk(JSON.stringify(text), `"${obfuscationAt(frames.length)}"`), role: 'content' })
  }
  if (traits.usage === 'final-choice') {
    push('finish', [choiceOf({ content: '' }, finishReasonOf(answer))], { usage })
  } else {
    push('finish', [choiceOf({}, finishReasonOf(answer))], noUsageYet)
    if (options.includeUsage) push('usage', [], { usage })
  }
  frames.push(endMark)
  return frames
}

function asItIs(body: JsonObject): JsonObject {
  return body
}

function choiceOf(delta: ChunkDelta, finish: WireFinishReason | null): ChunkChoice {
  return { index: 0, delta, logprobs: null, finish_reason: finish }
}

function completionIdOf({ id }: Identity): string {
  return `chatcmpl-${id.padStart(idLength, '0')}`
}

/** A reason that this host does not have was a mismatch. */
function finishReasonOf({ outcome, finishReason }: Answer): WireFinishReason {
  return outcome === 'filtered' ? 'content_filter' : (finishReason as WireFinishReason)
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
