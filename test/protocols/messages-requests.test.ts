import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from 'msw-llm'
import { begin } from '../../src/exchange.ts'
import type { ParsedRequest } from '../../src/protocols/protocol.ts'
import { arrivalOf, ask, stateOf, type Asked } from '../core/ask.ts'
import { asking, route, said } from './messages-answers.ts'

/** Reads a request, or gives the rejection in its place. */
function parse(asked: Asked): ParsedRequest {
  const parsed = route.protocol.parse(arrivalOf({ route, ...asked }).snapshot, {
    provider: 'anthropic',
    route: route.id,
    params: {},
  })
  if (!parsed.ok) throw new Error(`${parsed.rejection.code} ${parsed.rejection.param}: ${parsed.rejection.message}`)
  return parsed.value
}

function messagesOf(...messages: readonly unknown[]): unknown {
  return parse(asking(messages)).canonical.messages
}

function featuresOf(messages: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): readonly string[] {
  return parse(asking(messages, more)).features
}

const user = { role: 'user', content: 'Hi' }
const textBlock = (text: string): unknown => ({ type: 'text', text })
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }
const toolResult = { type: 'tool_result', tool_use_id: 'toolu_1', content: '4 degrees' }

test('reads a request whole', () => {
  const asked: Asked = {
    body: {
      model: 'claude-sonnet-5',
      max_tokens: 1024,
      system: [textBlock('Be '), { type: 'text', text: 'brief.', cache_control: { type: 'ephemeral' } }],
      messages: [user],
      stream: true,
      tools: [
        { name: 'weather', input_schema: { type: 'object' } },
        { type: 'web_search_20260318', name: 'web_search' },
        { type: 'computer_toolset_20260801' },
        { type: null, name: 'time', input_schema: {} },
        {},
      ],
      tool_choice: { type: 'auto' },
      thinking: { type: 'enabled', budget_tokens: 1024 },
      output_config: { effort: 'low', format: { type: 'json_schema', schema: {} } },
      temperature: 1,
    },
    headers: { 'x-llm-session': 's1' },
    query: '?beta=true',
  }
  expect(parse(asked)).toEqual({
    canonical: {
      provider: 'anthropic',
      route: 'POST /anthropic/v1/messages',
      model: 'claude-sonnet-5',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      tools: ['weather', 'web_search', 'computer_toolset_20260801', 'time', 'custom'],
      structuredOutput: true,
      session: 's1',
      apiVersion: null,
    },
    transport: 'sse',
    features: ['tools', 'structured_output'],
    choices: 1,
    cacheMarks: [{ messages: 1, milliseconds: 300_000 }],
    options: null,
    violation: null,
    planless: null,
  })
})

test('reads a request that says no more than it must', () => {
  expect(parse({ body: { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: '' }] } })).toEqual({
    canonical: {
      provider: 'anthropic',
      route: 'POST /anthropic/v1/messages',
      model: 'm',
      stream: false,
      messages: [{ role: 'user', content: '' }],
      tools: [],
      structuredOutput: false,
      session: null,
      apiVersion: null,
    },
    transport: 'json',
    features: [],
    choices: 1,
    cacheMarks: [],
    options: null,
    violation: null,
    planless: null,
  })
})

test('reads null for what may be left out', () => {
  const nothing = {
    system: null,
    stream: null,
    tools: null,
    tool_choice: null,
    thinking: null,
    output_config: null,
    output_format: null,
  }
  expect(parse(asking('Hi', nothing))).toEqual(parse(asking('Hi')))
  expect(parse(asking('Hi', { output_config: { format: null, effort: null } }))).toEqual(parse(asking('Hi')))
})

test('puts the system prompt first, and an empty one nowhere', () => {
  const rolesOf = (system: unknown): unknown => parse(asking('Hi', { system })).canonical.messages
  const read = [{ role: 'user', content: 'Hi' }]
  expect([rolesOf('Be brief.'), rolesOf([textBlock('Be brief.')]), rolesOf(''), rolesOf([])]).toEqual([
    [{ role: 'system', content: 'Be brief.' }, ...read],
    [{ role: 'system', content: 'Be brief.' }, ...read],
    read,
    read,
  ])
})

test('reads system messages where they stand, and an answer that is to be continued', () => {
  expect(
    messagesOf(
      user,
      { role: 'system', content: [textBlock('Now '), textBlock('be long.')] },
      { role: 'assistant', content: 'The answer is (' },
    ),
  ).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'system', content: 'Now be long.' },
    { role: 'assistant', content: 'The answer is (' },
  ])
})

