import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Admission } from '../../src/admission/rejection.ts'
import type { ParsedRequest } from '../../src/protocols/protocol.ts'
import { arrivalOf, type Asked } from '../core/ask.ts'
import { contents, generateRoute, streamRoute, ways } from './generate-content-answers.ts'

function read(asked: Asked): Admission<ParsedRequest> {
  const { route, params, snapshot } = arrivalOf({ ...ways.json, ...asked })
  return route.protocol.parse(snapshot, { provider: 'gemini', route: route.id, params })
}

/** Reads a request, or gives the rejection in its place. */
function parse(asked: Asked): ParsedRequest {
  const parsed = read(asked)
  if (!parsed.ok) throw new Error(`${parsed.rejection.code} ${parsed.rejection.param}: ${parsed.rejection.message}`)
  return parsed.value
}

/** The code, the parameter and the message of a rejection. */
function rejectionOf(body: unknown, query = ''): unknown {
  const parsed = read({ body, query, ...(query !== '' && { route: streamRoute }) })
  return parsed.ok ? null : [parsed.rejection.code, parsed.rejection.param, parsed.rejection.message]
}

function messagesOf(...given: readonly unknown[]): unknown {
  return parse({ body: { contents: given } }).canonical.messages
}

const user = (...parts: readonly unknown[]): unknown => ({ role: 'user', parts })
const model = (...parts: readonly unknown[]): unknown => ({ role: 'model', parts })

test('reads a request whole', () => {
  const asked: Asked = {
    ...ways.sse,
    headers: { 'x-llm-session': 's1' },
    body: {
      systemInstruction: { role: 'user', parts: [{ text: 'Be ' }, { text: 'brief.' }] },
      contents: [user({ text: 'Hi' }), model({ text: 'Hello.' }), user({ text: 'And ' }, { text: 'now?' })],
      tools: [
        { functionDeclarations: [{ name: 'weather', parameters: { type: 'OBJECT' } }, { name: 'clock' }] },
        { googleSearch: {}, codeExecution: null },
      ],
      generationConfig: { temperature: 0, candidateCount: 2, responseMimeType: 'application/json' },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    },
  }
  expect(parse(asked)).toEqual({
    canonical: {
      provider: 'gemini',
      route: 'POST /gemini/v1beta/models/{model}:streamGenerateContent',
      model: 'gemini-2.5-flash',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'user', content: 'And now?' },
      ],
      tools: ['weather', 'clock', 'googleSearch'],
      structuredOutput: true,
      session: 's1',
      apiVersion: null,
    },
    features: ['tools', 'structured_output'],
    choices: 2,
    transport: 'sse',
    options: null,
    violation: null,
    planless: null,
  })
})

test('reads a request that says no more than it must', () => {
  expect(parse({ body: { contents: [{ parts: [{ text: '' }] }] } })).toEqual({
    canonical: {
      provider: 'gemini',
      route: 'POST /gemini/v1beta/models/{model}:generateContent',
      model: 'gemini-2.5-flash',
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
    options: null,
    violation: null,
    planless: null,
  })
})

test('reads null for what may be left out', () => {
  const nothing = { systemInstruction: null, tools: null, generationConfig: null }
  expect(parse({ body: contents('Hi', nothing) })).toEqual(parse({ body: contents() }))
  const generationConfig = { candidateCount: null, responseMimeType: null, responseSchema: null }
  const emptied = { tools: [{ functionDeclarations: null }], generationConfig }
  expect(parse({ body: contents('Hi', emptied) })).toEqual(parse({ body: contents() }))
  expect(messagesOf({ role: null, parts: null }, { role: '' }, {})).toEqual([
    { role: 'user', content: '' },
    { role: 'user', content: '' },
    { role: 'user', content: '' },
  ])
})

test('reads snake case, and one object in the place of a list, as the same request', () => {
  const camel = {
    systemInstruction: { parts: [{ text: 'You are a cat.' }] },
    contents: [
      model({ functionCall: { name: 'look_up', args: { some_key: { other_key: 1 } } } }),
      user({ functionResponse: { name: 'look_up', response: { some_key: 2 } } }),
      user(
        { inlineData: { mimeType: 'image/png', data: 'AA' } },
        { fileData: { mimeType: 'audio/mp3', fileUri: 'x' } },
      ),
    ],
    tools: [{ functionDeclarations: [{ name: 'look_up' }] }, { googleSearch: {} }],
    generationConfig: { candidateCount: 2, responseJsonSchema: { a_key: 1 } },
  }
  const snake = {
    system_instruction: { parts: { text: 'You are a cat.' } },
    contents: [
      { role: 'model', parts: { function_call: { name: 'look_up', args: { some_key: { other_key: 1 } } } } },
      { role: 'user', parts: { function_response: { name: 'look_up', response: { some_key: 2 } } } },
      user(
        { inline_data: { mime_type: 'image/png', data: 'AA' } },
        { file_data: { mime_type: 'audio/mp3', file_uri: 'x' } },
      ),
    ],
    tools: [{ function_declarations: { name: 'look_up' } }, { google_search: {} }],
    generation_config: { candidate_count: 2, response_json_schema: { a_key: 1 } },
  }
  expect(parse({ body: snake })).toEqual(parse({ body: camel }))
  expect(parse({ body: snake }).canonical.messages).toEqual([
    { role: 'system', content: 'You are a cat.' },
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'look_up', name: 'look_up', arguments: { some_key: { other_key: 1 } } }],
    },
    { role: 'tool', content: '{"some_key":2}', toolCallId: 'look_up' },
    {
      role: 'user',
      content: '',
      parts: [
        { type: 'image', mediaType: 'image/png' },
        { type: 'audio', mediaType: 'audio/mp3' },
      ],
    },
  ])
  expect(parse({ body: { contents: { parts: { text: 'Hello there' } } } })).toEqual(
    parse({ body: contents('Hello there') }),
  )
})

