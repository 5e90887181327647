/** Writes an answer as the chunks of a chat completion. */
import { batchMarks } from '../../delivery/batches.ts'
import { cutEvenly, cutIntoChunks } from '../../delivery/chunks.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { JsonObject } from '../../json.ts'
import type { Schedule, Verdict } from '../../moderation/schedule.ts'
import { obfuscationAt } from '../obfuscation.ts'
import type { Answer, AnswerChoice, AnsweredToolCall, Identity, ParsedRequest } from '../protocol.ts'
import { jsonStencil } from '../stencil.ts'
import type { ChatOptions } from './parse.ts'
import { completionIdOf, encodeUsage, finishReasonOf, isCallsAlone, systemFingerprint, toolCallId } from './parts.ts'
import type { ChatCompletionsTraits, ChatContext, ChunkKind } from './traits.ts'
import type { ChunkChoice, ChunkDelta, WireFinishReason, WireToolCallDelta, WireUsage } from './wire.ts'

const endMark: Frame = { data: '[DONE]', role: 'terminal' }

/** A frame before its place in the stream is known, on which its padding depends. */
interface Draft {
  readonly role?: 'content'
  readonly batch?: number
  readonly write: (place: number) => string
  /** Of a finish: the same frame with the usage of the whole. */
  readonly writeWithUsage?: (place: number) => string
  /** Of a finish: the same frame, with the usage of the whole or without it, as if the choice went on. */
  readonly writeOpen?: (place: number, withUsage: boolean) => string
}

type UsageField = { readonly usage?: WireUsage | null }

/** The chunks of one choice, as far as the whole completion decides them. */
type WriteChunk = (
  kind: ChunkKind,
  choices: readonly ChunkChoice[],
  usageField: UsageField,
  obfuscation: string,
  context: ChatContext,
) => JsonObject

/** Role, one frame a chunk, tool calls, finish, usage where it was asked for, `[DONE]`; several choices in turn. */
export function encodeChunks(
  { options, canonical }: ParsedRequest<ChatOptions>,
  answer: Answer,
  identity: Identity,
  traits: ChatCompletionsTraits,
): readonly Frame[] {
  const { adaptChunk = asItIs, completionId = completionIdOf, nullUsage = true, obfuscation: pads = true } = traits
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
  const write: WriteChunk = (kind, choices, usageField, obfuscation, context) =>
    adaptChunk({ ...head, choices, ...usageField, ...(padded && { obfuscation }) }, kind, context)

  const choices = [answer, ...answer.others]
  const contextOf = ({ moderation }: AnswerChoice): ChatContext => ({ request: canonical, moderations: [moderation] })
  const drafts = takeTurns(
    choices.map((choice, index) =>
      choiceDrafts(choice, index, identity, traits, { write, context: contextOf(choice), noUsageYet, usage }),
    ),
  )
  const final = traits.usage === 'final-choice' ? drafts.findLast(({ writeWithUsage }) => writeWithUsage) : undefined
  // A block ends a stream with its verdict: recorded without the usage that was asked for.
  const counts = traits.usage !== 'final-choice' && options.includeUsage && !choices.every(isBlocked)
  const context = contextOf(answer)
  const end: readonly Draft[] = counts
    ? [{ write: (place) => JSON.stringify(write('usage', [], { usage }, obfuscationAt(place), context)) }]
    : []

  const opening = traits.openingFrame?.(context)
  const frames: Frame[] = opening ? [{ data: JSON.stringify(opening) }] : []
  for (const each of [...drafts, ...end]) {
    const { write: writeAlone, writeWithUsage = writeAlone, writeOpen, ...marks } = each
    const place = frames.length
    frames.push({
      data: (each === final ? writeWithUsage : writeAlone)(place),
      ...marks,
      ...(writeOpen && { unfinished: writeOpen(place, each === final) }),
    })
  }
  frames.push(endMark)
  return frames
}

function asItIs(body: JsonObject): JsonObject {
  return body
}

function isBlocked({ moderation }: AnswerChoice): boolean {
  return moderation?.filter.block !== undefined
}

/** One of each, again and again, until all are used up; what is released together stays together. */
function takeTurns(lists: readonly (readonly Draft[])[]): readonly Draft[] {
  if (lists.length === 1) return lists[0] ?? []
  const shares = lists.map(releases)
  const longest = Math.max(...shares.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => shares.flatMap((share) => share[turn] ?? [])).flat()
}

function releases(drafts: readonly Draft[]): readonly (readonly Draft[])[] {
  const all: Draft[][] = []
  for (const draft of drafts) {
    if (draft.batch === 0) all.at(-1)?.push(draft)
    else all.push([draft])
  }
  return all
}

