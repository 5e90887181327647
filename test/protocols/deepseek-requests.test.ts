/** What DeepSeek's routes refuse, and how. */
import { expect, test } from 'vitest'
import { deepseek, type Config, type FixtureResponse } from 'msw-llm'
import { ask, askAll, chat, stateOf, type Asked } from '../core/ask.ts'

const [route, models] = deepseek().routes
const hello: Config = { chatScenarios: [{ id: 'a', responses: [{ content: 'Hello.' }] }] }

function answerTo(config: Config, asked: Asked = {}): unknown {
  const { plan } = ask(stateOf(config), { route: route!, ...asked })
  return plan.kind === 'json' && [plan.status, (JSON.parse(plan.body) as { error?: unknown }).error]
}

function invalid(message: string, param: string | null, code: string): unknown {
  return { message, type: 'invalid_request_error', param, code }
}

test('stream_options without stream is 400 whatever they say, uses nothing up, and null is none', () => {
  const rule = invalid(
    'stream_options should be set along with stream = true',
    'stream_options',
    'invalid_request_error',
  )
  for (const stream_options of [{}, { include_usage: true }, { include_usage: false }]) {
    for (const stream of [undefined, null, false]) {
      expect(answerTo(hello, { body: chat('Hi', { stream, stream_options }) })).toEqual([400, rule])
    }
  }
  expect(
    askAll(stateOf(hello), [
      { route: route!, body: chat('Hi', { stream_options: {} }) },
      { route: route!, body: chat('Hi', { stream: false, stream_options: null }) },
    ]),
  ).toEqual(['stream_options_without_stream', 'Hello.'])
})

test('our refusals say their code where DeepSeek has no form for the fault', () => {
  expect(answerTo(hello, { body: '{' })).toEqual([
    400,
    invalid(
      'We could not parse the JSON body of your request: what was sent is not valid JSON.',
      null,
      'invalid_request_error',
    ),
  ])
  expect(answerTo(hello, { body: { model: 'm' } })).toEqual([
    400,
    invalid("Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter'),
  ])
  expect(answerTo({ ...hello, inputFilter: { terms: ['hi'] } })).toEqual([
    400,
    invalid(
      'The prompt was filtered: a user message contains "hi", which inputFilter.terms lists.',
      null,
      'content_filter',
    ),
  ])
  expect(answerTo({ ...hello, models: [] })).toEqual([
    404,
    invalid(
      'The model `gpt-5.5` does not exist or you do not have access to it. The configured models are none. Ask for one of them, or add it to models.',
      null,
      'model_not_found',
    ),
  ])
  expect(answerTo({ ...hello, requiredBearerToken: 'secret' })).toEqual([
    401,
    {
      message:
        'Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries none. Give the client that token as its apiKey.',
      type: 'authentication_error',
      param: null,
      code: 'invalid_request_error',
    },
  ])
})

test('a refused answer and a finish reason of another provider are mismatches, and stay', () => {
  const config = (response: FixtureResponse): Config => ({ chatScenarios: [{ id: 'a', responses: [response] }] })
  const codes = (response: FixtureResponse): unknown =>
    askAll(stateOf(config(response)), [{ route: route! }, { route: route! }])
  expect(codes({ outputDisposition: { kind: 'refused' } })).toEqual(['fixture_mismatch', 'fixture_mismatch'])
  expect(codes({ finishReason: 'RECITATION' })).toEqual(['fixture_mismatch', 'fixture_mismatch'])
  expect(codes({ finishReason: 'insufficient_system_resource', content: 'Cut' })).toEqual(['Cut', 'scenario_exhausted'])
})

test('a blocked prompt is the native 400, streamed or not, and counts the prompt', () => {
  for (const stream of [false, true]) {
    const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ promptBlock: {} }] }] })
    const { plan, record } = ask(state, { route: route!, body: chat('Hi', { stream }) })
    expect([plan.kind, plan.status, plan.kind === 'json' && JSON.parse(plan.body)]).toEqual([
      'json',
      400,
      { error: invalid('Content Exists Risk', null, 'invalid_request_error') },
    ])
    expect([record.outcome, record.response.usage.inputTokens, record.response.usage.outputTokens]).toEqual([
      'prompt_blocked',
      1,
      0,
    ])
  }
})

const scripted: readonly [number, string][] = [
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'unknown_error'],
  [422, 'invalid_request_error'],
  [429, 'unknown_error'],
  [500, 'unknown_error'],
  [503, 'unknown_error'],
]
test.each(scripted)('a scripted %i has the type %s', (status, type) => {
  const config: Config = { chatScenarios: [{ id: 'a', responses: [{ error: { status } }] }] }
  expect(answerTo(config)).toEqual([
    status,
    { message: expect.stringMatching(/^[A-Z]/), type, param: null, code: 'invalid_request_error' },
  ])
})

test('every response has DeepSeek’s headers', () => {
  expect(ask(stateOf(hello), { route: route!, sequence: 12 }).plan.headers).toEqual({
    'content-type': 'application/json',
    'x-ds-trace-id': '00000000000000000000000000000012',
    'x-request-id': '00000000-0000-4000-8000-000000000012',
    'cache-control': 'no-cache',
    server: 'elb',
  })
})

test('the list of models has no times', () => {
  const { plan } = ask(stateOf({ models: [{ id: 'deepseek-chat' }] }), { route: models!, body: '' })
  expect(plan.kind === 'json' && plan.body).toBe(
    '{"object":"list","data":[{"id":"deepseek-chat","object":"model","owned_by":"deepseek"}]}',
  )
})
