import { expect, test } from 'vitest'
import type { FixtureResponse, JsonValue, Route } from 'msw-llm'
import { unusedResponses } from '../../src/scenario/state.ts'
import { ask, chat, route, stateOf, type Asked } from './ask.ts'

const refusal: FixtureResponse = { content: 'No.', outputDisposition: { kind: 'refused' } }
const tool = { type: 'function', function: { name: 'weather' } }
const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } }

const features: readonly (readonly [what: string, body: unknown, permission: 'tools' | 'structured_output'])[] = [
  ['that declares tools', chat('Hi', { tools: [tool] }), 'tools'],
  ['that declares a custom tool', chat('Hi', { tools: [{ type: 'custom', custom: { name: 'x' } }] }), 'tools'],
  ['that declares functions', chat('Hi', { functions: [{ name: 'weather' }] }), 'tools'],
  ['with tool calls in its history', chat([{ role: 'assistant', tool_calls: [call] }]), 'tools'],
  ['with a tool result in its history', chat([{ role: 'tool', content: '4', tool_call_id: 'call_1' }]), 'tools'],
  [
    'with a function call in its history',
    chat([{ role: 'assistant', function_call: { name: 'weather', arguments: '{}' } }]),
    'tools',
  ],
  ['with a function result in its history', chat([{ role: 'function', content: '4', name: 'weather' }]), 'tools'],
  ['for a JSON object', chat('Hi', { response_format: { type: 'json_object' } }), 'structured_output'],
  [
    'for JSON of a schema',
    chat('Hi', { response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: {} } } }),
    'structured_output',
  ],
]

for (const [what, body, permission] of features) {
  const other = permission === 'tools' ? 'structured_output' : 'tools'

  test(`does not answer a request ${what} with a disposition, and keeps the response`, () => {
    const state = stateOf({ chatScenarios: [{ id: 'a', responses: [refusal] }] })
    const { plan, record, state: after } = ask(state, { body })
    expect([
      plan.status,
      record.outcome,
      record.response.code,
      record.response.scenario,
      record.response.index,
    ]).toEqual([409, 'mismatch', 'fixture_mismatch', 'a', 0])
    expect(after).toBe(state)
    expect(ask(after).record.response.content).toBe('No.')
  })

  test(`answers a request ${what} with a disposition that permits ${permission}, and not with one that permits ${other}`, () => {
    const answered = ([permission, other] as const).map((allowed) => {
      const outputDisposition = { kind: 'filtered' as const, requests: [allowed] }
      return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ outputDisposition }] }] }), { body }).record.outcome
    })
    expect(answered).toEqual(['filtered', 'mismatch'])
  })

  test(`answers a request ${what} with ordinary text`, () => {
    expect(
      ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'Yes.' }] }] }), { body }).record.outcome,
    ).toBe('ordinary')
  })
}

test('takes empty lists and plain text for no features', () => {
  const body = chat(
    [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Ho', tool_calls: [] },
    ],
    {
      tools: [],
      functions: [],
      response_format: { type: 'text' },
    },
  )
  expect(ask(stateOf({ chatScenarios: [{ id: 'a', responses: [refusal] }] }), { body }).record.outcome).toBe('refused')
})

test('wants every permission that a request needs', () => {
  const body = chat('Hi', { tools: [tool], response_format: { type: 'json_object' } })
  const outcomes = [[], ['tools'], ['structured_output'], ['tools', 'structured_output']].map((requests) => {
    const response = { outputDisposition: { kind: 'refused', requests } } as FixtureResponse
    return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), { body }).record.outcome
  })
  expect(outcomes).toEqual(['mismatch', 'mismatch', 'mismatch', 'refused'])
})

test('says which response does not fit, why, and how to permit it', () => {
  const messageOf = (response: FixtureResponse, asked: Asked): string | null =>
    ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), asked).record.response.message
  const toFiltered: Route = { ...route, outcomes: { filtered: 'native', refused: 'unsupported' } }
  const toNone: Route = { ...route, outcomes: { filtered: 'unsupported', refused: 'unsupported' } }
  expect([
    messageOf(refusal, { body: chat('Hi', { tools: [tool] }) }),
    messageOf(refusal, { route: toFiltered }),
    messageOf(refusal, { route: toNone }),
    messageOf({}, { body: chat('Hi', { n: 3 }) }),
  ]).toMatchInlineSnapshot(`
    [
      "Response 1 of scenario 'a' cannot answer this request to POST /openai/v1/chat/completions: the request declares tools, and the response is refused. If that is meant, allow it with outputDisposition.requests: ['tools'].",
      "Response 1 of scenario 'a' cannot answer this request to POST /openai/v1/chat/completions: the provider has no native form for 'refused'. Use ordinary or filtered text for this route, or give the scenario another provider.",
      "Response 1 of scenario 'a' cannot answer this request to POST /openai/v1/chat/completions: the provider has no native form for 'refused'. Use ordinary text for this route, or give the scenario another provider.",
      "Response 1 of scenario 'a' cannot answer this request to POST /openai/v1/chat/completions: the request asks for n = 3 answers, and a response holds one. Send n: 1, or give it 2 further choices.",
    ]
  `)
})