test('reads the same message from a text and from blocks of it', () => {
  for (const role of ['user', 'assistant', 'system']) {
    const read = [
      'Hello',
      [textBlock('Hello')],
      [textBlock('Hel'), textBlock(''), { ...(textBlock('lo') as object), citations: null }],
    ].map((content) => messagesOf({ role, content }))
    expect(read).toEqual([[{ role, content: 'Hello' }], read[0], read[0]])
  }
  expect(messagesOf({ role: 'user', content: [] })).toEqual([{ role: 'user', content: '' }])
})

test('keeps the kinds of attachments in their order', () => {
  const base64 = (media_type: string): unknown => ({ type: 'base64', media_type, data: '' })
  expect(
    messagesOf({
      role: 'user',
      content: [
        textBlock('Look '),
        { type: 'image', source: base64('image/png') },
        { type: 'document', source: base64('application/pdf'), title: 'A' },
        textBlock('here'),
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A text.' } },
        { type: 'search_result', source: 'https://example.com', title: 'A', content: [textBlock('found')] },
        { type: 'container_upload', file_id: 'file_1' },
      ],
    }),
  ).toEqual([
    {
      role: 'user',
      content: 'Look here',
      parts: [
        { type: 'image', mediaType: 'image/png' },
        { type: 'file', mediaType: 'application/pdf' },
        { type: 'image' },
        { type: 'file', mediaType: 'text/plain' },
        { type: 'file' },
        { type: 'file' },
      ],
    },
  ])
})

test('reads tool calls, and splits a user message that holds results and text', () => {
  expect(
    messagesOf(
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          textBlock('One moment.'),
          toolUse,
          { type: 'tool_use', id: 'toolu_2', name: 'time' },
        ],
      },
      {
        role: 'user',
        content: [
          toolResult,
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            is_error: true,
            content: [
              textBlock('It '),
              textBlock('failed'),
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } },
              { type: 'tool_reference', tool_name: 'x' },
            ],
          },
          textBlock('Well?'),
        ],
      },
      {
        role: 'user',
        content: [textBlock('First.'), toolResult, { type: 'image', source: { type: 'file', file_id: 'f' } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_3' },
          { type: 'tool_result', tool_use_id: 'toolu_4', content: null },
        ],
      },
    ),
  ).toEqual([
    {
      role: 'assistant',
      content: 'One moment.',
      toolCalls: [
        { id: 'toolu_1', name: 'weather', arguments: { city: 'Oslo' } },
        { id: 'toolu_2', name: 'time', arguments: {} },
      ],
    },
    { role: 'tool', content: '4 degrees', toolCallId: 'toolu_1' },
    { role: 'tool', content: 'It failed', parts: [{ type: 'image', mediaType: 'image/png' }], toolCallId: 'toolu_2' },
    { role: 'user', content: 'Well?' },
    { role: 'tool', content: '4 degrees', toolCallId: 'toolu_1' },
    { role: 'user', content: 'First.', parts: [{ type: 'image' }] },
    { role: 'tool', content: '', toolCallId: 'toolu_3' },
    { role: 'tool', content: '', toolCallId: 'toolu_4' },
  ])
})

test('puts a text in the place of arguments that are nested very deep', () => {
  const argumentsOf = (depth: number): unknown => {
    const body = JSON.stringify(said([{ role: 'assistant', content: [{ ...toolUse, input: 'HERE' }] }]))
    const nested = '['.repeat(depth) + ']'.repeat(depth)
    return parse({ body: body.replace('"HERE"', nested) }).canonical.messages[0]?.toolCalls?.[0]?.arguments
  }
  expect([argumentsOf(3), argumentsOf(1_000), argumentsOf(100_000)]).toEqual([
    [[[]]],
    '[nested too deeply]',
    '[nested too deeply]',
  ])
})

