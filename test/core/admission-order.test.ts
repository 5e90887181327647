import { expect, test } from 'vitest'
import type { Config, JournalEntry } from 'msw-llm'
import { ask, stateOf, type Asked } from './ask.ts'

const config: Config = {
  models: [{ id: 'gpt-5.5' }, { id: 'painter', kind: 'image' }],
  requiredBearerToken: 'secret',
  inputFilter: { terms: ['bomb'] },
  chatScenarios: [
    {
      id: 'a',
      match: { messages: [{ content: 'please' }] },
      responses: [{ content: 'No.', outputDisposition: { kind: 'refused' } }],
    },
  ],
}

/** A request that breaks every rule at once; each step mends the rule that it broke first. */
const broken = {
  headers: {},
  messages: [{ role: 'user', content: 5 as unknown }],
  model: 'painter',
  stream_options: { include_usage: true } as unknown,
  tools: [{ type: 'function', function: { name: 'weather' } }] as readonly unknown[],
}

const steps: readonly (readonly [
  status: number,
  code: string | null,
  outcome: JournalEntry['outcome'],
  mend: Partial<typeof broken>,
])[] = [
  [400, 'invalid_type', 'rejected', { messages: [{ role: 'user', content: 'A bomb' }] }],
  [401, 'invalid_api_key', 'rejected', { headers: { authorization: 'Bearer secret' } }],
  [404, 'model_not_found', 'rejected', { model: 'gpt-5.5' }],
  [400, 'stream_options_without_stream', 'rejected', { stream_options: null }],
  [400, 'content_filter', 'input_filtered', { messages: [{ role: 'user', content: 'A balloon' }] }],
  [409, 'fixture_not_found', 'mismatch', { messages: [{ role: 'user', content: 'A balloon, please' }] }],
  [409, 'fixture_mismatch', 'mismatch', { tools: [] }],
  [200, null, 'refused', {}],
]

/** The request before each step. */
const requests: readonly Asked[] = steps.map((_, index) => {
  const mended = steps.slice(0, index).map(([, , , mend]) => mend)
  const { headers, ...body } = Object.assign({}, broken, ...mended) as typeof broken
  return { headers, body }
})

test('reports the first rule that a request breaks: shape, credential, model, native rules, filter, selection, pairing', () => {
  const exchanges = requests.map((asked) => ask(stateOf(config), asked))
  expect(exchanges.map(({ plan, record }) => [plan.status, record.response.code, record.outcome])).toEqual(
    steps.map(([status, code, outcome]) => [status, code, outcome]),
  )
})

test('consumes nothing with any of these rejections', () => {
  const state = stateOf(config)
  for (const asked of requests.slice(0, -1)) expect(ask(state, asked).state).toBe(state)
  expect(ask(state, requests.at(-1)).record.response.content).toBe('No.')
})

test('takes an ambiguous refusal for a native rule: after the model, before the filter', () => {
  const body = {
    model: 'gpt-5.5',
    messages: [
      { role: 'user', content: 'A bomb, please' },
      { role: 'assistant', content: 'Yes.', refusal: 'No.' },
    ],
  }
  const state = stateOf(config)
  const headers = { authorization: 'Bearer secret' }
  expect([
    ask(state, { body }).record.response.code,
    ask(state, { body: { ...body, model: 'x' }, headers }).record.response.code,
    ask(state, { body, headers }).record.response.code,
  ]).toEqual(['invalid_api_key', 'model_not_found', 'ambiguous_refusal'])
})

test('marks every rejection as not to be retried, in the envelope of the provider', () => {
  const headers = requests.slice(0, -1).map((asked) => ask(stateOf(config), asked).plan.headers['x-should-retry'])
  expect(headers).toEqual(steps.slice(0, -1).map(() => 'false'))
  const { plan } = ask(stateOf(config), requests[2])
  expect(plan.kind === 'json' && JSON.parse(plan.body)).toEqual({
    error: {
      message:
        "The model `painter` does not exist or you do not have access to it. It is configured as a model of kind 'image'. Ask for one of kind 'chat'.",
      type: 'invalid_request_error',
      param: null,
      code: 'model_not_found',
    },
  })
})

test('answers a rejection as JSON also where a stream was asked for', () => {
  const { plan, record } = ask(stateOf({}), {
    body: { ...broken, messages: [{ role: 'user', content: 'Hi' }], stream: true },
  })
  expect([plan.kind, plan.status, record.transport, record.framesTotal]).toEqual(['json', 409, 'json', 1])
})

test('leaves it to SDKs to retry a scripted failure, unless its headers forbid it', () => {
  const of = (headers: Record<string, string>): string | undefined =>
    ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ error: { status: 409, headers } }] }] })).plan.headers[
      'x-should-retry'
    ]
  expect([of({}), of({ 'X-Should-Retry': 'false' })]).toEqual([undefined, 'false'])
})
