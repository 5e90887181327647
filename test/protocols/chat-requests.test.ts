import { expect, test } from 'vitest'
import type { ChatOptions } from '../../src/protocols/chat-completions/parse.ts'
import type { ParsedRequest } from '../../src/protocols/protocol.ts'
import { arrivalOf, chat, route, type Asked } from '../core/ask.ts'

/** Reads a request, or gives the rejection in its place. */
function parse(asked: Asked): ParsedRequest<ChatOptions> {
  const parsed = route.protocol.parse(arrivalOf(asked).snapshot, { provider: 'openai', route: route.id, params: {} })
  if (!parsed.ok) throw new Error(`${parsed.rejection.code} ${parsed.rejection.param}: ${parsed.rejection.message}`)
  // A function is equal to no other; what tools declare has a test in test/core.
  const { promptLength: _, toolSchemas: __, ...value } = parsed.value
  return value as ParsedRequest<ChatOptions>
}

function messagesOf(...messages: readonly unknown[]): unknown {
  return parse({ body: chat(messages) }).canonical.messages
}

test('reads a request whole', () => {
  const asked: Asked = {
    body: {
      model: 'gpt-5.5',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
      n: 2,
      tools: [{ type: 'function', function: { name: 'weather', parameters: {} } }],
      response_format: { type: 'json_object' },
      temperature: 0.5,
    },
    headers: { 'x-llm-session': 's1' },
    query: '?api-version=2024-10-21',
  }
  expect(parse(asked)).toEqual({
    canonical: {
      provider: 'openai',
      route: 'POST /openai/v1/chat/completions',
      model: 'gpt-5.5',
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
      tools: ['weather'],
      structuredOutput: true,
      session: 's1',
      apiVersion: '2024-10-21',
    },
    features: ['tools', 'structured_output'],
    choices: 2,
    transport: 'sse',
    options: { answeredModel: 'gpt-5.5', includeUsage: true, includeObfuscation: true },
    violation: null,
    planless: null,
  })
})

test('reads a request that says no more than it must', () => {
  expect(parse({ body: { model: 'm', messages: [{ role: 'user', content: '' }] } })).toEqual({
    canonical: {
      provider: 'openai',
      route: 'POST /openai/v1/chat/completions',
      model: 'm',
      stream: false,
      messages: [{ role: 'user', content: '' }],
      tools: [],
      structuredOutput: false,
      session: null,
      apiVersion: null,
    },
    features: [],
    choices: 1,
    transport: 'json',
    options: { answeredModel: 'm', includeUsage: false, includeObfuscation: true },
    violation: null,
    planless: null,
  })
})

test('reads null for what may be left out', () => {
  const nothing = {
    stream: null,
    stream_options: null,
    n: null,
    tools: null,
    functions: null,
    response_format: null,
  }
  expect(parse({ body: chat('Hi', nothing) })).toEqual(parse({ body: chat('Hi') }))
})

test('reads system and developer messages as system messages, where they stand', () => {
  expect(
    messagesOf(
      { role: 'system', content: 'Be brief.' },
      {
        role: 'developer',
        content: [
          { type: 'text', text: 'Be ' },
          { type: 'text', text: 'kind.' },
        ],
      },
      { role: 'user', content: 'Hi' },
      { role: 'developer', content: 'Now be long.' },
    ),
  ).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hi' },
    { role: 'system', content: 'Now be long.' },
  ])
})