test('does not answer a request with an outcome that the route has no form for, and keeps the response', () => {
  const onlyFiltered: Route = { ...route, outcomes: { filtered: 'native', refused: 'unsupported' } }
  const state = stateOf({
    chatScenarios: [{ id: 'a', responses: [refusal, { outputDisposition: { kind: 'filtered' } }] }],
  })
  const first = ask(state, { route: onlyFiltered })
  expect([first.record.response.code, first.record.response.index]).toEqual(['fixture_mismatch', 0])
  expect(first.state).toBe(state)
  const elsewhere = ask(first.state)
  const filtered = ask(elsewhere.state, { route: onlyFiltered })
  expect([elsewhere.record.outcome, filtered.record.outcome]).toEqual(['refused', 'filtered'])
})

test('does not answer a request for several choices, and keeps the response', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'One.' }] }] })
  const several = ask(state, { body: chat('Hi', { n: 2 }) })
  expect([several.record.response.code, several.state]).toEqual(['fixture_mismatch', state])
  expect([1, null].map((n) => ask(state, { body: chat('Hi', { n }) }).record.response.content)).toEqual([
    'One.',
    'One.',
  ])
})

test('answers with a scripted failure whatever is asked for', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ error: { status: 503 } }] }] })
  const { record, state: after } = ask(state, { body: chat('Hi', { n: 2, tools: [tool] }) })
  expect([record.outcome, record.response.status, unusedResponses(after)]).toEqual(['error', 503, []])
})

test('a reason for an end that the route does not have is a mismatch, and stays', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ finishReason: 'RECITATION' }] }] })
  const { record, state: after } = ask(state)
  expect(record.response.message).toBe(
    "Response 1 of scenario 'a' cannot answer this request to POST /openai/v1/chat/completions: the provider has no finish reason 'RECITATION'. Use one of 'stop', 'length', 'tool_calls', or give the scenario another provider.",
  )
  expect(after).toBe(state)
  const native: Route = { ...route, finishReasons: ['RECITATION'] }
  expect(ask(state, { route: native }).record.outcome).toBe('ordinary')
  const other: Route = { ...route, finishReasons: ['SPII'] }
  expect(ask(state, { route: other }).record.response.message).toContain(
    "Use one of 'stop', 'length', 'tool_calls', 'SPII', or",
  )
})

test('a refusal of a category that the route does not have is a mismatch; none, or a filtered one, has no say', () => {
  const listed: Route = { ...route, refusalCategories: ['cyber', 'bio'] }
  const messageOf = (outputDisposition: FixtureResponse['outputDisposition']): string | null =>
    ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ outputDisposition }] }] }), { route: listed }).record
      .response.message
  expect(messageOf({ kind: 'refused', category: 'violence' })).toBe(
    "Response 1 of scenario 'a' cannot answer this request to POST /openai/v1/chat/completions: the provider's refusals have no category \"violence\". Use one of 'cyber', 'bio', or none.",
  )
  expect(messageOf({ kind: 'refused', category: '' })).toContain('have no category "".')
  expect([
    messageOf({ kind: 'refused', category: 'bio' }),
    messageOf({ kind: 'refused', category: null }),
    messageOf({ kind: 'refused' }),
    messageOf({ kind: 'filtered', category: 'violence' }),
  ]).toEqual([null, null, null, null])
})

