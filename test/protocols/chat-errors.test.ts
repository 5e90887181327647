import { expect, test } from 'vitest'
import type { ScriptedError } from 'msw-llm'
import { ask, stateOf } from '../core/ask.ts'

function answerTo(error: ScriptedError): unknown {
  const { plan } = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ error }] }] }))
  return plan.kind === 'json' && [plan.status, (JSON.parse(plan.body) as { error: unknown }).error]
}

for (const [status, type, code] of [
  [400, 'invalid_request_error', null],
  [401, 'invalid_request_error', 'invalid_api_key'],
  [404, 'invalid_request_error', 'model_not_found'],
  [418, 'invalid_request_error', null],
  [429, 'requests', 'rate_limit_exceeded'],
  [500, 'server_error', null],
  [503, 'server_error', null],
  [599, 'server_error', null],
] as const) {
  test(`says with a scripted ${status} what the provider says`, () => {
    expect(answerTo({ status })).toEqual([
      status,
      { message: expect.stringMatching(/\w+\.|!$/), type, param: null, code },
    ])
  })
}

test('says with a scripted failure what the fixture says', () => {
  expect(answerTo({ status: 429, message: 'Slow.', type: 'tokens', code: 'slow_down', param: 'messages' })).toEqual([
    429,
    { message: 'Slow.', type: 'tokens', param: 'messages', code: 'slow_down' },
  ])
  expect(answerTo({ status: 500, message: '', type: '', code: '' })).toEqual([
    500,
    { message: '', type: '', param: null, code: '' },
  ])
})

test('sends an error indented, with a line feed at its end', () => {
  const { plan } = ask(
    stateOf({ chatScenarios: [{ id: 'a', responses: [{ error: { status: 400, message: 'No.', code: 'x' } }] }] }),
  )
  expect(plan.kind === 'json' && plan.body).toBe(
    '{\n  "error": {\n    "message": "No.",\n    "type": "invalid_request_error",\n    "param": null,\n    "code": "x"\n  }\n}\n',
  )
})

test('sends a scripted failure as JSON also where a stream was asked for, with what an SDK waits for', () => {
  const { plan, record } = ask(
    stateOf({
      chatScenarios: [
        { id: 'a', responses: [{ error: { status: 429, retryAfterSeconds: 0.5, retryAfterMilliseconds: 20 } }] },
      ],
    }),
    { body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream: true } },
  )
  expect([plan.kind, plan.status, plan.headers['retry-after'], plan.headers['retry-after-ms']]).toEqual([
    'json',
    429,
    '0.5',
    '20',
  ])
  expect([record.outcome, record.transport, record.framesTotal]).toEqual(['error', 'json', 1])
})

test('has no code of ours in the envelope where the provider has none', () => {
  const codes = [
    { body: '' },
    { body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream_options: {} } },
    { body: { model: 'm' } },
    {},
  ].map((asked) => {
    const { plan, record } = ask(stateOf({}), asked)
    return [
      record.response.code,
      (JSON.parse((plan as { body: string }).body) as { error: { code: unknown } }).error.code,
    ]
  })
  expect(codes).toEqual([
    ['invalid_json', null],
    ['stream_options_without_stream', null],
    ['missing_required_parameter', 'missing_required_parameter'],
    ['fixture_not_found', 'fixture_not_found'],
  ])
})
