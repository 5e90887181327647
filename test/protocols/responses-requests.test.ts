import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ResponsesOptions } from '../../src/protocols/responses/parse.ts'
import type { ParsedRequest } from '../../src/protocols/protocol.ts'
import { arrivalOf, ask, stateOf, type Asked } from '../core/ask.ts'
import { asks, responsesRoute as route } from './responses-answers.ts'

/** Reads a request, or gives the rejection in its place. */
function parse(asked: Asked): ParsedRequest<ResponsesOptions> {
  const context = { provider: 'openai', route: route.id, params: {} }
  const parsed = route.protocol.parse(arrivalOf({ route, ...asked }).snapshot, context)
  if (!parsed.ok) throw new Error(`${parsed.rejection.code} ${parsed.rejection.param}: ${parsed.rejection.message}`)
  // A function, and so equal to no other.
  const { promptLength: _, ...value } = parsed.value
  return value as ParsedRequest<ResponsesOptions>
}

function messagesOf(...input: readonly unknown[]): unknown {
  return parse({ body: asks(input) }).canonical.messages
}

test('reads a request whole', () => {
  const body = {
    model: 'gpt-5.5',
    instructions: 'Be brief.',
    input: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_obfuscation: false },
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'function', name: 'weather', parameters: {} }],
    text: { format: { type: 'json_object' } },
    temperature: 0.5,
  }
  const asked: Asked = { body, headers: { 'x-llm-session': 's1' }, query: '?api-version=preview' }
  expect(parse(asked)).toEqual({
    canonical: {
      provider: 'openai',
      route: 'POST /openai/v1/responses',
      model: 'gpt-5.5',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      tools: ['weather'],
      structuredOutput: true,
      session: 's1',
      apiVersion: 'preview',
    },
    features: ['tools', 'structured_output', 'includes'],
    choices: 1,
    instructions: 1,
    continues: null,
    stores: true,
    transport: 'sse',
    options: { answeredModel: 'gpt-5.5', includeObfuscation: false, request: body },
    violation: null,
    planless: null,
  })
})

test('reads a request that says no more than it must', () => {
  const body = { model: 'm', input: '' }
  expect(parse({ body })).toEqual({
    canonical: {
      provider: 'openai',
      route: 'POST /openai/v1/responses',
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
    instructions: 0,
    continues: null,
    stores: true,
    transport: 'json',
    options: { answeredModel: 'm', includeObfuscation: true, request: body },
    violation: null,
    planless: null,
  })
})

test('takes null for every field that may be left out', () => {
  const names = (
    'instructions stream stream_options include previous_response_id conversation tools text reasoning tool_choice ' +
    'metadata max_output_tokens max_tool_calls parallel_tool_calls prompt_cache_key prompt_cache_retention ' +
    'safety_identifier service_tier store temperature top_logprobs top_p truncation user'
  ).split(' ')
  const nulls = Object.fromEntries(names.map((name) => [name, null]))
  const bodyFor = (more: Record<string, unknown>): unknown => {
    const { plan } = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'Hi' }] }] }), {
      route,
      body: asks('Hi', more),
    })
    return JSON.parse((plan as { body: string }).body)
  }
  expect(bodyFor(nulls)).toEqual(bodyFor({}))
  expect(bodyFor({ text: { format: null, verbosity: null } })).toEqual(bodyFor({}))
})

test('reads a text as a message of the user, and messages with and without their type', () => {
  const message = { role: 'user', content: 'Hello' }
  const read = [{ role: 'user', content: 'Hello' }]
  expect(parse({ body: asks('Hello') }).canonical.messages).toEqual(read)
  expect([
    messagesOf(message),
    messagesOf({ type: 'message', ...message }),
    messagesOf({ type: null, ...message }),
  ]).toEqual([read, read, read])
})

test('puts instructions first, and reads developer messages as system messages', () => {
  const input = [
    { role: 'developer', content: [{ type: 'input_text', text: 'Be kind.' }] },
    { role: 'user', content: 'Hi' },
    { role: 'system', content: 'Now be long.' },
  ]
  expect(parse({ body: asks(input, { instructions: 'Be brief.' }) }).canonical.messages).toEqual([
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
        { type: 'input_text', text: 'Look ' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
        { type: 'input_text', text: 'here' },
        { type: 'input_file', file_id: 'file-1' },
        { type: 'input_image', file_id: 'file-2' },
        { type: 'input_image', image_url: null, file_id: 'file-2' },
        { type: 'input_audio', input_audio: { format: 'wav', data: 'AAAA' } },
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
        { type: 'image' },
        { type: 'audio', mediaType: 'audio/wav' },
      ],
    },
  ])
})

