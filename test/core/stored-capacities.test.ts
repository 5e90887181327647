/** How many responses are kept, and how large. */
import { expect, test } from 'vitest'
import type { Capacities } from 'msw-llm'
import type { Exchange } from '../../src/exchange.ts'
import { unusedResponses, type MockState } from '../../src/scenario/state.ts'
import { ask, stateOf, type Asked } from './ask.ts'
import { about, bodyOf, continues, converse, idOf, saidIn, says } from './continue.ts'

function mock(capacities: Capacities): MockState {
  const responses = ['One.', 'Two.', 'Three.', 'Four.'].map((content) => ({ content }))
  return stateOf({ capacities, chatScenarios: [{ id: 'a', responses }] })
}

/** The size of what is kept of this answer to `Hi`. */
function bytesOf({ plan, record }: Exchange): number {
  if (plan.kind !== 'json') throw new Error('A stream came')
  return 2 * (plan.body.length + 'Hi'.length + (record.response.content ?? '').length)
}

const full = 'response_capacity_exceeded'

test('refuses the answer for which there is no room with 409, names the setting, and gives it back', () => {
  const [first, refused, next] = converse(mock({ storedResponses: 1 }), [
    says('Hi'),
    says('Hi'),
    says('Hi', { store: false }),
  ])
  const message =
    'The mock keeps no more responses for this model, credential and session: capacities.storedResponses is 1, and 1 are kept. ' +
    'Raise it, send store: false, delete responses, or call llm.reset() between tests.'
  expect(refused!.plan.status).toBe(409)
  expect(bodyOf(refused!)).toEqual({
    error: { message, type: 'invalid_request_error', param: null, code: full },
  })
  expect(refused!.plan.headers['x-should-retry']).toBe('false')
  expect(refused!.record.response).toMatchObject({ scenario: 'a', index: 1, content: null, usage: { inputTokens: 0 } })
  expect(refused!.record.outcome).toBe('mismatch')
  expect(unusedResponses(refused!.state)).toEqual(unusedResponses(first!.state))
  expect([next!.record.response.index, next!.record.response.content]).toEqual([1, 'Two.'])
})

test('refuses a stream for which there is no room as JSON, before any event', () => {
  const [, refused] = converse(mock({ storedResponses: 1 }), [says('Hi'), says('Hi', { stream: true })])
  expect([refused!.plan.kind, refused!.plan.status, refused!.record.response.code]).toEqual(['json', 409, full])
})

test('keeps as many bytes as the setting says, and not one more', () => {
  const [one, two] = converse(mock({}), [says('Hi'), says('Hi')])
  const both = bytesOf(one!) + bytesOf(two!)
  const at = (storedResponseBytes: number): readonly Exchange[] =>
    converse(mock({ storedResponseBytes }), [says('Hi'), says('Hi')])
  expect(saidIn(at(both))).toEqual(['One.', 'Two.'])
  const refused = at(both - 1)
  expect(saidIn(refused)).toEqual(['One.', full])
  expect(refused[1]!.record.response.message).toBe(
    `The mock keeps no more responses for this model, credential and session: capacities.storedResponseBytes is ${both - 1}, and ` +
      `${bytesOf(one!)} bytes are kept, and this one has ${bytesOf(two!)}. Raise it, send store: false, delete responses, or call llm.reset() between tests.`,
  )
})

test('counts the history that a response has restored among its bytes', () => {
  const [one] = converse(mock({}), [says('Hi')])
  const long = 'x'.repeat(1000)
  const requests = [says(long), continues(1, 'Hi')]
  const room = (histories: number): number => 2 * bytesOf(one!) + histories * 2 * long.length + 1000
  expect(saidIn(converse(mock({ storedResponseBytes: room(2) }), requests))).toEqual(['One.', 'Two.'])
  expect(saidIn(converse(mock({ storedResponseBytes: room(1) }), requests))).toEqual(['One.', full])
})

for (const [what, room] of [
  ['the count', { storedResponses: 1 }],
  ['the bytes', { storedResponseBytes: 5000 }],
] as const) {
  test(`has room again once a response has been deleted, where ${what} is bounded`, () => {
    const exchanges = converse(mock(room), [
      says('Hi'),
      says('Hi'),
      about('DELETE', idOf(1)),
      says('Hi'),
      says('Hi'),
      continues(4, 'Else?', { store: false }),
    ])
    expect(saidIn(exchanges)).toEqual(['One.', full, null, 'Two.', full, 'Three.'])
  })
}

test('keeps nothing, and answers what is not to be kept, where the setting is 0', () => {
  expect(saidIn(converse(mock({ storedResponses: 0 }), [says('Hi'), says('Hi', { store: false })]))).toEqual([
    full,
    'One.',
  ])
})

for (const [what, asked] of [
  ['model', says('Hi', { model: 'gpt-5' })],
  ['credential', says('Hi', {}, { headers: { authorization: 'Bearer other' } })],
  ['session', says('Hi', {}, { headers: { 'x-llm-session': 'other' } })],
] as const satisfies readonly (readonly [string, Asked])[]) {
  test(`has room for each ${what} by itself`, () => {
    const exchanges = converse(mock({ storedResponses: 1 }), [says('Hi'), asked, says('Hi'), asked])
    expect(saidIn(exchanges)).toEqual(['One.', 'One.', full, full])
  })
}

test('takes no room for failures and for blocked prompts', () => {
  const state = stateOf({
    capacities: { storedResponses: 1 },
    chatScenarios: [{ id: 'a', responses: [{ error: { status: 500 } }, { promptBlock: {} }, { content: 'One.' }] }],
  })
  expect(converse(state, [says('Hi'), says('Hi'), says('Hi')]).map(({ plan }) => plan.status)).toEqual([500, 400, 200])
})

test('takes the room of an answer once, where the user’s identities come again', () => {
  const state = mock({ storedResponses: 1 })
  const again: Asked = { ...says('Hi'), sequence: 1 }
  expect(saidIn([ask(ask(state, again).state, again)])).toEqual(['Two.'])
})

test('frees the room of an answer whose identity came again for another credential', () => {
  const other: Asked = { headers: { authorization: 'Bearer other' } }
  const exchanges = converse(mock({ storedResponses: 1 }), [
    says('Hi'),
    says('Hi', {}, { ...other, sequence: 1 }),
    continues(1, 'Else?', {}, { ...other, sequence: 4 }),
    says('Hi'),
  ])
  expect(saidIn(exchanges)).toEqual(['One.', 'One.', full, 'Two.'])
})