test('joins text parts, and keeps the kinds of the others in their order', () => {
  expect(
    messagesOf({
      role: 'user',
      content: [
        { type: 'text', text: 'Look ' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
        { type: 'text', text: 'here' },
        { type: 'file', file: { file_id: 'file-1' } },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        { type: 'input_audio', input_audio: { format: 'wav', data: 'AAAA' } },
        { type: 'image_url', image_url: { url: 'data:,x' } },
        { type: 'image_url', image_url: { url: 'data:image/svg+xml,<svg/>' } },
      ],
    }),
  ).toEqual([
    {
      role: 'user',
      content: 'Look here',
      parts: [
        { type: 'image', mediaType: 'image/png' },
        { type: 'file' },
        { type: 'image' },
        { type: 'audio', mediaType: 'audio/wav' },
        { type: 'image' },
        { type: 'image', mediaType: 'image/svg+xml' },
      ],
    },
  ])
})

test('reads the same message from a text and from parts of it', () => {
  const written = [
    'Hello',
    [{ type: 'text', text: 'Hello' }],
    [
      { type: 'text', text: 'Hel' },
      { type: 'text', text: '' },
      { type: 'text', text: 'lo' },
    ],
  ]
  for (const role of ['system', 'user', 'assistant', 'tool']) {
    const read = written.map((content) => messagesOf({ role, content, tool_call_id: 'call_1' }))
    expect(read).toEqual([read[0], read[0], read[0]])
  }
})

test('reads the same message whatever the order of its keys and the white space between them', () => {
  const one =
    '{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"x","arguments":"{\\"a\\":1,\\"b\\":2}"}}]}]}'
  const other = ` { "messages" : [ { "tool_calls" : [ { "function" : { "arguments" : "{ \\"b\\" : 2 , \\"a\\" : 1 }" , "name" : "x" } , "type" : "function" , "id" : "1" } ] , "role" : "assistant" } ] , "model" : "m" } `
  expect(parse({ body: other }).canonical).toEqual(parse({ body: one }).canonical)
})

test('reads an answer of the history, with or without content', () => {
  expect(
    messagesOf(
      { role: 'assistant', content: 'Hi!' },
      { role: 'assistant', content: null },
      { role: 'assistant' },
      { role: 'assistant', content: [] },
      { role: 'assistant', content: 'Hi!', refusal: null, tool_calls: null, function_call: null, name: 'bot' },
    ),
  ).toEqual([
    { role: 'assistant', content: 'Hi!' },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: 'Hi!' },
  ])
})

test('reads tool calls with their arguments, and results with the id they answer', () => {
  const call = (id: string, text: string): unknown => ({
    id,
    type: 'function',
    function: { name: 'weather', arguments: text },
  })
  expect(
    messagesOf(
      {
        role: 'assistant',
        content: 'One moment.',
        tool_calls: [
          call('call_1', '{"city": "Oslo"}'),
          call('call_2', ''),
          call('call_3', '{"city": '),
          call('call_4', 'null'),
          { id: 'call_5', type: 'custom', custom: { name: 'shell', input: '{"not": "parsed"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '4 degrees' },
      {
        role: 'tool',
        tool_call_id: 'call_2',
        content: [
          { type: 'text', text: '4 ' },
          { type: 'text', text: 'degrees' },
        ],
      },
    ),
  ).toEqual([
    {
      role: 'assistant',
      content: 'One moment.',
      toolCalls: [
        { id: 'call_1', name: 'weather', arguments: { city: 'Oslo' } },
        { id: 'call_2', name: 'weather', arguments: {} },
        { id: 'call_3', name: 'weather', arguments: '{"city": ' },
        { id: 'call_4', name: 'weather', arguments: null },
        { id: 'call_5', name: 'shell', arguments: '{"not": "parsed"}' },
      ],
    },
    { role: 'tool', content: '4 degrees', toolCallId: 'call_1' },
    { role: 'tool', content: '4 degrees', toolCallId: 'call_2' },
  ])
})

test('reads a function call and its result like a tool call whose id is the name', () => {
  expect(
    messagesOf(
      { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      { role: 'function', name: 'weather', content: '4 degrees' },
      { role: 'function', name: 'weather', content: null },
    ),
  ).toEqual([
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'weather', name: 'weather', arguments: { city: 'Oslo' } }],
    },
    { role: 'tool', content: '4 degrees', toolCallId: 'weather' },
    { role: 'tool', content: '', toolCallId: 'weather' },
  ])
})

test('keeps arguments that are nested very deep as a text', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  const argumentsOf = (text: string): unknown =>
    parse({
      body: chat([
        { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: { name: 'x', arguments: text } }] },
      ]),
    }).canonical.messages[0]?.toolCalls?.[0]?.arguments
  expect(argumentsOf(nested(100))).toEqual(JSON.parse(nested(100)))
  expect(argumentsOf(nested(1_000))).toBe(nested(1_000))
  expect(argumentsOf(nested(100_000))).toBe(nested(100_000))
})

test('names the tools that are declared, functions too', () => {
  const { canonical, features } = parse({
    body: chat('Hi', {
      tools: [
        { type: 'function', function: { name: 'weather' } },
        { type: 'custom', custom: { name: 'shell' } },
        { type: 'web_search' },
      ],
      functions: [{ name: 'time', parameters: {} }],
    }),
  })
  expect([canonical.tools, features]).toEqual([['weather', 'shell', 'web_search', 'time'], ['tools']])
})