test('a call of a tool that the request does not declare is a mismatch, and stays', () => {
  const state = stateOf({
    chatScenarios: [{ id: 'a', responses: [{ toolCalls: [{ name: 'weather', arguments: {} }] }] }],
  })
  const messageOf = (body: unknown): string | null => ask(state, { body }).record.response.message
  expect(messageOf(chat())).toBe(
    "Response 1 of scenario 'a' cannot answer this request to POST /openai/v1/chat/completions: it calls the tool \"weather\", and the request declares none. Declare it in the request's tools, or call another.",
  )
  const other = { type: 'function', function: { name: 'time' } }
  expect(messageOf(chat('Hi', { tools: [other] }))).toContain('and the request declares "time". Declare')
  expect(ask(state, { body: chat() }).state).toBe(state)
  expect(messageOf(chat('Hi', { tools: [other, tool] }))).toBe(null)
})

test('tool calls, and their reason for an end, are a mismatch where the protocol has no form for them', () => {
  const { callsTools: _, ...protocol } = route.protocol
  const messageOf = (response: FixtureResponse): string | null =>
    ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), {
      route: { ...route, protocol },
      body: chat('Hi', { tools: [tool] }),
    }).record.response.message
  expect(messageOf({ toolCalls: [{ name: 'weather', arguments: {} }] })).toContain(
    'tool calls are not served on this route yet.',
  )
  expect(messageOf({ finishReason: 'tool_calls' })).toContain("the provider has no finish reason 'tool_calls'.")
})

test('a response answers requests for just as many choices as it holds', () => {
  const choices = [{ content: 'B' }, { content: 'C' }]
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'A', choices }] }] })
  const reasonOf = (more: Record<string, unknown>, to = route): string | null =>
    ask(state, { body: chat('Hi', more), route: to })
      .record.response.message?.split(': ')
      .slice(1)
      .join(': ') ?? null
  expect([reasonOf({ n: 3 }), reasonOf({}), reasonOf({ n: 5 })]).toEqual([
    null,
    'the request asks for n = 1 answers, and the response holds 3. Send n: 3, or leave its choices out.',
    'the request asks for n = 5 answers, and the response holds 3. Send n: 3, or give it 4 further choices.',
  ])
  const { givesChoices: _, ...protocol } = route.protocol
  expect(reasonOf({ n: 3 }, { ...route, protocol })).toBe(
    'several choices are not served on this route yet. Leave choices out.',
  )
})

test('each choice of a response must fit the route by itself', () => {
  const reasonOf = (choice: NonNullable<FixtureResponse['choices']>[number], to = route): string | null => {
    const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'A', choices: [choice] }] }] })
    return ask(state, { body: chat('Hi', { n: 2 }), route: to }).record.response.message
  }
  const withoutRefusals: Route = { ...route, outcomes: { filtered: 'native', refused: 'unsupported' } }
  expect(reasonOf({ outputDisposition: { kind: 'refused' } }, withoutRefusals)).toContain(
    "the provider has no native form for 'refused'.",
  )
  expect(reasonOf({ finishReason: 'SPII' })).toContain("the provider has no finish reason 'SPII'.")
  expect(reasonOf({ contentFilter: {} })).toContain('the provider has no content filter.')
  expect(reasonOf({ content: 'B', outputDisposition: { kind: 'refused' }, streamChunks: ['', 'B'] })).toBe(null)
})

test('arguments that break the declared schema are a mismatch, and stay; broken JSON and unknown schemas are let pass', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  }
  const reasonOf = (given: JsonValue, parameters: unknown = schema): string | null => {
    const state = stateOf({
      chatScenarios: [{ id: 'a', responses: [{ toolCalls: [{ name: 'weather', arguments: given }] }] }],
    })
    const body = chat('Hi', { tools: [{ type: 'function', function: { name: 'weather', parameters } }] })
    const { record, state: after } = ask(state, { body })
    if (record.outcome === 'mismatch') expect(after).toBe(state)
    return record.response.message?.replace(/^.*completions: /, '') ?? null
  }
  const fault = (what: string): string =>
    `the arguments of its call of "weather" are not what the request declares: ${what}. Mend them, or the declared schema.`
  expect([
    reasonOf({ city: 'Oslo' }),
    reasonOf('{"city":"Oslo"}'),
    reasonOf({ city: 4 }),
    reasonOf({ city: 'Oslo', country: 'Norway' }),
    reasonOf('4'),
    reasonOf('{"cit'),
    reasonOf({ city: 4 }, { ...schema, unevaluatedProperties: false }),
    reasonOf({ city: 4 }, 'none'),
    reasonOf({ city: 4 }, {}),
  ]).toEqual([
    null,
    null,
    fault('city: Invalid input: expected string, received number'),
    fault('Unrecognized key: "country"'),
    fault('Invalid input: expected object, received number'),
    null,
    null,
    null,
    null,
  ])
})
