/** Answers that no fixture gives. */
import { expect, test } from 'vitest'
import { begin, type Config, type Route } from 'msw-llm/core'
import { openai } from 'msw-llm'
import { arrivalOf, ask, chat, route, stateOf, type Asked } from './ask.ts'

const list = openai().routes.find(({ method }) => method === 'GET')!

/** A route whose requests for nothing are answered without a response. */
const cacheOnly: Route = {
  ...route,
  protocol: {
    ...route.protocol,
    parse: (snapshot, context) => {
      const parsed = route.protocol.parse(snapshot, context)
      if (!parsed.ok) return parsed
      const encode = ({ identity, usage }: { identity: { id: string }; usage: { inputTokens: number } }): string =>
        `${identity.id}: ${usage.inputTokens}`
      return { ok: true, value: { ...parsed.value, planless: { outcome: 'cache_only', encode } } }
    },
  },
}

const config: Config = { chatScenarios: [{ id: 'a', responses: [{ content: 'Here.' }] }] }

test('selects nothing, moves nothing, and counts the prompt', () => {
  const state = stateOf(config)
  const { plan, record, state: after } = ask(state, { route: cacheOnly, sequence: 7, body: chat('12345678') })
  expect(after).toBe(state)
  expect([plan.kind, plan.status, plan.kind === 'json' && plan.body]).toEqual(['json', 200, '7: 2'])
  expect([record.outcome, record.response.scenario, record.response.usage.inputTokens]).toEqual(['cache_only', null, 2])
})

test('comes after the credential, the model and the native rules, and before the input filter', () => {
  const codeOf = (more: Config, asked: Asked = {}): string | null =>
    ask(stateOf({ ...config, ...more }), { route: cacheOnly, ...asked }).record.response.code
  expect([
    codeOf({ requiredBearerToken: 'x' }),
    codeOf({ models: [] }),
    codeOf({}, { body: chat('Hi', { stream_options: {} }) }),
    codeOf({ inputFilter: { terms: ['hi'] } }),
  ]).toEqual(['invalid_api_key', 'model_not_found', 'stream_options_without_stream', null])
})

test('a failing countTokens is a mismatch, and throws nothing', () => {
  const countTokens = (): number => NaN
  expect(ask(stateOf(config), { route: cacheOnly, countTokens }).record.response.code).toBe('fixture_failed')
})

function listed(more: Config, asked: Asked = {}): unknown {
  const { plan, record } = ask(stateOf(more), { route: list, body: '', ...asked })
  return plan.kind === 'json' && plan.status === 200
    ? (JSON.parse(plan.body) as { data: { id: string }[] }).data.map(({ id }) => id)
    : record.response.code
}

test('a list has the chat models that are configured', () => {
  const models = [{ id: 'b' }, { id: 'e', kind: 'embedding' as const }, { id: 'a', kind: 'chat' as const }]
  expect(listed({ ...config, models })).toEqual(['b', 'a'])
  expect(listed({ ...config, models: [] })).toEqual([])
})

test('a list has the models that scenarios name, where none are configured', () => {
  const named = (id: string, modelId: string): NonNullable<Config['chatScenarios']>[number] => ({
    id,
    modelId,
    responses: [{}],
  })
  expect(listed({ chatScenarios: [named('x', 'b'), named('y', 'a'), named('z', 'b')] })).toEqual(['b', 'a'])
  expect(listed(config)).toEqual([])
})

test('a list asks for the credential, and for no model', () => {
  const closed = { requiredBearerToken: 'secret', models: [{ id: 'm' }] }
  expect(listed(closed)).toBe('invalid_api_key')
  expect(listed(closed, { headers: { authorization: 'Bearer secret' } })).toEqual(['m'])
})

test('a list is journalled as an ordinary answer that no scenario gave', () => {
  const begun = begin(stateOf(config), arrivalOf({ route: list, body: '' }))
  expect(
    begun.kind === 'decided' && [begun.record.outcome, begun.record.canonical.model, begun.record.response.scenario],
  ).toEqual(['ordinary', '', null])
})
