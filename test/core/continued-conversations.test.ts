/** `previous_response_id` and a history that is sent again come to the same step of a conversation. */
import { expect, test } from 'vitest'
import { azureOpenai, type ConversationScenario, type Step } from 'msw-llm'
import type { Exchange } from '../../src/exchange.ts'
import type { MockState } from '../../src/scenario/state.ts'
import { stateOf, type Asked } from './ask.ts'
import { bodyOf, continues, converse, eventsOf, idOf, routeOf, says } from './continue.ts'

const last = (content: string): Step['match'] => ({ messages: [{ role: 'user', content, last: true }] })

const booking: ConversationScenario = {
  id: 'booking',
  steps: [
    { id: 'ask', match: last('Book'), response: { content: 'For how many?' } },
    { id: 'table', after: 'ask', match: last('Two'), response: { content: 'A table for two.' } },
    {
      id: 'refuse',
      after: 'ask',
      match: last('Hundred'),
      response: { content: 'No.', outputDisposition: { kind: 'refused' } },
    },
    { id: 'done', after: ['table', 'refuse'], response: { content: 'Goodbye.' } },
  ],
}

function mock(...scenarios: readonly ConversationScenario[]): MockState {
  return stateOf({ chatScenarios: scenarios.length === 0 ? [booking] : scenarios })
}

const user = (content: string): object => ({ role: 'user', content })
const assistant = (content: string): object => ({ role: 'assistant', content })
const refusal = (text: string): object => ({ role: 'assistant', content: [{ type: 'refusal', refusal: text }] })

/** Of each, the step, or the code, that came, and whether it came again. */
function stepsOf(exchanges: readonly Exchange[]): readonly (string | null)[] {
  return exchanges.map(({ record: { response } }) =>
    response.code === null && response.replayed ? `${response.step} again` : (response.code ?? response.step),
  )
}

const asked = [user('Book'), assistant('For how many?')]

for (const [what, table, refuse] of [
  ['by id', continues(1, 'Two'), continues(1, 'Hundred')],
  ['with its history', says([...asked, user('Two')]), says([...asked, user('Hundred')])],
] as const) {
  for (const [then, doneAfterTable, doneAfterRefuse] of [
    ['by id', continues(2, 'Bye'), continues(3, 'Bye')],
    [
      'with its history',
      says([...asked, user('Two'), assistant('A table for two.'), user('Bye')]),
      says([...asked, user('Hundred'), refusal('No.'), user('Bye')]),
    ],
  ] as const) {
    test(`comes to the same steps when a client goes on ${what}, and then ${then}`, () => {
      const exchanges = converse(mock(), [says('Book'), table, refuse, doneAfterTable, doneAfterRefuse])
      expect(stepsOf(exchanges)).toEqual(['ask', 'table', 'refuse', 'done', 'done'])
    })
  }
}

const byId: Asked = continues(1, 'Two')
const byHistory: Asked = says([...asked, user('Two')])

for (const [what, first, second] of [
  ['by id what was answered by id', byId, byId],
  ['by id what was answered to a history', byHistory, byId],
  ['to a history what was answered by id', byId, byHistory],
] as const) {
  test(`gives again ${what}: same content and usage, another id`, () => {
    const exchanges = converse(mock(), [says('Book'), first, second])
    expect(stepsOf(exchanges)).toEqual(['ask', 'table', 'table again'])
    const [, given, again] = exchanges
    expect(again!.record.response).toEqual({ ...given!.record.response, replayed: true })
    expect([bodyOf(given!), bodyOf(again!)]).toMatchObject([{ id: idOf(2) }, { id: idOf(3) }])
  })
}

test('gives again as a stream what was answered as JSON, and goes on from either', () => {
  const streamed = continues(1, 'Two', { stream: true })
  const exchanges = converse(mock(), [says('Book'), byId, streamed, continues(2, 'Bye'), continues(3, 'Bye')])
  expect(stepsOf(exchanges)).toEqual(['ask', 'table', 'table again', 'done', 'done again'])
  expect(eventsOf(exchanges[2]!).at(-1)).toMatchObject({
    type: 'response.completed',
    response: { id: idOf(3), previous_response_id: idOf(1), output: [{ content: [{ text: 'A table for two.' }] }] },
  })
})

test('comes to the next step by id, and not with its history, when instructions change from turn to turn', () => {
  const kind = { instructions: 'Be kind.' }
  const brief = { instructions: 'Be brief.' }
  for (const [before, after] of [
    [kind, brief],
    [kind, {}],
    [{}, brief],
  ] as const) {
    const exchanges = converse(mock(), [
      says('Book', before),
      says([...asked, user('Two')], after),
      continues(1, 'Two', after),
      continues(3, 'Bye', before),
    ])
    expect(stepsOf(exchanges)).toEqual(['ask', 'fixture_not_found', 'table', 'done'])
  }
})