test('tells which features a request asks for', () => {
  const answered = (...content: readonly unknown[]): readonly unknown[] => [user, { role: 'assistant', content }]
  expect([
    featuresOf([user]),
    featuresOf([user], { tools: [] }),
    featuresOf([user], { tools: [{ name: 'x' }], tool_choice: { type: 'none' } }),
    featuresOf(answered(toolUse)),
    featuresOf([{ role: 'user', content: [toolResult] }]),
    featuresOf(answered({ type: 'server_tool_use', id: 's', name: 'web_search', input: {} })),
    featuresOf(answered({ type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'x' }] })),
    featuresOf(answered({ type: 'mcp_tool_use', id: 's' }, { type: 'code_execution_tool_result', content: {} })),
    featuresOf(answered({ type: 'thinking', thinking: '', signature: '' })),
    featuresOf(answered({ type: 'redacted_thinking', data: '' })),
    featuresOf(answered({ type: 'fallback' })),
    featuresOf([{ role: 'user', content: [{ type: 'search_result', source: '' }, { type: 'container_upload' }] }]),
    featuresOf([user], { thinking: { type: 'enabled', budget_tokens: 1024 } }),
    featuresOf([user], { output_config: { format: { type: 'json_schema', schema: {} } } }),
    featuresOf([user], { output_format: { type: 'json_schema', schema: {} } }),
    featuresOf([user], { output_config: { effort: 'low' } }),
    featuresOf(answered({ type: 'thinking' }, toolUse, { type: 'compaction', content: null }), {
      tools: [{ name: 'x' }],
      output_format: {},
    }),
  ]).toEqual([
    [],
    [],
    ['tools'],
    ['tool_history'],
    ['tool_history'],
    ['tool_history'],
    ['tool_history'],
    ['tool_history'],
    ['thinking'],
    ['thinking'],
    ['native_items'],
    [],
    [],
    ['structured_output'],
    ['structured_output'],
    [],
    ['tools', 'tool_history', 'thinking', 'native_items', 'structured_output'],
  ])
})

for (const [what, more, partner] of [
  ['stream: true', { stream: true }, 'stream: true'],
  ['thinking', { thinking: { type: 'enabled', budget_tokens: 1024 } }, "thinking of type 'enabled'"],
  ['adaptive thinking', { thinking: { type: 'adaptive' } }, "thinking of type 'adaptive'"],
  ['any tool', { tool_choice: { type: 'any' } }, "tool_choice of type 'any'"],
  ['a tool', { tool_choice: { type: 'tool', name: 'x' } }, "tool_choice of type 'tool'"],
  ['output_config.format', { output_config: { format: { type: 'json_schema' } } }, 'an output format'],
  ['output_format', { output_format: { type: 'json_schema' } }, 'an output format'],
] as const) {
  test(`does not take max_tokens: 0 with ${what}, and takes more tokens with it`, () => {
    expect(parse(asking('Hi', { ...more, max_tokens: 0 })).violation).toEqual({
      status: 400,
      code: 'max_tokens_zero',
      message: `max_tokens: 0 cannot be combined with ${partner}.`,
      param: 'max_tokens',
    })
    expect(parse(asking('Hi', { ...more, max_tokens: 1 })).violation).toBe(null)
  })
}

test('takes max_tokens: 0 beside what asks for no output', () => {
  const violations = [
    {},
    { stream: false, thinking: { type: 'disabled' }, tool_choice: { type: 'auto' } },
    { tool_choice: { type: 'none' }, tools: [{ name: 'x' }] },
    { output_config: { effort: 'high' } },
  ].map((more) => parse(asking('Hi', { ...more, max_tokens: 0 })).violation)
  expect(violations).toEqual([null, null, null, null])
})

test('answers max_tokens: 0 without a response, and moves nothing', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'Hello!' }] }] })
  const { plan, record, state: after } = ask(state, asking('Hi, how are you?', { max_tokens: 0 }))
  expect(after).toBe(state)
  expect([plan.kind === 'json' && plan.status, JSON.parse((plan as { body: string }).body)]).toEqual([
    200,
    {
      model: 'claude-sonnet-5',
      id: 'msg_010000000000000000000001',
      type: 'message',
      role: 'assistant',
      content: [],
      stop_reason: 'max_tokens',
      stop_sequence: null,
      stop_details: null,
      usage: {
        input_tokens: 4,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 0,
        service_tier: 'standard',
        inference_geo: 'not_available',
      },
    },
  ])
  expect([record.outcome, record.response.scenario, record.response.usage.inputTokens]).toEqual(['cache_only', null, 4])
})

test('reports a wrong credential and an unknown model before the rule on max_tokens: 0', () => {
  const codes = [{ requiredBearerToken: 'x' }, { models: [] }, {}].map(
    (config) => ask(stateOf(config), asking('Hi', { max_tokens: 0, stream: true })).record.response.code,
  )
  expect(codes).toEqual(['invalid_api_key', 'model_not_found', 'max_tokens_zero'])
})

