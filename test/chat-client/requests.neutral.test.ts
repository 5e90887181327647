/** What a request is on the wire: the body that arrives, as one value. */
import { expect, test } from 'vitest'
import type { JsonValue } from 'msw-llm'
import type { ChatMessage, ChatRequestOptions } from 'msw-llm/chat-client'
import { bodyOf, deepseek, inference, model } from './arrivals.ts'
import { hi } from './read.ts'
import { anthropic, gemini, openai, responses } from './replies.ts'
import { targets, targetsOf } from './targets.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const schema = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
  additionalProperties: false,
}
const asked: ChatRequestOptions = {
  maxTokens: 100,
  tools: [{ name: 'look_up', description: 'Looks up.', parameters }, { name: 'count' }],
  responseSchema: schema,
}

/** Every kind of part, in a dialogue with two calls at once. */
const dialogue: readonly ChatMessage[] = [
  { role: 'system', content: 'Be kind.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Weather, ' },
      { type: 'text', text: 'please.' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Two cities.' },
      { type: 'text', text: 'Let me see.' },
      { type: 'tool-call', id: 'call_1', name: 'look_up', arguments: { city: 'Jena' } },
      { type: 'tool-call', id: 'call_2', name: 'count', arguments: {} },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-result', id: 'call_1', value: { sky: 'blue' } }] },
  { role: 'tool', content: [{ type: 'tool-result', id: 'call_2', value: 'two' }] },
  { role: 'assistant', content: 'Blue.' },
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Thanks.' },
]

const chatCalls = [
  { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{"city":"Jena"}' } },
  { id: 'call_2', type: 'function', function: { name: 'count', arguments: '{}' } },
]
const chatDialogue = (answer: object): readonly object[] => [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Weather, please.' },
  { role: 'assistant', content: 'Let me see.', tool_calls: chatCalls, ...answer },
  { role: 'tool', tool_call_id: 'call_1', content: '{"sky":"blue"}' },
  { role: 'tool', tool_call_id: 'call_2', content: 'two' },
  { role: 'assistant', content: 'Blue.' },
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Thanks.' },
]
const chatTools = [
  { type: 'function', function: { name: 'look_up', description: 'Looks up.', parameters } },
  { type: 'function', function: { name: 'count' } },
]
const strict = { type: 'json_schema', json_schema: { name: 'response', schema, strict: true } }

test('chat completions: messages, tools, schema and bound', async () => {
  expect(await bodyOf(openai, dialogue, asked)).toEqual({
    model,
    messages: chatDialogue({}),
    max_completion_tokens: 100,
    tools: chatTools,
    response_format: strict,
  })
})

test('DeepSeek: its older bound, JSON without a schema, and the reasoning behind a call', async () => {
  expect(await bodyOf(deepseek, dialogue, asked)).toEqual({
    model,
    messages: chatDialogue({ reasoning_content: 'Two cities.' }),
    max_tokens: 100,
    tools: chatTools,
    response_format: { type: 'json_object' },
  })
})

test('Model Inference: its older bound', async () => {
  expect(await bodyOf(inference, dialogue, asked)).toEqual({
    model,
    messages: chatDialogue({}),
    max_tokens: 100,
    tools: chatTools,
    response_format: strict,
  })
})

test('Responses: items, tools, schema and bound', async () => {
  expect(await bodyOf(responses, dialogue, asked)).toEqual({
    model,
    input: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Weather, please.' },
      { role: 'assistant', content: 'Let me see.' },
      { type: 'function_call', call_id: 'call_1', name: 'look_up', arguments: '{"city":"Jena"}' },
      { type: 'function_call', call_id: 'call_2', name: 'count', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: '{"sky":"blue"}' },
      { type: 'function_call_output', call_id: 'call_2', output: 'two' },
      { role: 'assistant', content: 'Blue.' },
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Thanks.' },
    ],
    max_output_tokens: 100,
    tools: [
      { type: 'function', name: 'look_up', description: 'Looks up.', parameters, strict: false },
      { type: 'function', name: 'count', parameters: { type: 'object', properties: {} }, strict: false },
    ],
    text: { format: { type: 'json_schema', name: 'response', schema, strict: true } },
  })
})

test('Anthropic: the system prompt apart, the results of one turn in one message', async () => {
  expect(await bodyOf(anthropic, dialogue, asked)).toEqual({
    model,
    max_tokens: 100,
    system: 'Be kind.\n\nBe brief.',
    messages: [
      { role: 'user', content: 'Weather, please.' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool_use', id: 'call_1', name: 'look_up', input: { city: 'Jena' } },
          { type: 'tool_use', id: 'call_2', name: 'count', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: '{"sky":"blue"}' },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'two' },
        ],
      },
      { role: 'assistant', content: 'Blue.' },
      { role: 'user', content: 'Thanks.' },
    ],
    tools: [
      { name: 'look_up', description: 'Looks up.', input_schema: parameters },
      { name: 'count', input_schema: { type: 'object', properties: {} } },
    ],
    output_config: { format: { type: 'json_schema', schema } },
  })
})

test('Gemini: the system prompt apart, the names of functions with their results', async () => {
  expect(await bodyOf(gemini, dialogue, asked)).toEqual({
    systemInstruction: { parts: [{ text: 'Be kind.\n\nBe brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Weather, please.' }] },
      {
        role: 'model',
        parts: [
          { text: 'Let me see.' },
          { functionCall: { id: 'call_1', name: 'look_up', args: { city: 'Jena' } } },
          { functionCall: { id: 'call_2', name: 'count', args: {} } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'look_up', response: { sky: 'blue' } } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'call_2', name: 'count', response: { output: 'two' } } }] },
      { role: 'model', parts: [{ text: 'Blue.' }] },
      { role: 'user', parts: [{ text: 'Thanks.' }] },
    ],
    tools: [
      {
        functionDeclarations: [
          { name: 'look_up', description: 'Looks up.', parametersJsonSchema: parameters },
          { name: 'count' },
        ],
      },
    ],
    generationConfig: { maxOutputTokens: 100, responseMimeType: 'application/json', responseJsonSchema: schema },
  })
})

test('a plain question says what the route needs, and no more', async () => {
  const plain: Record<string, JsonValue> = {}
  for (const target of targets.filter(({ streamsAlways }) => streamsAlways !== true)) {
    plain[target.route] = await bodyOf(target, hi)
  }
  const messages = [{ role: 'user', content: 'Hi' }]
  const expected = { chat: { model, messages }, responses: { model, input: messages } } as const
  expect(plain).toEqual({
    ...Object.fromEntries(targetsOf('chat').map(({ route }) => [route, expected.chat])),
    ...Object.fromEntries(targetsOf('responses').map(({ route }) => [route, expected.responses])),
    [anthropic.route]: { model, max_tokens: 4096, messages },
    [gemini.route]: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
  })
})

test('a stream asks for usage where it is not told unasked', async () => {
  const asks: Record<string, JsonValue> = {}
  for (const target of targets) {
    const { stream = null, stream_options = null } = (await bodyOf(target, hi, {}, true)) as Record<string, JsonValue>
    asks[target.route] = [stream, stream_options]
  }
  const usage = { include_usage: true }
  expect(asks).toEqual(
    Object.fromEntries(
      targets.map(({ route, format }) => {
        const counted = format === 'chat' && !/foundry\/(models\/)?chat/.test(route)
        return [route, [format === 'contents' ? null : true, counted ? usage : null]]
      }),
    ),
  )
})
