/** Reads input items into the canonical history. */
import type { Rejection } from '../../admission/rejection.ts'
import { readArguments, type Message, type MessagePart, type MessageToolCall } from '../../request/canonical.ts'
import { ambiguousRefusal, imagePart, joinText, refusalOfParts, textBesideRefusal } from '../message-parts.ts'
import {
  isMessage,
  type CallItem,
  type InputItem,
  type InputPart,
  type MessageItem,
  type ResponsesRequest,
  type ResultItem,
} from './schema.ts'

/** Instructions come first. */
export function readHistory({ instructions, input }: ResponsesRequest): readonly Message[] {
  const history: Message[] = instructions == null ? [] : [{ role: 'system', content: instructions }]
  if (typeof input === 'string') return [...history, { role: 'user', content: input }]
  /** Where the next call goes. A turn with several calls is one message, as it is in chat completions. */
  let calls: MessageToolCall[] | null = null
  /** The answer that the next call would belong to. */
  let answer: Message | null = null
  for (const item of input) {
    if (isMessage(item)) {
      const message = readMessage(item)
      history.push(message)
      calls = null
      answer = message.role === 'assistant' && message.outputDisposition === undefined ? message : null
    } else if (isCall(item)) {
      if (calls === null) {
        if (answer !== null) history.pop()
        calls = []
        history.push({ ...(answer ?? { role: 'assistant', content: '' }), toolCalls: calls })
      }
      calls.push(readCall(item))
    } else if (isResult(item)) {
      history.push({ role: 'tool', ...readContent(item.output), toolCallId: item.call_id })
      calls = answer = null
    }
  }
  return history
}

export function findAmbiguousRefusal({ input }: ResponsesRequest): Rejection | null {
  if (typeof input === 'string') return null
  for (const [index, item] of input.entries()) {
    if (!isMessage(item) || item.role !== 'assistant' || typeof item.content === 'string') continue
    const types = new Set(item.content.map(({ type }) => type))
    if (types.size > 1) return ambiguousRefusal(`input[${index}]`, textBesideRefusal, 'refusal parts alone')
  }
  return null
}

function readMessage(item: MessageItem): Message {
  if (item.role === 'assistant') {
    const refusal = typeof item.content === 'string' ? null : refusalOfParts(item.content)
    return {
      role: 'assistant',
      content: refusal ?? joinText(item.content),
      ...(refusal !== null && { outputDisposition: { kind: 'refused' as const } }),
    }
  }
  return { role: item.role === 'user' ? 'user' : 'system', ...readContent(item.content) }
}

function readContent(content: string | readonly InputPart[]): Pick<Message, 'content' | 'parts'> {
  const parts = typeof content === 'string' ? [] : content.flatMap(readPart)
  return { content: joinText(content), ...(parts.length > 0 && { parts }) }
}

function readPart(part: InputPart): readonly MessagePart[] {
  switch (part.type) {
    case 'input_text':
      return []
    case 'input_image':
      return [imagePart(part.image_url ?? '')]
    case 'input_audio':
      return [{ type: 'audio', mediaType: `audio/${part.input_audio.format}` }]
    case 'input_file':
      return [{ type: 'file' }]
  }
}

function readCall(item: CallItem): MessageToolCall {
  return {
    id: item.call_id,
    name: item.name,
    arguments: item.type === 'function_call' ? readArguments(item.arguments) : item.input,
  }
}

function isCall(item: InputItem): item is CallItem {
  return 'type' in item && (item.type === 'function_call' || item.type === 'custom_tool_call')
}

function isResult(item: InputItem): item is ResultItem {
  return 'type' in item && (item.type === 'function_call_output' || item.type === 'custom_tool_call_output')
}