test('joins text parts, keeps the kinds of media, and lets parts pass that it does not know', () => {
  expect(
    messagesOf(
      user(
        { text: 'Look ' },
        { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
        { text: 'here' },
        { fileData: { fileUri: 'https://example.com/a', mimeType: 'video/mp4' } },
        { fileData: { fileUri: 'https://example.com/b' } },
        { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } },
        { videoMetadata: { fps: 1 } },
      ),
      model({ executableCode: { code: '1' } }, { text: 'Done.', thoughtSignature: 'AA' }),
    ),
  ).toEqual([
    {
      role: 'user',
      content: 'Look here',
      parts: [
        { type: 'image', mediaType: 'image/png' },
        { type: 'file', mediaType: 'video/mp4' },
        { type: 'file' },
        { type: 'audio', mediaType: 'audio/wav' },
      ],
    },
    { role: 'assistant', content: 'Done.' },
  ])
})

test('reads calls of functions and their results, by id where they have one', () => {
  expect(
    messagesOf(
      user({ text: 'Weather?' }),
      model(
        { text: 'I look.' },
        { functionCall: { id: 'c1', name: 'weather', args: { city: 'Oslo' } } },
        { functionCall: { name: 'clock' } },
      ),
      user(
        { functionResponse: { id: 'c1', name: 'weather', response: { b: [{ d: 1, c: 2 }], a: 0 } } },
        { functionResponse: { name: 'clock', response: { output: 'noon' } } },
        { functionResponse: { name: 'clock' } },
        { text: 'Well?' },
      ),
      { role: 'function', parts: [{ functionResponse: { name: 'clock', response: { output: 'noon', more: 1 } } }] },
    ),
  ).toEqual([
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: 'I look.',
      toolCalls: [
        { id: 'c1', name: 'weather', arguments: { city: 'Oslo' } },
        { id: 'clock', name: 'clock', arguments: {} },
      ],
    },
    { role: 'tool', content: '{"a":0,"b":[{"c":2,"d":1}]}', toolCallId: 'c1' },
    { role: 'tool', content: 'noon', toolCallId: 'clock' },
    { role: 'tool', content: '{}', toolCallId: 'clock' },
    { role: 'user', content: 'Well?' },
    { role: 'tool', content: '{"more":1,"output":"noon"}', toolCallId: 'clock' },
  ])
})

test('reads an answer as one message, however many contents it is sent in', () => {
  const call = { functionCall: { name: 'look' } }
  expect(
    messagesOf(
      model({ text: 'Good' }),
      model({ text: ' day.' }),
      model(call),
      user({ text: 'a' }),
      user({ text: 'b' }),
    ),
  ).toEqual([
    { role: 'assistant', content: 'Good day.', toolCalls: [{ id: 'look', name: 'look', arguments: {} }] },
    { role: 'user', content: 'a' },
    { role: 'user', content: 'b' },
  ])
})

test('drops what the model thought, and says that the history has thoughts', () => {
  const { canonical, features } = parse({
    body: { contents: [model({ text: 'Hm.', thought: true }, { text: 'Yes.', thought: false })] },
  })
  expect([canonical.messages, features]).toEqual([[{ role: 'assistant', content: 'Yes.' }], ['thinking']])
})

test.each([
  ['nothing', {}, []],
  ['tools', { tools: [{ urlContext: {} }] }, ['tools']],
  ['no tools in a list', { tools: [{}, { functionDeclarations: [] }] }, []],
  ['JSON', { generationConfig: { responseMimeType: 'application/json' } }, ['structured_output']],
  ['a schema', { generationConfig: { responseSchema: { type: 'STRING' } } }, ['structured_output']],
  ['a JSON schema', { generationConfig: { responseJsonSchema: {} } }, ['structured_output']],
  ['text', { generationConfig: { responseMimeType: 'text/plain' } }, []],
  ['a call', { contents: [model({ functionCall: { name: 'x' } })] }, ['tool_history']],
  ['a result', { contents: [user({ functionResponse: { name: 'x' } })] }, ['tool_history']],
])('says which features a request with %s has', (_, more, features) => {
  expect(parse({ body: contents('Hi', more) }).features).toEqual(features)
})