test('answers a turn anew when its instructions are others, and gives it again when they are the same', () => {
  const exchanges = converse(mock(), [
    says('Book', { instructions: 'a' }),
    continues(1, 'Two', { instructions: 'b' }),
    continues(1, 'Two', { instructions: 'c' }),
    continues(1, 'Two', { instructions: 'b' }),
    continues(1, 'Two', { instructions: 'a' }),
    says([...asked, user('Two')], { instructions: 'a' }),
  ])
  expect(stepsOf(exchanges)).toEqual(['ask', 'table', 'table', 'table again', 'table', 'table again'])
})

test('takes no first turn for a request that goes on from a step', () => {
  const exchanges = converse(mock(), [says('Book'), continues(1, 'Book'), continues(1, 'Book', { instructions: 'a' })])
  expect(stepsOf(exchanges)).toEqual(['ask', 'fixture_not_found', 'fixture_not_found'])
})

test('says that a conversation has ended to a request that goes on from its last step, with any instructions', () => {
  const exchanges = converse(mock(), [
    says('Book'),
    continues(1, 'Two'),
    continues(2, 'Bye'),
    continues(3, 'Book'),
    continues(3, 'Book', { instructions: 'Be brief.' }),
  ])
  expect(stepsOf(exchanges)).toEqual(['ask', 'table', 'done', 'scenario_exhausted', 'scenario_exhausted'])
})

test('looks for what a step asks for in what the turn adds, and not in what was restored', () => {
  const messages = [{ role: 'user', content: 'yes' }] as const
  const scenario: ConversationScenario = {
    id: 'a',
    steps: [
      { id: 'first', response: { content: 'Sure?' } },
      { id: 'agreed', after: 'first', match: { messages }, response: { content: 'Then so.' } },
    ],
  }
  const exchanges = converse(mock(scenario), [
    says('Oh yes', { instructions: 'yes' }),
    continues(1, 'no'),
    continues(1, 'no', { instructions: 'yes' }),
    continues(1, 'yes'),
  ])
  expect(stepsOf(exchanges)).toEqual(['first', 'fixture_not_found', 'fixture_not_found', 'agreed'])
})

test('goes on from a response that a queue gave, where a conversation knows nothing of it, with a first turn', () => {
  const state = stateOf({
    chatScenarios: [{ id: 'queue', match: last('Hi')!, responses: [{ content: 'Hello.' }] }, booking],
  })
  const exchanges = converse(state, [says('Hi'), continues(1, 'Book'), continues(2, 'Two')])
  expect(exchanges.map(({ record: { response } }) => response.step ?? response.scenario)).toEqual([
    'queue',
    'ask',
    'table',
  ])
})

test('goes on by id from a turn that has left the turns that are kept', () => {
  const state = stateOf({ capacities: { committedTurns: 1 }, chatScenarios: [booking] })
  const exchanges = converse(state, [says('Book'), says('Book, please'), byHistory, byId])
  expect(stepsOf(exchanges)).toEqual(['ask', 'ask', 'fixture_not_found', 'table'])
})

test('comes to the same step by id and with its history after a text that a content filter blocked', () => {
  const route = routeOf(azureOpenai().routes, 'POST', '/openai/v1/responses')
  const block = { category: 'violence', at: 9 } as const
  const scenario: ConversationScenario = {
    id: 'a',
    steps: [
      { id: 'first', match: last('Tell'), response: { content: 'Once upon a time', contentFilter: { block } } },
      { id: 'second', after: 'first', response: { content: 'Sorry.' } },
    ],
  }
  for (const stream of [false, true]) {
    const history = (seen: string): readonly object[] => [user('Tell'), assistant(seen), user('And?')]
    const exchanges = converse(mock(scenario), [
      says('Tell', { stream }, { route }),
      continues(1, 'And?', {}, { route }),
      says(history('Once upon'), {}, { route }),
      says(history('Once upon a time'), {}, { route }),
    ])
    expect(stepsOf(exchanges)).toEqual(['first', 'second', 'second again', 'fixture_not_found'])
  }
})

test('uses up a step’s failures by id as with its history, and keeps no response of them', () => {
  const scenario: ConversationScenario = {
    id: 'a',
    steps: [
      { id: 'first', response: { content: 'Hello.' } },
      { id: 'second', after: 'first', response: [{ error: { status: 503 } }, { content: 'At last.' }] },
    ],
  }
  const exchanges = converse(mock(scenario), [says('Hi'), continues(1, 'On'), continues(2, 'On'), continues(1, 'On')])
  expect(exchanges.map(({ plan, record: { response } }) => [plan.status, response.code, response.index])).toEqual([
    [200, null, 0],
    [503, null, 0],
    [400, 'previous_response_not_found', null],
    [200, null, 1],
  ])
})