interface ChoiceWriter {
  readonly write: WriteChunk
  readonly context: ChatContext
  readonly noUsageYet: UsageField
  readonly usage: WireUsage
}

/** The frames of one choice, with what a filter says between them, up to where it ends them. */
function choiceDrafts(
  choice: AnswerChoice,
  index: number,
  identity: Identity,
  traits: ChatCompletionsTraits,
  { write, context, noUsageYet, usage }: ChoiceWriter,
): readonly Draft[] {
  const choiceOf = (delta: ChunkDelta, finish: WireFinishReason | null = null): ChunkChoice => ({
    index,
    delta,
    logprobs: null,
    finish_reason: finish,
  })
  const draft = (kind: ChunkKind, chunk: ChunkChoice, usageField = noUsageYet): Draft => ({
    write: (place) => JSON.stringify(write(kind, [chunk], usageField, obfuscationAt(place), context)),
  })
  /** One frame a text, which differ in it alone. */
  const pieces = (kind: ChunkKind, deltaOf: (text: string) => ChunkDelta, texts: readonly string[]): Draft[] => {
    const stencil = jsonStencil((text, padding) => write(kind, [choiceOf(deltaOf(text))], noUsageYet, padding, context))
    return texts.map((text) => ({
      role: 'content',
      write: (place) => stencil(JSON.stringify(text), `"${obfuscationAt(place)}"`),
    }))
  }

  const isRefused = choice.outcome === 'refused'
  const calls = choice.toolCalls.map((call, place): readonly [ChunkDelta, readonly Draft[]] => [
    { tool_calls: [openCall(toolCallId(identity, call, place, index), call, place)] },
    pieces(
      'tool',
      (text) => ({ tool_calls: [{ index: place, function: { arguments: text } }] }),
      call.chunks ?? cutEvenly(call.argumentText),
    ),
  ])
  // Recorded: a call that is the whole answer opens with the role, several follow it.
  const [onlyCall] = isCallsAlone(choice) && calls.length === 1 ? calls : []
  const batchOf = batchMarks(choice.moderation?.batches ?? null)
  const text = pieces(
    'content',
    (piece) => (isRefused ? { refusal: piece } : { content: piece }),
    choice.chunks ?? cutIntoChunks(choice.content),
  )
  const body: Draft[] = [
    draft('role', choiceOf(roleDelta(choice, onlyCall?.[0]))),
    ...text.map((piece, place) => {
      const batch = batchOf(place)
      return batch === undefined ? piece : { ...piece, batch }
    }),
    ...calls.flatMap(([opening, argumentPieces]) =>
      onlyCall === undefined ? [draft('tool', choiceOf(opening)), ...argumentPieces] : argumentPieces,
    ),
  ]
  const lastDelta = traits.usage === 'final-choice' ? { content: '' } : {}
  const end = choiceOf(lastDelta, finishReasonOf(choice))
  const open = choiceOf(lastDelta)
  const finish: Draft = {
    ...draft('finish', end),
    writeWithUsage: draft('finish', end, { usage }).write,
    writeOpen: (place, withUsage) => draft('finish', open, withUsage ? { usage } : noUsageYet).write(place),
  }
  return annotated(body, finish, choice.moderation?.schedule ?? null, (verdict) => ({
    write: () => JSON.stringify(traits.annotationFrame?.(verdict, index, context)),
  }))
}

function annotated(
  body: readonly Draft[],
  finish: Draft,
  schedule: Schedule | null,
  annotate: (verdict: Verdict) => Draft,
): readonly Draft[] {
  if (schedule === null) return [...body, finish]
  const drafts: Draft[] = []
  let sent = 0
  for (const [index, piece] of body.entries()) {
    drafts.push(piece)
    if (piece.role === 'content') sent++
    else if (index > 0) continue
    for (const verdict of schedule.after.get(sent) ?? []) drafts.push(annotate(verdict))
    if (sent === schedule.endsAfter) return drafts
  }
  return [...drafts, finish, ...schedule.afterFinish.map(annotate)]
}

function roleDelta(choice: AnswerChoice, onlyCall: ChunkDelta | undefined): ChunkDelta {
  const role = 'assistant'
  if (onlyCall !== undefined) return { role, content: null, ...onlyCall, refusal: null }
  if (isCallsAlone(choice)) return { role, content: null }
  return choice.outcome === 'refused' ? { role, content: null, refusal: '' } : { role, content: '', refusal: null }
}

function openCall(id: string, { name }: AnsweredToolCall, index: number): WireToolCallDelta {
  return { index, id, type: 'function', function: { name, arguments: '' } }
}