test.each([
  ['', 'json-array'],
  ['?alt=json', 'json-array'],
  ['?key=k', 'json-array'],
  ['?alt=sse', 'sse'],
  ['?key=k&alt=sse', 'sse'],
  ['?$alt=sse', 'sse'],
  ['?%24alt=json', 'json-array'],
])('a stream asked for with "%s" is sent as %s', (query, transport) => {
  expect(parse({ route: streamRoute, body: contents(), query }).transport).toBe(transport)
})

test('the method alone decides about a stream', () => {
  expect(parse({ route: generateRoute, body: contents(), query: '?alt=sse' }).transport).toBe('json')
})

test.each([
  ['{', 'invalid_json', null, 'We could not parse the JSON body of your request: what was sent is not valid JSON.'],
  [[], 'invalid_type', null, 'Invalid type for the request body: expected an object, but got an array instead.'],
  [{}, 'missing_required_parameter', 'contents', "Missing required parameter: 'contents'."],
  [{ messages: [] }, 'missing_required_parameter', 'contents', "Missing required parameter: 'contents'."],
  [
    { contents: [] },
    'empty_array',
    'contents',
    "Invalid 'contents': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ],
  [
    { contents: 'Hi' },
    'invalid_type',
    'contents',
    "Invalid type for 'contents': expected an array, but got a string instead.",
  ],
  [
    { contents: [{ role: 'assistant', parts: [] }] },
    'invalid_value',
    'contents[0].role',
    "Invalid value: 'assistant'. Supported values are: 'user', 'model', 'function', ''.",
  ],
  [
    { contents: [user({ text: 1 })] },
    'invalid_type',
    'contents[0].parts[0].text',
    "Invalid type for 'contents[0].parts[0].text': expected a string, but got a number instead.",
  ],
  [
    { contents: [model({ functionCall: {} })] },
    'missing_required_parameter',
    'contents[0].parts[0].functionCall.name',
    "Missing required parameter: 'contents[0].parts[0].functionCall.name'.",
  ],
  [
    { contents: [model({ functionCall: { name: 'x', args: [] } })] },
    'invalid_type',
    'contents[0].parts[0].functionCall.args',
    "Invalid type for 'contents[0].parts[0].functionCall.args': expected an object, but got an array instead.",
  ],
  [
    contents('Hi', { system_instruction: 'Be brief.' }),
    'invalid_type',
    'systemInstruction',
    "Invalid type for 'systemInstruction': expected an object, but got a string instead.",
  ],
  [
    contents('Hi', { generationConfig: { candidateCount: 0 } }),
    'invalid_value',
    'generationConfig.candidateCount',
    "Invalid 'generationConfig.candidateCount': integer below minimum value. Expected a value >= 1, but got 0 instead.",
  ],
])('rejects %j', (body, ...rejection) => {
  expect(rejectionOf(body)).toEqual(rejection)
})

test('rejects another transport than the two', () => {
  expect(rejectionOf(contents(), '?alt=media')).toEqual([
    'invalid_value',
    'alt',
    "Invalid value: 'media'. Supported values are: 'sse', 'json'.",
  ])
})

test('rejects a body that is nested without end', () => {
  const deep = (levels: number): string => `{"contents":${'['.repeat(levels)}${']'.repeat(levels)}}`
  for (const levels of [200, 100_000]) {
    expect(rejectionOf(deep(levels))).toEqual([
      'invalid_value',
      null,
      'The request body is nested more than 100 levels deep.',
    ])
  }
})

test('reads or rejects whatever comes, and throws at nothing', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(undefined, {}, [[]], [{}], [null], [{ parts: [{}] }]),
  )
  const fields = fc.constantFrom('contents', 'systemInstruction', 'tools', 'generationConfig', '__proto__', 'parts')
  fc.assert(
    fc.property(fields, value, (field, given) => {
      const parsed = read({ body: JSON.stringify({ contents: [user({ text: 'Hi' })], [field]: given }) })
      if (!parsed.ok) expect(parsed.rejection.status).toBe(400)
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(value, (given) => {
      const part = JSON.stringify({ contents: [user(given)] })
      const parsed = read({ body: part })
      if (parsed.ok) expect(parsed.value.canonical.messages.length).toBeGreaterThan(0)
      else expect(parsed.rejection.status).toBe(400)
    }),
    { numRuns: 500 },
  )
})

test('reads more parts in two contents of the model than a call can have arguments', () => {
  const parts = Array.from({ length: 200_000 }, () => ({ text: 'a' }))
  const { canonical } = parse({
    body: {
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ text: 'a' }] },
        { role: 'model', parts },
      ],
    },
  })
  expect([canonical.messages.length, canonical.messages[1]?.content.length]).toEqual([2, 200_001])
})
