/** Chat completions: OpenAI, Azure OpenAI, DeepSeek, Model Inference. */
import type { JsonObject } from '../../src/index.ts'
import type { Answer } from './answer.ts'
import { countIn, isObject, objectIn, objectsIn, textIn } from './json.ts'
import { asText, readContent, type MessageContent } from './message-content.ts'
import type { ChatProtocol, ChatRequest } from './protocol.ts'
import type { ChatMessage, ChatResponse } from './types.ts'

/** In what the hosts of this format differ. */
export interface ChatTraits {
  readonly maxTokens: 'max_completion_tokens' | 'max_tokens'
  /** The first `api-version` that knows `stream_options`, or whether the host does; others tell usage unasked, or not at all. */
  readonly streamOptions: boolean | string
  /** A host without a form for refusals is sent their text as ordinary text. */
  readonly refusals: boolean
  readonly schema: 'json_schema' | 'json_object'
  /** What was thought goes back with the answer. */
  readonly returnsReasoning: boolean
}

const finishReasons: Readonly<Record<string, ChatResponse['finishReason']>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
}

export function chatCompletions(traits: ChatTraits): ChatProtocol {
  return {
    encodeRequest: (request) => encodeRequest(request, traits),
    readBody(body, answer) {
      readChunk(body, answer, 'message')
    },
    // Nothing but the end mark ends a stream: Azure says what it thinks of an answer behind its finish reason.
    readEvents: (answer) => (event) => {
      readChunk(event, answer, 'delta')
      return false
    },
    endMark: '[DONE]',
  }
}

function encodeRequest(
  { model, messages, stream, apiVersion, maxTokens, tools = [], responseSchema }: ChatRequest,
  traits: ChatTraits,
): JsonObject {
  const { streamOptions } = traits
  // Versions compare as texts: they are dates, and words such as `preview` come after every date.
  const counted = typeof streamOptions === 'boolean' ? streamOptions : (apiVersion ?? streamOptions) >= streamOptions
  return {
    model,
    messages: messages.flatMap((message) => encodeMessage(message, traits)),
    ...(stream && { stream, ...(counted && { stream_options: { include_usage: true } }) }),
    ...(maxTokens !== undefined && { [traits.maxTokens]: maxTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, ...(description !== undefined && { description }), ...(parameters && { parameters }) },
      })),
    }),
    ...(responseSchema && {
      response_format:
        traits.schema === 'json_object'
          ? { type: 'json_object' }
          : { type: 'json_schema', json_schema: { name: 'response', schema: responseSchema, strict: true } },
    }),
  }
}

function encodeMessage(message: ChatMessage, traits: ChatTraits): readonly JsonObject[] {
  const content = readContent(message)
  if (message.role === 'assistant') return [encodeAssistant(content, traits)]
  const results = content.toolResults.map(({ id, value }) => ({
    role: 'tool',
    tool_call_id: id,
    content: asText(value),
  }))
  const isSaid = message.role !== 'tool' && (results.length === 0 || content.text !== '')
  return [...results, ...(isSaid ? [{ role: message.role, content: content.text }] : [])]
}

function encodeAssistant(
  { text, reasoning, refusal, toolCalls }: MessageContent,
  { refusals, returnsReasoning }: ChatTraits,
): JsonObject {
  const role = 'assistant'
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: asText(given) },
  }))
  const called = {
    ...(calls.length > 0 && { tool_calls: calls }),
    // With calls also where nothing was thought: DeepSeek refuses a call without it.
    ...(returnsReasoning && (calls.length > 0 || reasoning !== '') && { reasoning_content: reasoning }),
  }
  if (refusal === null || !refusals) {
    const said = text + (refusal ?? '')
    return { role, content: said === '' && calls.length > 0 ? null : said, ...called }
  }
  if (text === '') return { role, content: null, refusal, ...called }
  const parts = [
    { type: 'text', text },
    { type: 'refusal', refusal },
  ]
  return { role, content: parts, ...called }
}

/** A whole completion differs from a chunk of a stream in one name. */
function readChunk(body: JsonObject, answer: Answer, name: 'message' | 'delta'): void {
  answer.id(textIn(body['id']))
  // Absent from the frames that tell usage alone, and from those with which Azure opens a stream.
  const choice = objectsIn(body['choices']).find(({ index = 0 }) => index === 0)
  if (choice !== undefined) {
    // Azure leaves it out of what it blocked, and of its annotations.
    const said = objectIn(choice[name])
    answer.reasoning(textIn(said['reasoning_content']) ?? textIn(said['reasoning']) ?? '')
    answer.text(textIn(said['content']) ?? '')
    const refusal = textIn(said['refusal'])
    if (refusal !== null) answer.refusal(refusal)
    for (const [place, call] of objectsIn(said['tool_calls']).entries()) readToolCall(call, place, answer)
    const reason = textIn(choice['finish_reason'])
    if (reason !== null) answer.finish(reason, finishReasons[reason] ?? 'other')
  }
  const usage = body['usage']
  if (isObject(usage)) {
    const input = countIn(usage['prompt_tokens'])
    const output = countIn(usage['completion_tokens'])
    answer.usage(input, output, countIn(usage['total_tokens'] ?? input + output))
  }
}

function readToolCall(call: JsonObject, place: number, answer: Answer): void {
  const { name, arguments: text } = objectIn(call['function'])
  const { index = place } = call
  answer.toolCall(countIn(index), { id: textIn(call['id']), name: textIn(name), text: textIn(text) })
}
