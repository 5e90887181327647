/** What bodies and frames of chat completions say alike. */
import type { CompleteUsage } from '../../conversation/usage.ts'
import type { AnswerChoice, AnsweredToolCall, Identity } from '../protocol.ts'
import type { WireFinishReason, WireUsage } from './wire.ts'

/** `chatcmpl-` and 29 characters. */
const idLength = 29
const toolCallIdLength = 24

export const systemFingerprint = 'fp_0000000000'

export function completionIdOf({ id }: Identity): string {
  return `chatcmpl-${id.padStart(idLength, '0')}`
}

/** A reason that this host does not have was a mismatch. */
export function finishReasonOf({ outcome, finishReason }: AnswerChoice): WireFinishReason {
  return outcome === 'filtered' ? 'content_filter' : (finishReason as WireFinishReason)
}

export function encodeUsage({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  reasoningTokens,
}: CompleteUsage): WireUsage {
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

/** The answer has no text of its own. */
export function isCallsAlone({ content, toolCalls }: AnswerChoice): boolean {
  return toolCalls.length > 0 && content === ''
}

/** `call_` and 24 characters; the calls of a choice are counted at the end, and before them the choices. */
export function toolCallId({ id }: Identity, call: AnsweredToolCall, index: number, choice: number): string {
  const places = `${choice === 0 ? '' : choice}${String(index).padStart(2, '0')}`
  return call.id ?? `call_${id.padStart(toolCallIdLength - places.length, '0')}${places}`
}