test('tells which features a request asks for', () => {
  const call = { id: '1', type: 'function', function: { name: 'x', arguments: '' } }
  const featuresOf = (messages: readonly unknown[], more: Record<string, unknown> = {}): readonly string[] =>
    parse({ body: chat(messages, more) }).features
  expect([
    featuresOf([{ role: 'user', content: 'Hi' }]),
    featuresOf([{ role: 'assistant', tool_calls: [call] }]),
    featuresOf([{ role: 'assistant', tool_calls: [] }]),
    featuresOf([{ role: 'tool', content: '', tool_call_id: '1' }]),
    featuresOf([{ role: 'function', content: '', name: 'x' }]),
    featuresOf([{ role: 'user', content: 'Hi' }], { tools: [] }),
    featuresOf([{ role: 'user', content: 'Hi' }], { response_format: { type: 'text' } }),
    featuresOf([{ role: 'user', content: 'Hi' }], { response_format: { type: 'json_schema' } }),
    featuresOf([{ role: 'assistant', tool_calls: [call] }], {
      functions: [{ name: 'x' }],
      response_format: { type: 'json_object' },
    }),
  ]).toEqual([
    [],
    ['tool_history'],
    [],
    ['tool_history'],
    ['tool_history'],
    [],
    [],
    ['structured_output'],
    ['tools', 'tool_history', 'structured_output'],
  ])
})

test('takes stream options with a stream, and reads what they ask for', () => {
  const optionsOf = (stream_options: unknown): unknown =>
    parse({ body: chat('Hi', { stream: true, stream_options }) }).options
  expect([
    optionsOf(undefined),
    optionsOf(null),
    optionsOf({}),
    optionsOf({ include_usage: true }),
    optionsOf({ include_usage: false, include_obfuscation: true }),
    optionsOf({ include_usage: null, include_obfuscation: null }),
    optionsOf({ include_obfuscation: false, something: 'else' }),
  ]).toEqual([
    { answeredModel: 'gpt-5.5', includeUsage: false, includeObfuscation: true },
    { answeredModel: 'gpt-5.5', includeUsage: false, includeObfuscation: true },
    { answeredModel: 'gpt-5.5', includeUsage: false, includeObfuscation: true },
    { answeredModel: 'gpt-5.5', includeUsage: true, includeObfuscation: true },
    { answeredModel: 'gpt-5.5', includeUsage: false, includeObfuscation: true },
    { answeredModel: 'gpt-5.5', includeUsage: false, includeObfuscation: true },
    { answeredModel: 'gpt-5.5', includeUsage: false, includeObfuscation: false },
  ])
})

test('does not take stream options without a stream, unless they are null', () => {
  const violationOf = (more: Record<string, unknown>): unknown => parse({ body: chat('Hi', more) }).violation
  const violation = {
    status: 400,
    code: 'stream_options_without_stream',
    message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    param: 'stream_options',
  }
  expect([
    violationOf({ stream_options: {} }),
    violationOf({ stream_options: { include_usage: true } }),
    violationOf({ stream_options: { include_usage: false }, stream: false }),
    violationOf({ stream_options: {}, stream: null }),
    violationOf({ stream_options: null }),
    violationOf({ stream_options: null, stream: false }),
    violationOf({ stream_options: {}, stream: true }),
  ]).toEqual([violation, violation, violation, violation, null, null, null])
})

