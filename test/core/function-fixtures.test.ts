import { expect, test } from 'vitest'
import { parseConfig, type FixtureFunction } from 'msw-llm'
import { begin, complete } from '../../src/exchange.ts'
import { fail } from '../../src/refuse.ts'
import { configSchema, jsonConfigSchema } from '../../src/fixture/schema.ts'
import { conflict } from '../../src/admission/rejection.ts'
import { arrivalOf, reserve, stateOf } from './ask.ts'

const answer: FixtureFunction = ({ model }) => ({ content: model })
const config = { chatScenarios: [{ id: 'a', responses: [answer, { content: 'second' }] }] }

test('takes a function for a response in code, and keeps it as it is', () => {
  expect(parseConfig(config).chatScenarios?.[0]?.responses?.[0]).toBe(answer)
  expect(configSchema().safeParse(config).success).toBe(true)
})

test('takes an async function', () => {
  const later: FixtureFunction = async () => ({ content: 'later' })
  expect(parseConfig({ chatScenarios: [{ id: 'a', responses: [later] }] }).chatScenarios?.[0]?.responses).toEqual([
    later,
  ])
})

test('takes no function in JSON', () => {
  const result = jsonConfigSchema().safeParse(config)
  expect(result.error?.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
    ['chatScenarios.0.responses.0', 'invalid_type'],
  ])
})

test('hands a function over unasked, with the request it is for', () => {
  const { pending } = reserve(stateOf(config))
  expect(pending.response).toBe(answer)
  expect([pending.place.index, pending.request.canonical.model]).toEqual([0, 'gpt-5.5'])
})

test('pairs what a function gave with the request, and takes it back when it does not fit', () => {
  const { state, pending } = reserve(stateOf(config), {
    body: {
      model: 'gpt-5.5',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'function', function: { name: 'x' } }],
    },
  })
  const exchange = complete(state, pending, { content: 'No.', outputDisposition: { kind: 'refused' } })
  expect([exchange.record.outcome, exchange.record.response.code, exchange.record.response.index]).toEqual([
    'mismatch',
    'fixture_mismatch',
    0,
  ])
  expect(reserve(exchange.state).pending.response).toBe(answer)
})

test('gives the response back when its function failed, and tells the place of it', () => {
  const { state, pending } = reserve(stateOf(config))
  const exchange = fail(state, pending, conflict('fixture_failed', 'Response 1 threw.'))
  expect([exchange.plan.status, exchange.record.outcome, exchange.record.response]).toEqual([
    409,
    'mismatch',
    {
      status: 409,
      code: 'fixture_failed',
      message: 'Response 1 threw.',
      dataset: null,
      scenario: 'a',
      step: null,
      index: 0,
      replayed: false,
      content: null,
      outputDisposition: null,
      usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteInputTokens: 0, reasoningTokens: 0 },
    },
  ])
  expect(reserve(exchange.state).pending.response).toBe(answer)
})

test('keeps what a function answers for one request out of reach of the others meanwhile', () => {
  const first = reserve(stateOf(config))
  const second = reserve(first.state)
  expect([first.pending.place.index, second.pending.place.index]).toEqual([0, 1])
  const third = begin(second.state, arrivalOf())
  expect(third.kind === 'decided' && third.record.response.code).toBe('scenario_exhausted')
})
