/** Writes an answer as generated content, whole or in frames. */
import type { CompleteUsage } from '../../conversation/usage.ts'
import { cutIntoChunks } from '../../delivery/chunks.ts'
import type { Frame } from '../../delivery/frame.ts'
import type { JsonValue } from '../../json.ts'
import type { Answer, Identity, ParsedRequest } from '../protocol.ts'
import { without } from '../reshape.ts'
import { jsonStencil } from '../stencil.ts'
import type {
  BlockedPromptBody,
  GenerateContentBody,
  WireCandidate,
  WireContent,
  WireFinishReason,
  WireSafetyRating,
  WireUsage,
} from './wire.ts'

/** What a blocked candidate has in the place of its content: no key, or an empty object. */
export type SafetyContent = 'absent' | 'empty'

/** 22 characters of base64 for URLs. */
const idLength = 22

/** One of the categories that was recorded; a fixture's category is no harm category. */
const blockedRatings: readonly WireSafetyRating[] = [
  { category: 'HARM_CATEGORY_HATE_SPEECH', probability: 'LOW', blocked: true },
  ...(['DANGEROUS_CONTENT', 'HARASSMENT', 'SEXUALLY_EXPLICIT'] as const).map((harm): WireSafetyRating => ({
    category: `HARM_CATEGORY_${harm}`,
    probability: 'NEGLIGIBLE',
  })),
]

export function encodeBody(
  { canonical }: ParsedRequest,
  answer: Answer,
  identity: Identity,
  safetyContent: SafetyContent,
): GenerateContentBody {
  const { content, usage } = answer
  return bodyOf(lastCandidate(answer, content, safetyContent), encodeUsage(usage), canonical.model, identity)
}

/** One frame a chunk; the last says why the answer ends, or a frame without text does where a policy ended it. */
export function encodeFrames(
  { canonical, transport }: ParsedRequest,
  answer: Answer,
  identity: Identity,
  safetyContent: SafetyContent,
): readonly Frame[] {
  const format = formatOf(transport)
  const chunks = answer.chunks ?? cutIntoChunks(answer.content)
  const earlyUsage = encodeUsage({ ...answer.usage, outputTokens: answer.usage.reasoningTokens })
  const pieceOf = jsonStencil(
    (text) => bodyOf({ content: contentOf(text), index: 0 }, earlyUsage, canonical.model, identity),
    format,
  )
  const withText = endsWithText(answer)
  const pieces = withText ? chunks.slice(0, -1) : chunks
  const last = lastCandidate(answer, chunks.at(-1) ?? '', safetyContent)
  return [
    ...pieces.map((text): Frame => ({ data: pieceOf(JSON.stringify(text), ''), role: 'content' })),
    {
      data: format(bodyOf(last, encodeUsage(answer.usage), canonical.model, identity)),
      role: withText && chunks.length > 0 ? 'final-content' : 'terminal',
      unfinished: format(bodyOf(without(last, 'finishReason'), encodeUsage(answer.usage), canonical.model, identity)),
    },
  ]
}

/** A prompt that was blocked: no candidates, and nothing of the model. Recorded in 2026. */
export function encodeBlockedPrompt(blockReason: string, { inputTokens }: CompleteUsage): BlockedPromptBody {
  return {
    promptFeedback: { blockReason },
    usageMetadata: { promptTokenCount: inputTokens, totalTokenCount: inputTokens },
  }
}

/** The white space of a transport: a line with a space after each colon, or two spaces a level. */
export function formatOf(transport: ParsedRequest['transport']): (value: JsonValue) => string {
  if (transport !== 'sse') return (value) => JSON.stringify(value, null, 2)
  // A string holds no line break of its own: JSON escapes it.
  return (value) => JSON.stringify(value, null, 1).replace(/\n */g, '')
}

function bodyOf(
  candidate: WireCandidate,
  usageMetadata: WireUsage,
  modelVersion: string,
  { id }: Identity,
): GenerateContentBody {
  return { candidates: [candidate], usageMetadata, modelVersion, responseId: id.padStart(idLength, '0') }
}

function contentOf(text: string): WireContent {
  return { parts: [{ text }], role: 'model' }
}

function endsWithText({ outcome, finishReason }: Answer): boolean {
  return outcome === 'ordinary' && (finishReason === 'stop' || finishReason === 'length')
}

/** The candidate that ends an answer; what a policy stopped shows no text. */
function lastCandidate(answer: Answer, text: string, safetyContent: SafetyContent): WireCandidate {
  const index = 0
  const { outcome, finishReason, content } = answer
  if (endsWithText(answer)) {
    return { content: contentOf(text), finishReason: finishReason === 'stop' ? 'STOP' : 'MAX_TOKENS', index }
  }
  if (outcome === 'filtered') {
    const empty = safetyContent === 'empty' && { content: {} }
    return { ...empty, finishReason: 'SAFETY', index, safetyRatings: blockedRatings }
  }
  const stopped = { finishReason: finishReason as WireFinishReason, index }
  switch (finishReason) {
    case 'RECITATION': {
      const source = { startIndex: 0, endIndex: content.length, uri: 'https://example.com/' }
      return { ...stopped, citationMetadata: { citationSources: [source] } }
    }
    case 'MALFORMED_FUNCTION_CALL':
      return { ...stopped, finishMessage: 'Malformed function call' }
    default:
      return stopped
  }
}

/** Counts of 0 are left out, as protocol buffers do; thoughts are no part of the candidates. */
function encodeUsage({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: CompleteUsage): WireUsage {
  const candidates = outputTokens - reasoningTokens
  return {
    promptTokenCount: inputTokens,
    ...(candidates > 0 && { candidatesTokenCount: candidates }),
    totalTokenCount: inputTokens + outputTokens,
    ...(cachedInputTokens > 0 && { cachedContentTokenCount: cachedInputTokens }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputTokens }],
    ...(cachedInputTokens > 0 && { cacheTokensDetails: [{ modality: 'TEXT', tokenCount: cachedInputTokens }] }),
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
    serviceTier: 'standard',
  }
}
