/** Writes an answer as a chat completion, whole or in chunks. */
import type { CompleteUsage } from '../../conversation/usage.ts'
import { batchMarks } from '../../delivery/batches.ts'
import { cutEvenly, cutIntoChunks } from '../../delivery/chunks.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { JsonObject } from '../../json.ts'
import type { Schedule, Verdict } from '../../moderation/schedule.ts'
import type { Answer, AnsweredToolCall, Identity, ParsedRequest } from '../protocol.ts'
import { jsonStencil } from '../stencil.ts'
import { obfuscationAt } from '../obfuscation.ts'
import type { ChatOptions } from './parse.ts'
import type { ChatCompletionsTraits, ChatContext, ChunkKind } from './traits.ts'
import type {
  ChatCompletionBody,
  ChunkChoice,
  ChunkDelta,
  WireFinishReason,
  WireToolCall,
  WireToolCallDelta,
  WireUsage,
} from './wire.ts'

/** `chatcmpl-` and 29 characters. */
const idLength = 29
const toolCallIdLength = 24
const systemFingerprint = 'fp_0000000000'
const endMark: Frame = { data: '[DONE]', role: 'terminal' }

export function encodeCompletion(
  { options, canonical }: ParsedRequest<ChatOptions>,
  answer: Answer,
  identity: Identity,
  { adaptCompletion = asItIs, completionId = completionIdOf }: ChatCompletionsTraits,
): JsonObject {
  const { content, toolCalls } = answer
  const isRefused = answer.outcome === 'refused'
  const calls = toolCalls.map((call, index): WireToolCall => ({
    id: toolCallId(identity, call, index),
    type: 'function',
    function: { name: call.name, arguments: call.argumentText },
  }))
  const body: ChatCompletionBody = {
    id: completionId(identity),
    object: 'chat.completion',
    created: identity.created,
    model: options.answeredModel,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: isRefused || isCallsAlone(answer) ? null : content,
          ...(calls.length > 0 && { tool_calls: calls }),
          refusal: isRefused ? content : null,
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
  return adaptCompletion(body, { request: canonical, moderation: answer.moderation })
}

/** A frame before its place in the stream is known, on which its padding depends. */
interface Draft {
  readonly role?: 'content'
  readonly batch?: number
  readonly write: (place: number) => string
}

type UsageField = { readonly usage?: WireUsage | null }

/** Role, one frame a chunk, tool calls, finish, usage where it was asked for, `[DONE]`. */
export function encodeChunks(
  { options, canonical }: ParsedRequest<ChatOptions>,
  answer: Answer,
  identity: Identity,
  traits: ChatCompletionsTraits,
): readonly Frame[] {
  const { adaptChunk = asItIs, completionId = completionIdOf, nullUsage = true, obfuscation: pads = true } = traits
  const context: ChatContext = { request: canonical, moderation: answer.moderation }
  const padded = pads && options.includeObfuscation
  const usage = encodeUsage(answer.usage)
  const noUsageYet: UsageField = options.includeUsage && nullUsage ? { usage: null } : {}
  const head = {
    id: completionId(identity),
    object: 'chat.completion.chunk',
    created: identity.created,
    model: options.answeredModel,
    service_tier: 'default',
    system_fingerprint: systemFingerprint,
  } as const

  const chunk = (
    kind: ChunkKind,
    choices: readonly ChunkChoice[],
    usageField: UsageField,
    obfuscation: string,
  ): JsonObject => adaptChunk({ ...head, choices, ...usageField, ...(padded && { obfuscation }) }, kind, context)
  const draft = (kind: ChunkKind, choices: readonly ChunkChoice[], usageField: UsageField = noUsageYet): Draft => ({
    write: (place) => JSON.stringify(chunk(kind, choices, usageField, obfuscationAt(place))),
  })
  /** One frame a text, which differ in it alone. */
  const pieces = (kind: ChunkKind, deltaOf: (text: string) => ChunkDelta, texts: readonly string[]): Draft[] => {
    const stencil = jsonStencil((text, padding) => chunk(kind, [choiceOf(deltaOf(text))], noUsageYet, padding))
    return texts.map((text) => ({
      role: 'content',
      write: (place) => stencil(JSON.stringify(text), `"${obfuscationAt(place)}"`),
    }))
  }

  const isRefused = answer.outcome === 'refused'
  const chunks = answer.chunks ?? cutIntoChunks(answer.content)
  const calls = answer.toolCalls.map((call, index): readonly [ChunkDelta, readonly Draft[]] => [
    { tool_calls: [openCall(toolCallId(identity, call, index), call, index)] },
    pieces(
      'tool',
      (text) => ({ tool_calls: [{ index, function: { arguments: text } }] }),
      call.chunks ?? cutEvenly(call.argumentText),
    ),
  ])
  // Recorded: a call that is the whole answer opens with the role, several follow it.
  const [onlyCall] = isCallsAlone(answer) && calls.length === 1 ? calls : []
  const markOf = batchMarks(answer.moderation?.batches ?? null)
  const text = pieces('content', (piece) => (isRefused ? { refusal: piece } : { content: piece }), chunks)
  const body: Draft[] = [
    draft('role', [choiceOf(roleDelta(answer, onlyCall?.[0]))]),
    ...text.map((piece, place): Draft => ({ ...piece, ...batchOf(markOf(place)) })),
    ...calls.flatMap(([opening, argumentPieces]) =>
      onlyCall === undefined ? [draft('tool', [choiceOf(opening)]), ...argumentPieces] : argumentPieces,
    ),
  ]
  const finish =
    traits.usage === 'final-choice'
      ? draft('finish', [choiceOf({ content: '' }, finishReasonOf(answer))], { usage })
      : draft('finish', [choiceOf({}, finishReasonOf(answer))])
  // A block ends the stream with the verdict: recorded without the usage that was asked for.
  const counts = traits.usage !== 'final-choice' && options.includeUsage && !isBlocked(answer)
  const end = counts ? [draft('usage', [], { usage })] : []
  const annotate = (verdict: Verdict): Draft => ({
    write: () => JSON.stringify(traits.annotationFrame?.(verdict, context)),
  })

  const opening = traits.openingFrame?.(context)
  const frames: Frame[] = opening ? [{ data: JSON.stringify(opening) }] : []
  for (const { write, ...marks } of annotated(body, finish, end, answer.moderation?.schedule ?? null, annotate)) {
    frames.push({ data: write(frames.length), ...marks })
  }
  frames.push(endMark)
  return frames
}

function batchOf(batch: number | undefined): { readonly batch?: number } {
  return batch === undefined ? {} : { batch }
}

function isBlocked({ moderation }: Answer): boolean {
  return moderation?.filter.block !== undefined
}

/** The frames of an answer with what a filter says between them, up to where it ends the stream. */
function annotated(
  body: readonly Draft[],
  finish: Draft,
  end: readonly Draft[],
  schedule: Schedule | null,
  annotate: (verdict: Verdict) => Draft,
): readonly Draft[] {
  if (schedule === null) return [...body, finish, ...end]
  const drafts: Draft[] = []
  let sent = 0
  for (const [index, piece] of body.entries()) {
    drafts.push(piece)
    if (piece.role === 'content') sent++
    else if (index > 0) continue
    drafts.push(...(schedule.after.get(sent) ?? []).map(annotate))
    if (sent === schedule.endsAfter) return drafts
  }
  return [...drafts, finish, ...schedule.afterFinish.map(annotate), ...end]
}

function roleDelta(answer: Answer, onlyCall: ChunkDelta | undefined): ChunkDelta {
  const role = 'assistant'
  if (onlyCall !== undefined) return { role, content: null, ...onlyCall, refusal: null }
  if (isCallsAlone(answer)) return { role, content: null }
  return answer.outcome === 'refused' ? { role, content: null, refusal: '' } : { role, content: '', refusal: null }
}

/** The answer has no text of its own. */
function isCallsAlone({ content, toolCalls }: Answer): boolean {
  return toolCalls.length > 0 && content === ''
}

function openCall(id: string, { name }: AnsweredToolCall, index: number): WireToolCallDelta {
  return { index, id, type: 'function', function: { name, arguments: '' } }
}

/** `call_` and 24 characters; the calls of one answer are counted at the end. */
function toolCallId({ id }: Identity, call: AnsweredToolCall, index: number): string {
  return call.id ?? `call_${id.padStart(toolCallIdLength - 2, '0')}${String(index).padStart(2, '0')}`
}

function asItIs(body: JsonObject): JsonObject {
  return body
}

function choiceOf(delta: ChunkDelta, finish: WireFinishReason | null = null): ChunkChoice {
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
