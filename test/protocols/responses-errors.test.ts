import { expect, test } from 'vitest'
import { openai, type Config, type ScriptedError } from 'msw-llm'
import type { JsonPlan } from '../../src/delivery/plan.ts'
import { ask, stateOf, type Asked } from '../core/ask.ts'
import { asks, responsesRoute as route, routeWith } from './responses-answers.ts'

function planFor(config: Config, asked: Asked): JsonPlan {
  const { plan } = ask(stateOf(config), { route, body: asks(), ...asked })
  if (plan.kind !== 'json') throw new Error('A stream came')
  return plan
}

function errorOf({ status, body }: JsonPlan): unknown {
  return [status, (JSON.parse(body) as { error: unknown }).error]
}

const scripted = (error: ScriptedError): Config => ({ chatScenarios: [{ id: 'a', responses: [{ error }] }] })

for (const [status, type, code] of [
  [400, 'invalid_request_error', null],
  [401, 'invalid_request_error', 'invalid_api_key'],
  [404, 'invalid_request_error', 'model_not_found'],
  [429, 'requests', 'rate_limit_exceeded'],
  [500, 'server_error', null],
] as const) {
  test(`says with a scripted ${status} what the provider says, as JSON also to a stream`, () => {
    for (const stream of [false, true]) {
      expect(errorOf(planFor(scripted({ status }), { body: asks('Hi', { stream }) }))).toEqual([
        status,
        { message: expect.stringMatching(/\w+\.|!$/), type, param: null, code },
      ])
    }
  })
}

test('reports an unknown model as 400, and names the parameter', () => {
  expect(errorOf(planFor({ models: [{ id: 'gpt-5' }] }, {}))).toEqual([
    400,
    {
      message:
        "The model `gpt-5.5` does not exist or you do not have access to it. The configured models are 'gpt-5'. Ask for one of them, or add it to models.",
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    },
  ])
})

test('finds no previous response, and consumes nothing', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{}] }] })
  for (const [previous_response_id, shown] of [
    ['resp_1', 'resp_1'],
    ['', ''],
    ['x'.repeat(100), `${'x'.repeat(79)}…`],
  ] as const) {
    const { plan, state: after } = ask(state, { route, body: asks('Hi', { previous_response_id, stream: true }) })
    expect(after).toBe(state)
    expect(errorOf(plan as JsonPlan)).toEqual([
      400,
      {
        message: `Previous response with id '${shown}' not found.`,
        type: 'invalid_request_error',
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      },
    ])
  }
})

test('keeps no conversations, in either form of their id', () => {
  for (const conversation of ['conv_1', { id: 'conv_1' }]) {
    expect(errorOf(planFor({}, { body: asks('Hi', { conversation }) }))).toEqual([
      400,
      {
        message: 'Conversation not found: the mock keeps none. Send its items as input.',
        type: 'invalid_request_error',
        param: 'conversation',
        code: 'invalid_value',
      },
    ])
  }
})

test('reports a rule of the provider after the credential and the model, and before the fixtures', () => {
  const body = asks('Hi', { previous_response_id: 'resp_1' })
  const codes = [{ requiredBearerToken: 'another' }, { models: [] }, {}].map((config) => {
    const { record } = ask(stateOf(config), { route, body })
    return record.response.code
  })
  expect(codes).toEqual(['invalid_api_key', 'model_not_found', 'previous_response_not_found'])
})

test('tells a blocked prompt as 400 invalid_prompt, streamed too', () => {
  const config: Config = { chatScenarios: [{ id: 'a', responses: [{ promptBlock: {} }] }] }
  for (const stream of [false, true]) {
    expect(errorOf(planFor(config, { body: asks('Hi', { stream }) }))).toEqual([
      400,
      {
        message: expect.stringMatching(/^Invalid prompt: /),
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_prompt',
      },
    ])
  }
})

for (const [what, more, reason] of [
  ['include', { include: ['reasoning.encrypted_content'] }, 'asks for further output by include'],
  [
    'an item that is no message',
    {
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { role: 'user', content: 'Hi' },
      ],
    },
    'has items other than messages in its input',
  ],
  ['tools', { tools: [{ type: 'function', name: 'look', parameters: {} }] }, 'declares tools'],
  [
    'a tool result',
    { input: [{ type: 'function_call_output', call_id: 'call_1', output: '4' }] },
    'has tool calls or tool results in its history',
  ],
  ['a schema', { text: { format: { type: 'json_schema', name: 'x', schema: {} } } }, 'asks for structured output'],
] as const) {
  test(`cannot refuse a request with ${what}, and keeps the refusal`, () => {
    const state = stateOf({
      chatScenarios: [{ id: 'a', responses: [{ content: 'No.', outputDisposition: { kind: 'refused' } }] }],
    })
    const { plan, record, state: after } = ask(state, { route, body: asks('Hi', more) })
    expect(after).toBe(state)
    expect([plan.status, record.response.code]).toEqual([409, 'fixture_mismatch'])
    expect(record.response.message).toContain(
      `cannot answer this request to POST /openai/v1/responses: the request ${reason}, and the response is refused.`,
    )
  })
}

test('lets a host have its own forms of failure', () => {
  const own = routeWith({
    unknownModel: { status: 404, param: null },
    checkShape: ({ url }) =>
      url.includes('old') ? { status: 400, code: 'invalid_api_version', message: 'Old.', param: null } : null,
    readModel: (named, { params, headers }) => {
      const model = params['deployment'] ?? headers['x-model'] ?? named
      return model === null ? null : { model, answered: named ?? model }
    },
    encodePromptBlock: () => ({ kind: 'error', status: 400, body: 'blocked' }),
    encodeRejection: ({ code }) => code,
    encodeError: ({ status }) => `scripted ${status}`,
    headers: () => ({ 'x-own': '1' }),
  })
  const blocked: Config = { chatScenarios: [{ id: 'a', responses: [{ promptBlock: {} }] }] }
  const read = [
    planFor({ models: [] }, { route: own }),
    planFor({}, { route: own, query: '?old' }),
    planFor({}, { route: own, body: { input: 'Hi' } }),
    planFor({}, { route: own, body: { input: 'Hi' }, headers: { 'x-model': 'm' } }),
    planFor(blocked, { route: own }),
    planFor(scripted({ status: 418 }), { route: own }),
  ].map(({ status, body, headers }) => [status, body, headers['x-own']])
  expect(read).toEqual([
    [404, 'model_not_found', '1'],
    [400, 'invalid_api_version', '1'],
    [400, 'missing_required_parameter', '1'],
    [409, 'fixture_not_found', '1'],
    [400, 'blocked', '1'],
    [418, 'scripted 418', '1'],
  ])
})

test('sends the headers that OpenAI sends with chat completions', () => {
  const [chat] = openai().routes
  const context = { identity: { id: '12', created: 5 }, params: {} } as never
  for (const kind of ['json', 'sse', 'error'] as const) {
    expect(route.protocol.headers(kind, context)).toEqual(chat!.protocol.headers(kind, context))
  }
})
