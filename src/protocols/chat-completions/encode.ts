/** Writes an answer as a chat completion. */
import type { JsonObject } from '../../json.ts'
import type { Answer, AnswerChoice, Identity, ParsedRequest } from '../protocol.ts'
import type { ChatOptions } from './parse.ts'
import { completionIdOf, encodeUsage, finishReasonOf, isCallsAlone, systemFingerprint, toolCallId } from './parts.ts'
import type { ChatCompletionsTraits } from './traits.ts'
import type { ChatCompletionBody, WireToolCall } from './wire.ts'

export function encodeCompletion(
  { options, canonical }: ParsedRequest<ChatOptions>,
  answer: Answer,
  identity: Identity,
  { adaptCompletion, completionId = completionIdOf }: ChatCompletionsTraits,
): JsonObject {
  const choices = [answer, ...answer.others]
  const body: ChatCompletionBody = {
    id: completionId(identity),
    object: 'chat.completion',
    created: identity.created,
    model: options.answeredModel,
    choices: choices.map((choice, index) => encodeChoice(choice, index, identity)),
    usage: encodeUsage(answer.usage),
    service_tier: 'default',
    system_fingerprint: systemFingerprint,
  }
  if (adaptCompletion === undefined) return body
  return adaptCompletion(body, { request: canonical, moderations: choices.map(({ moderation }) => moderation) })
}

function encodeChoice(choice: AnswerChoice, index: number, identity: Identity): ChatCompletionBody['choices'][number] {
  const { content, toolCalls, outcome } = choice
  const isRefused = outcome === 'refused'
  const calls = toolCalls.map((call, place): WireToolCall => ({
    id: toolCallId(identity, call, place, index),
    type: 'function',
    function: { name: call.name, arguments: call.argumentText },
  }))
  return {
    index,
    message: {
      role: 'assistant',
      content: isRefused || isCallsAlone(choice) ? null : content,
      ...(calls.length > 0 && { tool_calls: calls }),
      refusal: isRefused ? content : null,
      annotations: [],
    },
    logprobs: null,
    finish_reason: finishReasonOf(choice),
  }
}