for (const [what, more, problem] of [
  ['no model', { model: undefined }, 'missing_required_parameter model: model: Field required'],
  ['no max_tokens', { max_tokens: undefined }, 'missing_required_parameter max_tokens: max_tokens: Field required'],
  ['no messages', { messages: undefined }, 'missing_required_parameter messages: messages: Field required'],
  [
    'a message without content',
    { messages: [user, { role: 'user' }] },
    'missing_required_parameter messages[1].content: messages.1.content: Field required',
  ],
  [
    'a text block without text',
    { messages: [{ role: 'user', content: [{ type: 'text' }] }] },
    'missing_required_parameter messages[0].content[0].text: messages.0.content.0.text: Field required',
  ],
  [
    'a block without a type',
    { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] },
    'missing_required_parameter messages[0].content[0].type: messages.0.content.0.type: Field required',
  ],
  [
    'a tool call without a name',
    { messages: [{ role: 'assistant', content: [{ ...toolUse, name: undefined }] }] },
    'missing_required_parameter messages[0].content[0].name: messages.0.content.0.name: Field required',
  ],
  [
    'a tool result without the id of its call',
    { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] },
    'missing_required_parameter messages[0].content[0].tool_use_id: messages.0.content.0.tool_use_id: Field required',
  ],
  [
    'an image without a source',
    { messages: [{ role: 'user', content: [{ type: 'image' }] }] },
    'missing_required_parameter messages[0].content[0].source: messages.0.content.0.source: Field required',
  ],
  [
    'a thinking without a type',
    { thinking: {} },
    'missing_required_parameter thinking.type: thinking.type: Field required',
  ],
  [
    'a max_tokens below 0',
    { max_tokens: -1 },
    "invalid_value max_tokens: Invalid 'max_tokens': integer below minimum value. Expected a value >= 0, but got -1 instead.",
  ],
  [
    'a max_tokens that is a fraction',
    { max_tokens: 1.5 },
    "invalid_type max_tokens: Invalid type for 'max_tokens': expected an integer, but got a number instead.",
  ],
  [
    'a max_tokens that is null',
    { max_tokens: null },
    "invalid_type max_tokens: Invalid type for 'max_tokens': expected a number, but got null instead.",
  ],
  [
    'an empty list of messages',
    { messages: [] },
    "empty_array messages: Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ],
  [
    'a role that there is none of',
    { messages: [{ role: 'tool', content: 'Hi' }] },
    "invalid_value messages[0].role: Invalid value: 'tool'. Supported values are: 'user', 'assistant', 'system'.",
  ],
  [
    'a content that is null',
    { messages: [{ role: 'user', content: null }] },
    "invalid_type messages[0].content: Invalid type for 'messages[0].content': expected one of a string or array, but got null instead.",
  ],
  [
    'a block that is a text',
    { messages: [{ role: 'user', content: ['Hi'] }] },
    "invalid_type messages[0].content[0]: Invalid type for 'messages[0].content[0]': expected an object, but got a string instead.",
  ],
  [
    'a system prompt that holds an image',
    { system: [{ type: 'image', source: {} }] },
    "invalid_value system[0].type: Invalid value: 'image'. Supported values are: 'text'.",
  ],
  [
    'a stream that is a text',
    { stream: 'true' },
    "invalid_type stream: Invalid type for 'stream': expected a boolean, but got a string instead.",
  ],
  [
    'an output format that is a text',
    { output_format: 'json' },
    "invalid_type output_format: Invalid type for 'output_format': expected an object, but got a string instead.",
  ],
] as const) {
  test(`rejects a request with ${what}`, () => {
    expect(() => parse(asking('Hi', more))).toThrow(new Error(problem))
  })
}

test('does not mind blocks and fields that it does not know', () => {
  const strange = [
    { type: 'video', text: 5, source: null, content: [[]], id: {} },
    { type: 'tool_reference', input: 5 },
    { type: 'other' },
  ]
  const content = [textBlock('Hi'), ...strange, { type: 'tool_result', tool_use_id: '1', content: strange }]
  expect(messagesOf({ role: 'user', content, name: 5 })).toEqual([
    { role: 'tool', content: '', toolCallId: '1' },
    { role: 'user', content: 'Hi' },
  ])
  expect(parse(asking('Hi', { temperature: 'hot', metadata: [1], container: 5, betas: null }))).toEqual(
    parse(asking('Hi')),
  )
})

test('answers any JSON as a body, as a message and as a block, and throws nothing', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', repeat: 'last', responses: [{ content: 'Yes.' }] }] })
  const kindOf = (body: JsonValue): number => {
    const begun = begin(state, arrivalOf({ route, body }))
    return begun.kind !== 'decided' ? 200 : begun.plan.status
  }
  const block = fc
    .record({ type: fc.constantFrom('text', 'image', 'tool_use', 'tool_result', 'x'), rest: fc.jsonValue() })
    .map(({ type, rest }) => ({ ...(typeof rest === 'object' ? rest : {}), type }))
  const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), content: fc.array(block) })
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.oneof(fc.jsonValue(), message), { minLength: 1 }), (value, messages) => {
      expect(kindOf(value as JsonValue)).toBe(400)
      expect([200, 400]).toContain(kindOf(said(messages as readonly unknown[]) as JsonValue))
    }),
  )
})