test('reads the same answer from a text, from parts of it, and from an output item', () => {
  const read = [{ role: 'assistant', content: 'Hello' }]
  expect(
    [
      { role: 'assistant', content: 'Hello' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
      {
        id: 'msg_1',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        phase: 'final_answer',
        content: [
          { type: 'output_text', annotations: [], logprobs: [], text: 'Hel' },
          { type: 'output_text', annotations: [], logprobs: [], text: 'lo' },
        ],
      },
    ].map((item) => messagesOf(item)),
  ).toEqual([read, read, read])
})

const call = (id: string, text = '{"a":1}'): unknown => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'look',
  arguments: text,
  status: 'completed',
})
const read = (id: string, value: unknown = { a: 1 }): unknown => ({ id, name: 'look', arguments: value })
const result = (id: string, output: unknown = '4'): unknown => ({ type: 'function_call_output', call_id: id, output })

test('reads the calls of a turn as one message, whatever they are made of', () => {
  expect(
    messagesOf(
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'One moment.' },
      call('1'),
      { type: 'reasoning', id: 'rs_1', summary: [] },
      call('2', ''),
      { type: 'custom_tool_call', call_id: '3', name: 'shell', input: '{"not": "parsed"}' },
      result('1'),
      result('2', [
        { type: 'input_text', text: '4 ' },
        { type: 'input_image', image_url: 'data:image/png;base64,' },
        { type: 'input_text', text: 'degrees' },
      ]),
      { type: 'custom_tool_call_output', call_id: '3', output: '' },
      call('4', 'no JSON'),
    ),
  ).toEqual([
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: 'One moment.',
      toolCalls: [read('1'), read('2', {}), { id: '3', name: 'shell', arguments: '{"not": "parsed"}' }],
    },
    { role: 'tool', content: '4', toolCallId: '1' },
    { role: 'tool', content: '4 degrees', parts: [{ type: 'image', mediaType: 'image/png' }], toolCallId: '2' },
    { role: 'tool', content: '', toolCallId: '3' },
    { role: 'assistant', content: '', toolCalls: [read('4', 'no JSON')] },
  ])
})

test('begins a new message with a call that follows a refusal, a user or a result', () => {
  const refusal = { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }
  const alone = { role: 'assistant', content: '', toolCalls: [read('1')] }
  expect([
    messagesOf(refusal, call('1')),
    messagesOf({ role: 'user', content: 'Hi' }, call('1')),
    messagesOf({ role: 'assistant', content: 'Hi' }, result('0'), call('1')),
    messagesOf(call('0'), { role: 'user', content: 'Hi' }, call('1')),
  ]).toEqual([
    [{ role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } }, alone],
    [{ role: 'user', content: 'Hi' }, alone],
    [{ role: 'assistant', content: 'Hi' }, { role: 'tool', content: '4', toolCallId: '0' }, alone],
    [{ role: 'assistant', content: '', toolCalls: [read('0')] }, { role: 'user', content: 'Hi' }, alone],
  ])
})

test('takes items of any other type, and keeps them out of the history', () => {
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
    { type: 'item_reference', id: 'msg_1' },
    { id: 'msg_1' },
    { type: null, id: 'msg_1' },
    { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    { type: 'constructor' },
    { type: '__proto__' },
  ]
  for (const item of items) {
    const { canonical, features } = parse({ body: asks([item, { role: 'user', content: 'Hi' }]) })
    expect(canonical.messages).toEqual([{ role: 'user', content: 'Hi' }])
    expect(features.at(-1)).toBe('native_items')
  }
})

test('tells which features a request asks for', () => {
  const featuresOf = (input: readonly unknown[], more: Record<string, unknown> = {}): readonly string[] =>
    parse({ body: asks(input, more) }).features
  const says = { role: 'user', content: 'Hi' }
  const format = { type: 'json_schema', name: 'x', schema: {} }
  expect([
    featuresOf([says]),
    featuresOf([{ type: 'message', ...says }]),
    featuresOf([call('1')]),
    featuresOf([result('1')]),
    featuresOf([{ type: 'mcp_call' }]),
    featuresOf([{ type: 'shell_call_output' }]),
    featuresOf([{ type: 'reasoning' }]),
    featuresOf([{ id: 'msg_1' }]),
    featuresOf([says], { tools: [], include: [] }),
    featuresOf([says], { include: ['usage'] }),
    featuresOf([says], { text: { format: { type: 'text' } } }),
    featuresOf([says], { text: { verbosity: 'low' } }),
    featuresOf([says], { text: { format } }),
    featuresOf([call('1')], { tools: [{ type: 'web_search' }], text: { format }, include: ['x'] }),
  ]).toEqual([
    [],
    [],
    ['tool_history'],
    ['tool_history'],
    ['tool_history', 'native_items'],
    ['tool_history', 'native_items'],
    ['native_items'],
    ['native_items'],
    [],
    ['includes'],
    [],
    [],
    ['structured_output'],
    ['tools', 'tool_history', 'structured_output', 'includes'],
  ])
})

