/** Reads chat messages into the canonical history. */
import type { Rejection } from '../../admission/rejection.ts'
import { readArguments, type Message, type MessagePart, type MessageToolCall } from '../../request/canonical.ts'
import { ambiguousRefusal, imagePart, joinText, refusalOfParts, textBesideRefusal } from '../message-parts.ts'
import type { AssistantMessage, ChatMessage, UserPart } from './schema.ts'

export function readMessage(message: ChatMessage): Message {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: joinText(message.content) }
    case 'user': {
      const parts = typeof message.content === 'string' ? [] : message.content.flatMap(readPart)
      return { role: 'user', content: joinText(message.content), ...(parts.length > 0 && { parts }) }
    }
    case 'assistant':
      return readAssistant(message)
    case 'tool':
      return { role: 'tool', content: joinText(message.content), toolCallId: message.tool_call_id }
    case 'function':
      return { role: 'tool', content: message.content ?? '', toolCallId: message.name }
  }
}

/** A refusal may be written as the `refusal` field or as refusal parts; both give the same message. */
function readAssistant(message: AssistantMessage): Message {
  const toolCalls = readToolCalls(message)
  const refusal = refusalOf(message)
  return {
    role: 'assistant',
    content: refusal ?? joinText(message.content ?? ''),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(refusal !== null && { outputDisposition: { kind: 'refused' as const } }),
  }
}

function refusalOf({ content, refusal }: AssistantMessage): string | null {
  if (typeof refusal === 'string') return refusal
  return Array.isArray(content) ? refusalOfParts(content) : null
}

export function findAmbiguousRefusal(messages: readonly ChatMessage[]): Rejection | null {
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const reason = ambiguityOf(message)
    if (reason !== null) {
      const remedy = 'the refusal field with content null, or as refusal parts alone'
      return ambiguousRefusal(`messages[${index}]`, reason, remedy)
    }
  }
  return null
}

function ambiguityOf(message: AssistantMessage): string | null {
  const { content, refusal } = message
  const parts = Array.isArray(content) ? content : []
  const refusalParts = parts.filter((part) => part.type === 'refusal').length
  const hasField = typeof refusal === 'string'
  if (!hasField && refusalParts === 0) return null
  if (hasField && refusalParts > 0) return 'it has a refusal field and refusal parts'
  if (parts.length > refusalParts || (typeof content === 'string' && content !== '')) return textBesideRefusal
  if (readToolCalls(message).length > 0) return 'it has tool calls beside a refusal'
  return null
}

function readPart(part: UserPart): readonly MessagePart[] {
  switch (part.type) {
    case 'text':
      return []
    case 'image_url':
      return [imagePart(part.image_url.url)]
    case 'input_audio':
      return [{ type: 'audio', mediaType: `audio/${part.input_audio.format}` }]
    case 'file':
      return [{ type: 'file' }]
  }
}

/** The deprecated `function_call` has no id; its name stands in for one, as in the `function` message that answers it. */
function readToolCalls({ tool_calls, function_call }: AssistantMessage): readonly MessageToolCall[] {
  const calls = (tool_calls ?? []).map((call): MessageToolCall =>
    call.type === 'function'
      ? { id: call.id, name: call.function.name, arguments: readArguments(call.function.arguments) }
      : { id: call.id, name: call.custom.name, arguments: call.custom.input },
  )
  if (!function_call) return calls
  return [
    ...calls,
    { id: function_call.name, name: function_call.name, arguments: readArguments(function_call.arguments) },
  ]
}
