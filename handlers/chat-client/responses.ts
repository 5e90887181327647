/** Responses: OpenAI, Azure OpenAI, Foundry. */
import type { JsonObject } from '../../src/index.ts'
import type { Answer } from './answer.ts'
import { countIn, isObject, objectIn, objectsIn, textIn, type Loose } from './json.ts'
import { asText, readContent } from './message-content.ts'
import type { ChatProtocol, ChatRequest } from './protocol.ts'
import type { ChatMessage, ChatResponse } from './types.ts'

const incompleteReasons: Readonly<Record<string, ChatResponse['finishReason']>> = {
  max_output_tokens: 'length',
  content_filter: 'content_filter',
}

export const responses: ChatProtocol = { encodeRequest, readBody, readEvents }

function encodeRequest({ model, messages, stream, maxTokens, tools = [], responseSchema }: ChatRequest): JsonObject {
  return {
    model,
    input: messages.flatMap(encodeMessage),
    ...(stream && { stream }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...(tools.length > 0 && {
      // Said, because here a tool that does not say it is held to the strict subset of JSON Schema.
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        ...(description !== undefined && { description }),
        parameters: parameters ?? { type: 'object', properties: {} },
        strict: false,
      })),
    }),
    ...(responseSchema && {
      text: { format: { type: 'json_schema', name: 'response', schema: responseSchema, strict: true } },
    }),
  }
}

function encodeMessage(message: ChatMessage): readonly JsonObject[] {
  const { text, refusal, toolCalls, toolResults } = readContent(message)
  const { role } = message
  const results = toolResults.map(({ id, value }) => ({
    type: 'function_call_output',
    call_id: id,
    output: asText(value),
  }))
  if (role !== 'assistant') {
    const isSaid = role !== 'tool' && (results.length === 0 || text !== '')
    return [...results, ...(isSaid ? [{ role, content: text }] : [])]
  }
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: asText(given),
  }))
  const parts = [
    ...(text === '' ? [] : [{ type: 'output_text', text }]),
    ...(refusal === null ? [] : [{ type: 'refusal', refusal }]),
  ]
  const content = refusal === null ? text : parts
  return [...(text === '' && refusal === null && calls.length > 0 ? [] : [{ role, content }]), ...calls]
}

function readBody(body: JsonObject, answer: Answer): void {
  readOutput(body['output'], answer)
  readEnd(body, answer)
}

function readOutput(output: Loose, answer: Answer): void {
  for (const [place, item] of objectsIn(output).entries()) {
    switch (textIn(item['type']) ?? '') {
      case 'message':
        for (const part of objectsIn(item['content'])) {
          answer.text(textIn(part['text']) ?? '')
          if (part['type'] === 'refusal') answer.refusal(textIn(part['refusal']) ?? '')
        }
        break
      case 'reasoning':
        for (const part of [...objectsIn(item['summary']), ...objectsIn(item['content'])])
          answer.reasoning(textIn(part['text']) ?? '')
        break
      case 'function_call':
        answer.toolCall(place, callOf(item))
    }
  }
}

function callOf(item: JsonObject): { id: string | null; name: string | null; text: string | null } {
  return { id: textIn(item['call_id']), name: textIn(item['name']), text: textIn(item['arguments']) }
}

/** How the response ended: an incomplete one says why, and the others have their status alone. */
function readEnd(response: JsonObject, answer: Answer): void {
  answer.id(textIn(response['id']))
  const status = textIn(response['status'])
  const reason = textIn(objectIn(response['incomplete_details'])['reason'])
  answer.finish(
    reason ?? status,
    reason === null ? (status === 'completed' ? 'stop' : 'other') : (incompleteReasons[reason] ?? 'other'),
  )
  const usage = response['usage']
  if (isObject(usage)) {
    const input = countIn(usage['input_tokens'])
    const output = countIn(usage['output_tokens'])
    answer.usage(input, output, countIn(usage['total_tokens'] ?? input + output))
  }
}

function readEvents(answer: Answer): (event: JsonObject) => boolean {
  return (event) => {
    const response = objectIn(event['response'])
    const place = countIn(event['output_index'])
    switch (textIn(event['type']) ?? '') {
      case 'response.created':
        answer.id(textIn(response['id']))
        break
      case 'response.output_text.delta':
        answer.text(textIn(event['delta']) ?? '')
        break
      case 'response.content_part.added':
        // A refusal without a word has no delta.
        if (objectIn(event['part'])['type'] === 'refusal') answer.refusal('')
        break
      case 'response.refusal.delta':
        answer.refusal(textIn(event['delta']) ?? '')
        break
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        answer.reasoning(textIn(event['delta']) ?? '')
        break
      case 'response.output_item.added': {
        const item = objectIn(event['item'])
        if (item['type'] === 'function_call') answer.toolCall(place, callOf(item))
        break
      }
      case 'response.function_call_arguments.delta':
        answer.toolCall(place, { text: textIn(event['delta']) })
        break
      case 'response.completed':
      case 'response.incomplete':
        if (answer.isEmpty()) readOutput(response['output'], answer)
        readEnd(response, answer)
        return true
    }
    return false
  }
}
