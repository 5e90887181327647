import type { ModelInfo } from '@anthropic-ai/sdk/resources/models'
import { expect, test } from 'vitest'
import { anthropic, type Config, type ScriptedError } from 'msw-llm'
import { ask, stateOf, type Asked } from '../core/ask.ts'
import { asking } from './messages-answers.ts'

/** The status and the parsed body of what comes. */
function answerTo(config: Config, asked: Asked = asking()): readonly [status: number, body: unknown] {
  const { plan } = ask(stateOf(config), asked)
  return [plan.status, JSON.parse((plan as { body: string }).body)]
}

function answerToError(error: ScriptedError): readonly [status: number, body: unknown] {
  return answerTo({ chatScenarios: [{ id: 'a', responses: [{ error }] }] })
}

function envelope(type: string, message: unknown, code: string | null = null): object {
  const details = code === null ? {} : { details: { error_code: code } }
  return { type: 'error', error: { ...details, type, message }, request_id: 'req_011000000000000000000001' }
}

for (const [status, type, message] of [
  [400, 'invalid_request_error', 'The request is invalid.'],
  [401, 'authentication_error', 'invalid x-api-key'],
  [402, 'billing_error', 'The credit balance is too low.'],
  [403, 'permission_error', 'The key may not use this resource.'],
  [404, 'not_found_error', 'The resource was not found.'],
  [409, 'conflict_error', 'The resource is in another state.'],
  [413, 'request_too_large', 'The request is too large.'],
  [418, 'invalid_request_error', 'The request is invalid.'],
  [429, 'rate_limit_error', 'The rate limit is reached.'],
  [500, 'api_error', 'Internal server error'],
  [503, 'api_error', 'Internal server error'],
  [504, 'timeout_error', 'The request timed out.'],
  [529, 'overloaded_error', 'Overloaded'],
] as const) {
  test(`says with a scripted ${status} what the provider says`, () => {
    expect(answerToError({ status })).toEqual([status, envelope(type, message)])
  })
}

test('says with a scripted failure what the fixture says, where the envelope has a place for it', () => {
  expect(answerToError({ status: 429, message: 'Slow.', type: 'other', code: 'c', param: 'p' })).toEqual([
    429,
    envelope('other', 'Slow.', 'c'),
  ])
  expect(answerToError({ status: 500, message: '', type: '' })).toEqual([500, envelope('', '')])
})

test('sends an error compact, its keys as recorded, with the id of its header', () => {
  const { plan } = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ error: { status: 401 } }] }] }), asking())
  expect(plan.kind === 'json' && [plan.body, plan.headers['request-id'], plan.headers['x-should-retry']]).toEqual([
    '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"},"request_id":"req_011000000000000000000001"}',
    'req_011000000000000000000001',
    undefined,
  ])
})

test('puts a code where the client looks for it', () => {
  const state = stateOf({
    chatScenarios: [{ id: 'a', responses: [{ error: { status: 400, code: 'c', message: 'M' } }] }],
  })
  const { plan } = ask(state, asking())
  expect((plan as { body: string }).body).toBe(
    '{"type":"error","error":{"details":{"error_code":"c"},"type":"invalid_request_error","message":"M"},"request_id":"req_011000000000000000000001"}',
  )
})

test('sends a scripted failure as JSON also where a stream was asked for', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ error: { status: 529 } }] }] })
  const { plan, record } = ask(state, asking('Hi', { stream: true }))
  expect([plan.kind, plan.status, plan.headers['content-type'], record.transport]).toEqual([
    'json',
    529,
    'application/json',
    'json',
  ])
})

const refusal = { content: 'No.', outputDisposition: { kind: 'refused', category: 'violence' } } as const