test('names the tools that are declared', () => {
  const tools = [{ type: 'function', name: 'weather' }, { type: 'custom', name: 'shell' }, { type: 'web_search' }]
  expect(parse({ body: asks('Hi', { tools }) }).canonical.tools).toEqual(['weather', 'shell', 'web_search'])
})

test('ignores stream options where there is no stream', () => {
  const { transport, violation } = parse({ body: asks('Hi', { stream_options: { include_obfuscation: false } }) })
  expect([transport, violation]).toEqual(['json', null])
})

test('does not mind fields that it does not read', () => {
  const more = { background: 5, prompt: [], unknown: { deep: true }, n: 2 }
  const { options: _, ...whole } = parse({ body: asks([{ role: 'user', content: 'Hi', name: 5, extra: [] }], more) })
  const { options: __, ...plain } = parse({ body: asks() })
  expect(whole).toEqual(plain)
})

for (const [what, more, problem] of [
  ['no model', { model: undefined }, "missing_required_parameter model: Missing required parameter: 'model'."],
  [
    'a model that is a number',
    { model: 5 },
    "invalid_type model: Invalid type for 'model': expected a string, but got a number instead.",
  ],
  ['no input', { input: undefined }, "missing_required_parameter input: Missing required parameter: 'input'."],
  ['an empty list as input', { input: [] }, "missing_required_parameter input: Missing required parameter: 'input'."],
  [
    'an input that is null',
    { input: null },
    "invalid_type input: Invalid type for 'input': expected one of a string or array, but got null instead.",
  ],
  [
    'messages in the place of input',
    { input: undefined, messages: [] },
    "missing_required_parameter input: Missing required parameter: 'input'.",
  ],
  [
    'an item that is a text',
    { input: ['Hi'] },
    "invalid_type input[0]: Invalid type for 'input[0]': expected an object, but got a string instead.",
  ],
  [
    'an item whose type is a number',
    { input: [{ type: 5 }] },
    "invalid_type input[0].type: Invalid type for 'input[0].type': expected a string, but got a number instead.",
  ],
  [
    'an item of neither type nor role',
    { input: [{ content: 'Hi' }] },
    "missing_required_parameter input[0].role: Missing required parameter: 'input[0].role'.",
  ],
  [
    'a role that there is none of',
    { input: [{ role: 'tool', content: 'Hi' }] },
    "invalid_value input[0].role: Invalid value: 'tool'. Supported values are: 'system', 'developer', 'user', 'assistant'.",
  ],
  [
    'a message without content',
    { input: [{ role: 'user', content: 'Hi' }, { role: 'assistant' }] },
    "missing_required_parameter input[1].content: Missing required parameter: 'input[1].content'.",
  ],
  [
    'a message whose content is null',
    { input: [{ role: 'user', content: null }] },
    "invalid_type input[0].content: Invalid type for 'input[0].content': expected one of a string or array, but got null instead.",
  ],
  [
    'a part of chat completions',
    { input: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
    "invalid_value input[0].content[0].type: Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'input_audio', 'input_file'.",
  ],
  [
    'an input part in an answer',
    { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'Hi' }] }] },
    "invalid_value input[0].content[0].type: Invalid value: 'input_text'. Supported values are: 'output_text', 'refusal'.",
  ],
  [
    'a refusal of a user',
    { input: [{ role: 'user', content: [{ type: 'refusal', refusal: 'No.' }] }] },
    "invalid_value input[0].content[0].type: Invalid value: 'refusal'. Supported values are: 'input_text', 'input_image', 'input_audio', 'input_file'.",
  ],
  [
    'a call without an id',
    { input: [{ type: 'function_call', name: 'x', arguments: '' }] },
    "missing_required_parameter input[0].call_id: Missing required parameter: 'input[0].call_id'.",
  ],
  [
    'arguments that are an object',
    { input: [{ type: 'function_call', call_id: '1', name: 'x', arguments: {} }] },
    "invalid_type input[0].arguments: Invalid type for 'input[0].arguments': expected a string, but got an object instead.",
  ],
  [
    'a result without output',
    { input: [{ type: 'function_call_output', call_id: '1' }] },
    "missing_required_parameter input[0].output: Missing required parameter: 'input[0].output'.",
  ],
  [
    'a function of chat completions',
    { tools: [{ type: 'function', function: { name: 'x' } }] },
    "missing_required_parameter tools[0].name: Missing required parameter: 'tools[0].name'.",
  ],
  [
    'a schema of chat completions',
    { text: { format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } } },
    "missing_required_parameter text.format.name: Missing required parameter: 'text.format.name'.",
  ],
  [
    'a format without its schema',
    { text: { format: { type: 'json_schema', name: 'x' } } },
    "missing_required_parameter text.format.schema: Missing required parameter: 'text.format.schema'.",
  ],
  [
    'a format that there is none of',
    { text: { format: { type: 'xml' } } },
    "invalid_value text.format.type: Invalid value: 'xml'. Supported values are: 'text', 'json_object', 'json_schema'.",
  ],
  [
    'a temperature that is a text',
    { temperature: 'hot' },
    "invalid_type temperature: Invalid type for 'temperature': expected a number, but got a string instead.",
  ],
  [
    'metadata that are numbers',
    { metadata: { a: 1 } },
    "invalid_type metadata.a: Invalid type for 'metadata.a': expected a string, but got a number instead.",
  ],
  [
    'a stream that is a text',
    { stream: 'true' },
    "invalid_type stream: Invalid type for 'stream': expected a boolean, but got a string instead.",
  ],
] as const) {
  test(`rejects a request with ${what}`, () => {
    expect(() => parse({ body: asks('Hi', more) })).toThrow(new Error(problem))
  })
}

