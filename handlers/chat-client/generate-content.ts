/** Gemini's generateContent. */
import type { JsonObject } from '../../src/index.ts'
import type { Answer } from './answer.ts'
import { countIn, isObject, objectIn, objectsIn, textIn } from './json.ts'
import { asObject, readContent, systemText, type ToolResultPart } from './message-content.ts'
import type { ChatProtocol, ChatRequest } from './protocol.ts'
import type { ChatMessage, ChatResponse } from './types.ts'

const filters = ['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII']
const imageFilters = ['IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION', 'MODEL_ARMOR']

const finishReasons: Readonly<Record<string, ChatResponse['finishReason']>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  ...Object.fromEntries([...filters, ...imageFilters].map((reason) => [reason, 'content_filter'])),
}

/**
 * An id is the service's, or else its response's with the place of the call in it; then the signature of the thought
 * behind the call, which newer models want back with it.
 */
const separator = '#'

export const generateContent: ChatProtocol = {
  encodeRequest,
  readBody(body, answer) {
    readFrame(body, answer, 0)
  },
  readEvents(answer) {
    let calls = 0
    return (event) => {
      const frame = readFrame(event, answer, calls)
      calls = frame.calls
      return frame.ends
    }
  },
  readsOn: true,
}

function encodeRequest({ messages, maxTokens, tools = [], responseSchema }: ChatRequest): JsonObject {
  const system = systemText(messages)
  const config = {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(responseSchema && { responseMimeType: 'application/json', responseJsonSchema: responseSchema }),
  }
  return {
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: encodeHistory(messages),
    ...(tools.length > 0 && {
      tools: [
        {
          functionDeclarations: tools.map(({ name, description, parameters }) => ({
            name,
            ...(description !== undefined && { description }),
            ...(parameters && { parametersJsonSchema: parameters }),
          })),
        },
      ],
    }),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
  }
}

/** The service takes no empty content: an answer without text is left out. */
function encodeHistory(messages: readonly ChatMessage[]): readonly JsonObject[] {
  /** The functions that were called, by the ids of their calls. */
  const called = new Map<string, string>()
  return messages.flatMap((message) => {
    if (message.role === 'system') return []
    const { text, refusal, toolCalls, toolResults } = readContent(message)
    for (const { id, name } of toolCalls) called.set(id, name)
    const said = text + (refusal ?? '')
    const parts = [
      ...toolResults.map((result) => encodeResult(result, called)),
      ...(said === '' && (message.role === 'assistant' || toolResults.length > 0) ? [] : [{ text: said }]),
      ...toolCalls.map(({ id, name, arguments: given }) => ({
        functionCall: { ...idOf(id), name, args: asObject(given, 'arguments') },
        ...signatureOf(id),
      })),
    ]
    return parts.length === 0 ? [] : [{ role: message.role === 'assistant' ? 'model' : 'user', parts }]
  })
}

function encodeResult({ id, value }: ToolResultPart, called: ReadonlyMap<string, string>): JsonObject {
  const name = called.get(id)
  if (name === undefined) {
    throw new TypeError(
      `The result of the tool call ${JSON.stringify(id)} has no call before it, from which Gemini is told the function's name. Send the message that made the call, too.`,
    )
  }
  return { functionResponse: { ...idOf(id), name, response: asObject(value, 'output') } }
}

function callId(native: string | null, ours: string, { thoughtSignature }: JsonObject): string {
  const signature = textIn(thoughtSignature)
  if (signature === null) return native ?? ours
  return [native === null ? ours : native + separator, signature].join(separator)
}

/** The service is sent back no other id than its own. */
function idOf(ours: string): { readonly id?: string } {
  const [id = '', place = ''] = ours.split(separator)
  return id === '' || place !== '' ? {} : { id }
}

function signatureOf(id: string): { readonly thoughtSignature?: string } {
  const [, , thoughtSignature] = id.split(separator)
  return thoughtSignature === undefined ? {} : { thoughtSignature }
}

/** Reads one frame, which has the shape of a whole answer; `calls` counts those before it. */
function readFrame(
  frame: JsonObject,
  answer: Answer,
  calls: number,
): { readonly calls: number; readonly ends: boolean } {
  answer.id(textIn(frame['responseId']))
  const [candidate = {}] = objectsIn(frame['candidates'])
  let count = calls
  for (const part of objectsIn(objectIn(candidate['content'])['parts'])) {
    const text = textIn(part['text']) ?? ''
    if (part['thought'] === true) answer.reasoning(text)
    else answer.text(text)
    const call = part['functionCall']
    if (!isObject(call)) continue
    const id = callId(textIn(call['id']), `${textIn(frame['responseId']) ?? ''}${separator}${count}`, part)
    answer.toolCall(count++, { id, name: textIn(call['name']), value: objectIn(call['args']) })
  }
  const reason = textIn(candidate['finishReason'])
  const block = textIn(objectIn(frame['promptFeedback'])['blockReason'])
  if (block !== null) answer.finish(block, 'content_filter')
  else if (reason !== null) answer.finish(reason, finishReasons[reason] ?? 'other')
  const usage = frame['usageMetadata']
  if (isObject(usage)) {
    const input = countIn(usage['promptTokenCount']) + countIn(usage['toolUsePromptTokenCount'])
    const output = countIn(usage['candidatesTokenCount']) + countIn(usage['thoughtsTokenCount'])
    answer.usage(input, output, countIn(usage['totalTokenCount'] ?? input + output))
  }
  return { calls: count, ends: block !== null || reason !== null }
}