for (const [what, more, problem] of [
  [
    'a model that is a number',
    { model: 5 },
    "invalid_type model: Invalid type for 'model': expected a string, but got a number instead.",
  ],
  ['no model', { model: undefined }, "missing_required_parameter model: Missing required parameter: 'model'."],
  [
    'no messages',
    { messages: undefined },
    "missing_required_parameter messages: Missing required parameter: 'messages'.",
  ],
  [
    'an empty list of messages',
    { messages: [] },
    "empty_array messages: Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ],
  [
    'messages that are a text',
    { messages: 'Hi' },
    "invalid_type messages: Invalid type for 'messages': expected an array, but got a string instead.",
  ],
  [
    'a message that is a text',
    { messages: ['Hi'] },
    "invalid_type messages[0]: Invalid type for 'messages[0]': expected an object, but got a string instead.",
  ],
  [
    'a role that there is none of',
    { messages: [{ role: 'User', content: 'Hi' }] },
    "invalid_value messages[0].role: Invalid value: 'User'. Supported values are: 'system', 'developer', 'user', 'assistant', 'tool', 'function'.",
  ],
  [
    'no role',
    { messages: [{ content: 'Hi' }] },
    "missing_required_parameter messages[0].role: Missing required parameter: 'messages[0].role'.",
  ],
  [
    'a user message without content',
    { messages: [{ role: 'user' }] },
    "missing_required_parameter messages[0].content: Missing required parameter: 'messages[0].content'.",
  ],
  [
    'a user message whose content is null',
    { messages: [{ role: 'user', content: null }] },
    "invalid_type messages[0].content: Invalid type for 'messages[0].content': expected one of a string or array, but got null instead.",
  ],
  [
    'a part of a type that there is none of',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }, { type: 'video' }] }] },
    "invalid_value messages[0].content[1].type: Invalid value: 'video'. Supported values are: 'text', 'image_url', 'input_audio', 'file'.",
  ],
  [
    'an image in a system message',
    { messages: [{ role: 'system', content: [{ type: 'image_url', image_url: { url: '' } }] }] },
    "invalid_value messages[0].content[0].type: Invalid value: 'image_url'. Supported values are: 'text'.",
  ],
  [
    'a refusal part in a user message',
    { messages: [{ role: 'user', content: [{ type: 'refusal', refusal: 'No.' }] }] },
    "invalid_value messages[0].content[0].type: Invalid value: 'refusal'. Supported values are: 'text', 'image_url', 'input_audio', 'file'.",
  ],
  [
    'a tool result without the id of its call',
    { messages: [{ role: 'tool', content: '4' }] },
    "missing_required_parameter messages[0].tool_call_id: Missing required parameter: 'messages[0].tool_call_id'.",
  ],
  [
    'tool arguments that are an object',
    {
      messages: [
        { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: { name: 'x', arguments: {} } }] },
      ],
    },
    "invalid_type messages[0].tool_calls[0].function.arguments: Invalid type for 'messages[0].tool_calls[0].function.arguments': expected a string, but got an object instead.",
  ],
  [
    'a refusal that is a boolean',
    { messages: [{ role: 'assistant', refusal: true }] },
    "invalid_type messages[0].refusal: Invalid type for 'messages[0].refusal': expected a string, but got a boolean instead.",
  ],
  [
    'a stream that is a text',
    { stream: 'true' },
    "invalid_type stream: Invalid type for 'stream': expected a boolean, but got a string instead.",
  ],
  [
    'stream options that are a boolean',
    { stream: true, stream_options: true },
    "invalid_type stream_options: Invalid type for 'stream_options': expected an object, but got a boolean instead.",
  ],
  [
    'an include_usage that is a text',
    { stream: true, stream_options: { include_usage: 'yes' } },
    "invalid_type stream_options.include_usage: Invalid type for 'stream_options.include_usage': expected a boolean, but got a string instead.",
  ],
  [
    'an n that is a text',
    { n: '1' },
    "invalid_type n: Invalid type for 'n': expected a number, but got a string instead.",
  ],
  [
    'an n that is a fraction',
    { n: 1.5 },
    "invalid_type n: Invalid type for 'n': expected an integer, but got a number instead.",
  ],
  [
    'a response format that there is none of',
    { response_format: { type: 'xml' } },
    "invalid_value response_format.type: Invalid value: 'xml'. Supported values are: 'text', 'json_object', 'json_schema'.",
  ],
] as const) {
  test(`rejects a request with ${what}`, () => {
    expect(() => parse({ body: chat('Hi', more) })).toThrow(new Error(problem))
  })
}

test('rejects an n outside its bounds in words of the provider', () => {
  expect(() => parse({ body: chat('Hi', { n: 0 }) })).toThrow(/^invalid_value n: Invalid 'n': /)
  expect(() => parse({ body: chat('Hi', { n: 129 }) })).toThrow(/^invalid_value n: Invalid 'n': /)
  expect([1, 128].map((n) => parse({ body: chat('Hi', { n }) }).choices)).toEqual([1, 128])
})

test('does not mind fields that it does not read', () => {
  const more = { temperature: 'hot', metadata: [1], user: null, unknown: { deep: true }, tool_choice: 5 }
  expect(parse({ body: chat([{ role: 'user', content: 'Hi', name: 5, extra: [] }], more) })).toEqual(
    parse({ body: chat('Hi') }),
  )
})