for (const name of ['tools', 'tool_choice', 'text', 'reasoning']) {
  test(`rejects ${name} nested deeper than can be echoed`, () => {
    const nested = `{"type":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const value = name === 'tools' ? `[${nested}]` : nested
    expect(() => parse({ body: `{"model":"m","input":"Hi","${name}":${value}}` })).toThrow(
      new Error(`invalid_value ${name}: Invalid '${name}': it is nested deeper than 200 levels.`),
    )
  })
}

test('reads ten thousand calls of one turn in linear time', () => {
  const { canonical } = parse({ body: asks(Array.from({ length: 10_000 }, (_, index) => call(String(index)))) })
  expect(canonical.messages.map(({ toolCalls }) => toolCalls?.length)).toEqual([10_000])
})

/** A request that names every field we read. */
const whole = asks(
  [
    { role: 'system', content: 'Be brief.' },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look' },
        { type: 'input_image', image_url: 'data:image/png;base64,' },
        { type: 'input_audio', input_audio: { format: 'wav' } },
        { type: 'input_file', file_id: 'file-1' },
      ],
    },
    { role: 'assistant', content: [{ type: 'output_text', text: 'I see.' }] },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    call('1'),
    { type: 'custom_tool_call', call_id: '2', name: 'y', input: 'z' },
    result('1', [{ type: 'input_text', text: '4' }]),
    { type: 'reasoning', id: 'rs_1' },
    { id: 'msg_1' },
  ],
  {
    instructions: 'Be kind.',
    stream: true,
    stream_options: { include_obfuscation: false },
    include: ['x'],
    tools: [{ type: 'function', name: 'x' }],
    text: { format: { type: 'json_schema', name: 'x', schema: {} } },
    reasoning: { effort: 'low' },
    tool_choice: { type: 'auto' },
    metadata: { a: 'b' },
    max_output_tokens: 1,
    temperature: 1,
    store: true,
    service_tier: 'auto',
  },
)

type Path = readonly (string | number)[]

function pathsIn(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return [[], ...entries.flatMap(([key, child]) => pathsIn(child).map((path) => [key, ...path]))]
}

function replace(value: unknown, [key, ...more]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Record<string, unknown>) }
  const fields = copy as Record<string | number, unknown>
  fields[key] = replace(fields[key], more, by)
  return copy
}

test('answers a request with any one value replaced, by an answer or by an error of the provider', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', repeat: 'last', responses: [{ content: 'Yes.' }] }] })
  expect(ask(state, { route, body: whole }).record.outcome).toBe('ordinary')
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom(...pathsIn(whole)), fc.jsonValue(), (path, value) => {
      const { plan, record } = ask(state, { route, body: JSON.stringify(replace(whole, path, value)) })
      const code = record.response.code ?? record.outcome
      seen.add(code)
      if (plan.status === 200 || plan.status === 409) return
      const { error } = JSON.parse((plan as { body: string }).body) as { error: Record<string, unknown> }
      expect([plan.status, Object.keys(error), error['type']]).toEqual([
        400,
        ['message', 'type', 'param', 'code'],
        'invalid_request_error',
      ])
    }),
    { numRuns: 2000 },
  )
  expect([...seen]).toEqual(expect.arrayContaining(['ordinary', 'invalid_type', 'invalid_value']))
})
