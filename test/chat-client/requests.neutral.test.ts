/** What a request is on the wire: the body that arrives, as one value. */
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type JsonValue } from 'msw-llm'
import type { ChatMessage, ChatRequestOptions } from 'msw-llm/chat-client'
import { hi, ways } from './read.ts'
import { clientOf, targets, targetsOf, type ClientTarget } from './targets.ts'

/** The body as it arrived. */
async function bodyOf(
  target: ClientTarget,
  messages: readonly ChatMessage[],
  options: ChatRequestOptions = {},
  stream = false,
): Promise<JsonValue> {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('Yes.')] }))
  await ways.find((way) => way.stream === stream)!.ask(clientOf(target, { fetch: llm.fetch }), messages, options)
  expect(llm.journal.map(({ request }) => request.route)).toEqual([
    stream ? target.route.replace(':generateContent', ':streamGenerateContent') : target.route,
  ])
  return llm.journal[0]!.request.body
}

function named(route: string): ClientTarget {
  return targets.find((target) => target.route === route)!
}

const openai = named('POST /openai/v1/chat/completions')
const deepseek = named('POST /deepseek/v1/chat/completions')
const inference = named('POST /microsoft-foundry/models/chat/completions')
const responses = named('POST /openai/v1/responses')
const anthropic = named('POST /anthropic/v1/messages')
const gemini = named('POST /gemini/v1beta/models/{model}:generateContent')

const model = 'the-model'
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

test('DeepSeek: a call goes back with its reasoning, also where there was none', async () => {
  const call = { type: 'tool-call', id: 'a', name: 'count', arguments: {} } as const
  const thought = { type: 'reasoning', text: 'Hm.' } as const
  const history: readonly ChatMessage[] = [
    { role: 'assistant', content: [call] },
    { role: 'assistant', content: [thought, { type: 'text', text: 'Yes.' }] },
    { role: 'assistant', content: 'No.' },
  ]
  const tool_calls = [{ id: 'a', type: 'function', function: { name: 'count', arguments: '{}' } }]
  expect(await bodyOf(deepseek, history)).toEqual({
    model,
    messages: [
      { role: 'assistant', content: null, tool_calls, reasoning_content: '' },
      { role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.' },
      { role: 'assistant', content: 'No.' },
    ],
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

test('refusals go back in the native form of their route', async () => {
  const refusal: ChatMessage = { role: 'assistant', content: [{ type: 'error', code: 'Refusal', message: 'No.' }] }
  const history = [...hi, refusal, ...hi]
  const user = { role: 'user', content: 'Hi' }
  const answers = { messages: [user, { role: 'assistant', content: null, refusal: 'No.' }, user] }
  expect(await bodyOf(openai, history)).toEqual({ model, ...answers })
  const asText = { messages: [user, { role: 'assistant', content: 'No.' }, user] }
  expect(await bodyOf(deepseek, history)).toEqual({ model, ...asText })
  expect(await bodyOf(inference, history)).toEqual({ model, ...asText })
  const parts = [{ type: 'refusal', refusal: 'No.' }]
  expect(await bodyOf(responses, history)).toEqual({
    model,
    input: [user, { role: 'assistant', content: parts }, user],
  })
  expect(await bodyOf(anthropic, history)).toEqual({ model, max_tokens: 4096, messages: [user, user] })
  expect(await bodyOf(gemini, history)).toEqual({
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'No.' }] },
      { role: 'user', parts: [{ text: 'Hi' }] },
    ],
  })
})

test('an empty answer goes back empty, or not at all where the service takes none', async () => {
  const history: readonly ChatMessage[] = [...hi, { role: 'assistant', content: [] }, ...hi]
  const user = { role: 'user', content: 'Hi' }
  expect(await bodyOf(openai, history)).toEqual({ model, messages: [user, { role: 'assistant', content: '' }, user] })
  expect(await bodyOf(responses, history)).toEqual({ model, input: [user, { role: 'assistant', content: '' }, user] })
  expect(await bodyOf(anthropic, history)).toEqual({ model, max_tokens: 4096, messages: [user, user] })
  const contents = { role: 'user', parts: [{ text: 'Hi' }] }
  expect(await bodyOf(gemini, history)).toEqual({ contents: [contents, contents] })
})

test('a call alone goes back without a text', async () => {
  const call: ChatMessage = {
    role: 'assistant',
    content: [{ type: 'tool-call', id: 'a', name: 'count', arguments: '[1' }],
  }
  const history: readonly ChatMessage[] = [
    ...hi,
    call,
    {
      role: 'user',
      content: [
        { type: 'tool-result', id: 'a', value: [1] },
        { type: 'text', text: 'So?' },
      ],
    },
  ]
  const user = { role: 'user', content: 'Hi' }
  expect(await bodyOf(openai, history)).toEqual({
    model,
    messages: [
      user,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'count', arguments: '[1' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '[1]' },
      { role: 'user', content: 'So?' },
    ],
  })
  expect(await bodyOf(responses, history)).toEqual({
    model,
    input: [
      user,
      { type: 'function_call', call_id: 'a', name: 'count', arguments: '[1' },
      { type: 'function_call_output', call_id: 'a', output: '[1]' },
      { role: 'user', content: 'So?' },
    ],
  })
  expect(await bodyOf(anthropic, history)).toMatchObject({
    messages: [
      user,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'count', input: { arguments: '[1' } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: '[1]' },
          { type: 'text', text: 'So?' },
        ],
      },
    ],
  })
  expect(await bodyOf(gemini, history)).toMatchObject({
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ functionCall: { id: 'a', name: 'count', args: { arguments: '[1' } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'a', name: 'count', response: { output: [1] } } }, { text: 'So?' }],
      },
    ],
  })
})

test('a result that cannot be placed is an error of the caller', async () => {
  const without: readonly ChatMessage[] = [{ role: 'tool', content: 'two' }]
  for (const target of targets) {
    await expect(bodyOf(target, without)).rejects.toThrow(
      new TypeError(
        "A message with the role 'tool' has no result. Give it parts, as in [{ type: 'tool-result', id, value }].",
      ),
    )
  }
  const stray: readonly ChatMessage[] = [{ role: 'tool', content: [{ type: 'tool-result', id: 'a', value: 1 }] }]
  await expect(bodyOf(gemini, stray)).rejects.toThrow(
    new TypeError(
      'The result of the tool call "a" has no call before it, from which Gemini is told the function\'s name. Send the message that made the call, too.',
    ),
  )
})