for (const [what, config, asked, status, type, message] of [
  [
    'a missing field, as the provider does',
    {},
    asking('Hi', { max_tokens: undefined }),
    400,
    'invalid_request_error',
    'max_tokens: Field required',
  ],
  [
    'a body that is no JSON, as the provider might',
    {},
    { ...asking(), body: '{' },
    400,
    'invalid_request_error',
    'We could not parse the JSON body of your request: what was sent is not valid JSON.',
  ],
  [
    'max_tokens: 0 with a stream, as the provider might',
    {},
    asking('Hi', { max_tokens: 0, stream: true }),
    400,
    'invalid_request_error',
    'max_tokens: 0 cannot be combined with stream: true.',
  ],
  [
    'a filtered term with our code',
    { inputFilter: { terms: ['hi'] } },
    asking(),
    400,
    'invalid_request_error',
    'content_filter: The prompt was filtered: a user message contains "hi", which inputFilter.terms lists.',
  ],
  [
    'a missing credential by its type',
    { requiredBearerToken: 'x' },
    asking(),
    401,
    'authentication_error',
    'Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries none. Give the client that token as its apiKey.',
  ],
  [
    'an unknown model by its type',
    { models: [{ id: 'other' }] },
    asking(),
    404,
    'not_found_error',
    "The model `claude-sonnet-5` does not exist or you do not have access to it. The configured models are 'other'. Ask for one of them, or add it to models.",
  ],
  [
    'that nothing is configured with our code',
    {},
    asking(),
    409,
    'conflict_error',
    "fixture_not_found: No scenario is configured, so nothing can answer POST /anthropic/v1/messages (model 'claude-sonnet-5', 1 message). Add one: llm.use(scenario('my-scenario', { responses: [text('Hello!')] })).",
  ],
  [
    'a category that the provider does not have with our code',
    { chatScenarios: [{ id: 'a', responses: [refusal] }] },
    asking(),
    409,
    'conflict_error',
    "fixture_mismatch: Response 1 of scenario 'a' cannot answer this request to POST /anthropic/v1/messages: the provider's refusals have no category \"violence\". Use one of 'cyber', 'bio', 'frontier_llm', 'reasoning_extraction', 'general_harms', or none.",
  ],
  [
    'a refusal for a history with thinking blocks with our code',
    { chatScenarios: [{ id: 'a', responses: [{ outputDisposition: { kind: 'refused', requests: ['tools'] } }] }] },
    asking([{ role: 'assistant', content: [{ type: 'thinking', thinking: '', signature: '' }] }]),
    409,
    'conflict_error',
    "fixture_mismatch: Response 1 of scenario 'a' cannot answer this request to POST /anthropic/v1/messages: the request has thinking blocks in its history, and the response is refused. Answer such a request with ordinary text.",
  ],
] as const satisfies readonly (readonly [string, Config, Asked, number, string, string])[]) {
  test(`tells ${what}`, () => {
    const state = stateOf(config)
    const { plan, state: after } = ask(state, asked)
    const code = /^(fixture_\w+|content_filter): /.exec(message)?.[1] ?? null
    expect(answerTo(config, asked)).toEqual([status, envelope(type, message, code)])
    expect([plan.headers['x-should-retry'], plan.headers['request-id']]).toEqual([
      'false',
      'req_011000000000000000000001',
    ])
    expect(after).toBe(state)
  })
}

test('takes each category that the provider has, and null', () => {
  const categories = ['cyber', 'bio', 'frontier_llm', 'reasoning_extraction', 'general_harms', null]
  const details = categories.map((category) => {
    const response = { outputDisposition: { kind: 'refused' as const, category } }
    const [status, body] = answerTo({ chatScenarios: [{ id: 'a', responses: [response] }] })
    return [status, (body as { stop_details: unknown }).stop_details]
  })
  expect(details).toEqual(categories.map((category) => [200, { type: 'refusal', category, explanation: null }]))
})

test('lists the models that are configured, or none', () => {
  const route = anthropic().routes[1]!
  const list = (config: Config): unknown => answerTo(config, { route, body: '' })
  const model = (id: string): ModelInfo => ({
    type: 'model',
    id,
    display_name: id,
    created_at: '1970-01-01T00:00:00Z',
    max_input_tokens: null,
    max_tokens: null,
    capabilities: null,
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
    line: null,
  })
  expect([list({ models: [{ id: 'a' }, { id: 'e', kind: 'embedding' }, { id: 'b' }] }), list({})]).toEqual([
    [200, { data: [model('a'), model('b')], has_more: false, first_id: 'a', last_id: 'b' }],
    [200, { data: [], has_more: false, first_id: null, last_id: null }],
  ])
  expect(list({ requiredBearerToken: 'x' })).toEqual([401, envelope('authentication_error', expect.any(String))])
})
