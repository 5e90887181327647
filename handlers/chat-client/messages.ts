/** Anthropic's Messages. */
import type { JsonObject } from '../../src/index.ts'
import type { Answer } from './answer.ts'
import { countIn, isObject, objectIn, objectsIn, textIn, type Loose } from './json.ts'
import { asObject, asText, readContent, systemText } from './message-content.ts'
import type { ChatProtocol, ChatRequest } from './protocol.ts'
import type { ChatMessage, ChatResponse } from './types.ts'

/** The service wants a bound; every model of it can write as much. */
const defaultMaxTokens = 4096

const finishReasons: Readonly<Record<string, ChatResponse['finishReason']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'refusal',
}

export const messages: ChatProtocol = { encodeRequest, readBody, readEvents }

function encodeRequest({
  model,
  messages: history,
  stream,
  maxTokens = defaultMaxTokens,
  tools = [],
  responseSchema,
}: ChatRequest): JsonObject {
  const system = systemText(history)
  return {
    model,
    max_tokens: maxTokens,
    ...(system !== '' && { system }),
    messages: encodeHistory(history),
    ...(stream && { stream }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        ...(description !== undefined && { description }),
        input_schema: parameters ?? { type: 'object', properties: {} },
      })),
    }),
    ...(responseSchema && { output_config: { format: { type: 'json_schema', schema: responseSchema } } }),
  }
}

/** The service wants the results of parallel calls in one message, so what one role says in turn is one message. */
function encodeHistory(history: readonly ChatMessage[]): readonly JsonObject[] {
  const encoded: { readonly role: string; readonly content: JsonObject[] }[] = []
  for (const message of history) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const blocks = encodeBlocks(message)
    // The service takes no empty message. A refusal leaves one behind, and asks for its turn to be left out.
    if (blocks.length === 0) continue
    const last = encoded.at(-1)
    if (message.role === 'tool' && last?.content[0]?.['type'] === 'tool_result') last.content.push(...blocks)
    else encoded.push({ role, content: [...blocks] })
  }
  return encoded.map(({ role, content }) => {
    const [first, ...others] = content
    return { role, content: first?.['type'] === 'text' && others.length === 0 ? (first['text'] ?? '') : content }
  })
}

/** Of a refusal nothing: its message is the service's explanation, which the model did not say. */
function encodeBlocks(message: ChatMessage): readonly JsonObject[] {
  const { text, toolCalls, toolResults } = readContent(message)
  return [
    ...toolResults.map(({ id, value }) => ({ type: 'tool_result', tool_use_id: id, content: asText(value) })),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...toolCalls.map(({ id, name, arguments: given }) => ({
      type: 'tool_use',
      id,
      name,
      input: asObject(given, 'arguments'),
    })),
  ]
}

function readBody(body: JsonObject, answer: Answer): void {
  answer.id(textIn(body['id']))
  for (const [place, block] of objectsIn(body['content']).entries()) readBlock(block, place, answer)
  readStop(body, answer)
  readUsage(objectIn(body['usage']), answer)
}

function readBlock(block: JsonObject, place: number, answer: Answer): void {
  switch (textIn(block['type']) ?? '') {
    case 'text':
      answer.text(textIn(block['text']) ?? '')
      break
    case 'thinking':
      answer.reasoning(textIn(block['thinking']) ?? '')
      break
    case 'tool_use':
      answer.toolCall(place, { id: textIn(block['id']), name: textIn(block['name']), value: block['input'] })
  }
}

function readStop({ stop_reason, stop_details }: JsonObject, answer: Answer): void {
  const reason = textIn(stop_reason)
  if (reason === null) return
  if (reason === 'refusal') answer.refusal(textIn(objectIn(stop_details)['explanation']) ?? '')
  answer.finish(reason, finishReasons[reason] ?? 'other')
}

/** What was read from the cache, or written to it, is no part of the service's input tokens. */
function readUsage(usage: JsonObject, answer: Answer): void {
  if (Object.keys(usage).length === 0) return
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']
  answer.usage(
    input.reduce((sum, name) => sum + countIn(usage[name]), 0),
    countIn(usage['output_tokens']),
  )
}

function readEvents(answer: Answer): (event: JsonObject) => boolean {
  let usage: JsonObject = {}
  /** Later counts take the place of earlier ones; what a later event leaves out, or has as null, stays. */
  const amend = (later: Loose): void => {
    if (!isObject(later)) return
    usage = { ...usage, ...Object.fromEntries(Object.entries(later).filter(([, count]) => count !== null)) }
    readUsage(usage, answer)
  }
  return (event) => {
    const place = countIn(event['index'])
    switch (textIn(event['type']) ?? '') {
      case 'message_start': {
        const message = objectIn(event['message'])
        answer.id(textIn(message['id']))
        amend(message['usage'])
        break
      }
      case 'content_block_start':
        readBlock(objectIn(event['content_block']), place, answer)
        break
      case 'content_block_delta': {
        const delta = objectIn(event['delta'])
        answer.text(textIn(delta['text']) ?? '')
        answer.reasoning(textIn(delta['thinking']) ?? '')
        const json = textIn(delta['partial_json'])
        if (json !== null) answer.toolCall(place, { text: json })
        break
      }
      case 'message_delta':
        readStop(objectIn(event['delta']), answer)
        amend(event['usage'])
        break
      case 'message_stop':
        return true
    }
    return false
  }
}
