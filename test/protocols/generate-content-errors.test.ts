import { expect, test } from 'vitest'
import type { Config, ScriptedError } from 'msw-llm'
import type { JsonPlan } from '../../src/delivery/plan.ts'
import { ask, stateOf, type Asked } from '../core/ask.ts'
import { contents, ways } from './generate-content-answers.ts'

function planOf(config: Config, asked: Asked = {}): JsonPlan {
  const { plan } = ask(stateOf(config), { body: contents(), ...ways.json, ...asked })
  if (plan.kind !== 'json') throw new Error('A stream came')
  return plan
}

function answerTo(error: ScriptedError): unknown {
  const { status, body } = planOf({ chatScenarios: [{ id: 'a', responses: [{ error }] }] })
  return [status, (JSON.parse(body) as { error: unknown }).error]
}

const rpc = (name: string): string => `type.googleapis.com/google.rpc.${name}`

test.each([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [409, 'ABORTED'],
  [418, 'INVALID_ARGUMENT'],
  [500, 'INTERNAL'],
  [501, 'UNIMPLEMENTED'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [599, 'INTERNAL'],
])('says with a scripted %i what the service says', (status, name) => {
  expect(answerTo({ status })).toEqual([
    status,
    { code: status, message: expect.stringMatching(/^[A-Z].*\.$/), status: name },
  ])
})

test('says with a scripted 429 which quota is exhausted, and when to retry', () => {
  const quota = {
    '@type': rpc('QuotaFailure'),
    violations: [
      {
        quotaMetric: 'generativelanguage.googleapis.com/generate_content_paid_tier_input_token_count',
        quotaId: 'GenerateContentPaidTierInputTokensPerModelPerMinute',
        quotaDimensions: { model: 'gemini-2.5-flash', location: 'global' },
        quotaValue: '1000000',
      },
    ],
  }
  const message = 'The quota is exhausted. Please retry later.'
  const error = { code: 429, message, status: 'RESOURCE_EXHAUSTED' }
  const retry = (retryDelay: string): unknown => ({ '@type': rpc('RetryInfo'), retryDelay })
  expect(answerTo({ status: 429 })).toEqual([429, { ...error, details: [quota] }])
  expect(answerTo({ status: 429, retryAfterSeconds: 48 })).toEqual([429, { ...error, details: [quota, retry('48s')] }])
  expect(answerTo({ status: 429, retryAfterSeconds: 9, retryAfterMilliseconds: 20 })).toEqual([
    429,
    { ...error, details: [quota, retry('0.02s')] },
  ])
  expect(answerTo({ status: 503, message: 'Busy.', retryAfterSeconds: 0.5 })).toEqual([
    503,
    { code: 503, message: 'Busy.', status: 'UNAVAILABLE', details: [retry('0.5s')] },
  ])
})

test('says with a scripted failure what the fixture says', () => {
  expect(answerTo({ status: 400, message: 'Too old.', code: 'FAILED_PRECONDITION', type: 'OTHER' })).toEqual([
    400,
    { code: 400, message: 'Too old.', status: 'FAILED_PRECONDITION' },
  ])
  expect(answerTo({ status: 400, message: '', type: 'OUT_OF_RANGE' })).toEqual([
    400,
    { code: 400, message: '', status: 'OUT_OF_RANGE' },
  ])
})

const rejections: readonly { name: string; config?: Config; asked?: Asked; status: number; error: unknown }[] = [
  {
    name: 'no contents',
    asked: { body: {} },
    status: 400,
    error: {
      code: 400,
      message: "Missing required parameter: 'contents'.",
      status: 'INVALID_ARGUMENT',
      details: [
        {
          '@type': rpc('BadRequest'),
          fieldViolations: [{ field: 'contents', description: "Missing required parameter: 'contents'." }],
        },
      ],
    },
  },
  {
    name: 'a filtered term',
    config: { inputFilter: { terms: ['hi'] } },
    status: 400,
    error: {
      code: 400,
      message: 'content_filter: The prompt was filtered: a user message contains "hi", which inputFilter.terms lists.',
      status: 'INVALID_ARGUMENT',
    },
  },
  {
    name: 'a wrong credential',
    config: { requiredBearerToken: 'k' },
    status: 401,
    error: { code: 401, message: expect.stringMatching(/^Incorrect API key provided/), status: 'UNAUTHENTICATED' },
  },
  {
    name: 'an unknown model',
    config: { models: [{ id: 'gemini-3' }] },
    status: 404,
    error: { code: 404, message: expect.stringMatching(/^The model `gemini-2.5-flash` does not/), status: 'NOT_FOUND' },
  },
  {
    name: 'no scenario',
    status: 409,
    error: { code: 409, message: expect.stringMatching(/^fixture_not_found: No scenario is/), status: 'ABORTED' },
  },
  {
    name: 'a refusal',
    config: { chatScenarios: [{ id: 'a', responses: [{ outputDisposition: { kind: 'refused' } }] }] },
    status: 409,
    error: {
      code: 409,
      message: expect.stringMatching(/^fixture_mismatch: Response 1 of scenario 'a' cannot/),
      status: 'ABORTED',
    },
  },
]

for (const { name, config = {}, asked = {}, status, error } of rejections) {
  test(`answers ${name} with ${status}, as JSON to whatever was asked for, in an array where a stream would be one`, () => {
    const plans = Object.values(ways).map((way) => planOf(config, { ...way, ...asked }))
    expect(plans.map((plan) => [plan.status, plan.headers['content-type'], plan.headers['x-should-retry']])).toEqual(
      plans.map(() => [status, 'application/json; charset=UTF-8', 'false']),
    )
    expect(plans.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ error }, { error }, [{ error }]])
  })
}

test('indents an error, with a line feed at its end but not after an array', () => {
  const config: Config = { chatScenarios: [{ id: 'a', responses: [{ error: { status: 400, message: 'No.' } }] }] }
  const object = '{\n  "error": {\n    "code": 400,\n    "message": "No.",\n    "status": "INVALID_ARGUMENT"\n  }\n}\n'
  expect(Object.values(ways).map((way) => planOf(config, way).body)).toEqual([object, object, `[${object}]`])
})

test('a scripted failure has the headers that a client waits by, and a status of its own kind', () => {
  const error: ScriptedError = { status: 429, retryAfterSeconds: 2, headers: { 'x-extra': '1' } }
  const { headers } = planOf({ chatScenarios: [{ id: 'a', responses: [{ error }] }] }, ways.sse)
  expect([headers['retry-after'], headers['x-extra'], headers['x-should-retry'], headers['content-type']]).toEqual([
    '2',
    '1',
    undefined,
    'application/json; charset=UTF-8',
  ])
})
