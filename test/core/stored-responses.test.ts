import { expect, test } from 'vitest'
import type { FixtureResponse } from 'msw-llm'
import type { MockState } from '../../src/scenario/state.ts'
import { ask, stateOf } from './ask.ts'
import { about, bodyOf, continues, converse, eventsOf, historyOf, idOf, saidIn, says } from './continue.ts'

const answers: readonly FixtureResponse[] = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'].map((content) => ({
  content,
}))

function mock(...responses: readonly FixtureResponse[]): MockState {
  return stateOf({ chatScenarios: [{ id: 'a', responses: responses.length === 0 ? answers : responses }] })
}

const user = (content: string): unknown => ({ role: 'user', content })
const assistant = (content: string): unknown => ({ role: 'assistant', content })
const system = (content: string): unknown => ({ role: 'system', content })

test('restores the input and the answer of the response that a request goes on from', () => {
  expect(historyOf(converse(mock(), [says('Hi'), continues(1, 'And then?')]))).toEqual([
    user('Hi'),
    assistant('One.'),
    user('And then?'),
  ])
})

test('restores every item of the input, with its parts, calls and results', () => {
  const input = [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look' },
        { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
      ],
    },
    { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{"at":1}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'A cat' },
  ]
  const exchanges = converse(mock(), [says(input), continues(1, 'And then?')])
  expect(historyOf(exchanges)).toEqual([
    { role: 'user', content: 'Look', parts: [{ type: 'image', mediaType: 'image/png' }] },
    { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'look', arguments: { at: 1 } }] },
    { role: 'tool', content: 'A cat', toolCallId: 'call_1' },
    assistant('One.'),
    user('And then?'),
  ])
})

for (const [what, first, second, expected] of [
  ['puts new instructions in the place of the old ones', 'Be kind.', 'Be brief.', [system('Be brief.')]],
  ['carries old instructions over to no request that has none', 'Be kind.', undefined, []],
  ['takes null for no instructions', 'Be kind.', null, []],
  ['puts instructions before a history that had none', undefined, 'Be brief.', [system('Be brief.')]],
] as const) {
  test(what, () => {
    const exchanges = converse(mock(), [
      says('Hi', { instructions: first }),
      continues(1, 'Else?', { instructions: second }),
    ])
    expect(historyOf(exchanges)).toEqual([...expected, user('Hi'), assistant('One.'), user('Else?')])
  })
}

test('keeps system and developer items of the input, whatever becomes of the instructions', () => {
  const input = [
    { role: 'system', content: 'Speak English.' },
    { role: 'developer', content: 'No tables.' },
    { role: 'user', content: 'Hi' },
  ]
  const kept = [system('Speak English.'), system('No tables.'), user('Hi'), assistant('One.')]
  const exchanges = converse(mock(), [
    says(input, { instructions: 'Be kind.' }),
    continues(1, 'Else?', { instructions: 'Be brief.' }),
    continues(2, 'More?'),
  ])
  expect(historyOf(exchanges.slice(0, 2))).toEqual([system('Be brief.'), ...kept, user('Else?')])
  expect(historyOf(exchanges)).toEqual([...kept, user('Else?'), assistant('Two.'), user('More?')])
})

test('restores a chain of five answers, each with the instructions of its own request alone', () => {
  const exchanges = converse(mock(), [
    says('1', { instructions: 'a' }),
    continues(1, '2', { instructions: 'b' }),
    continues(2, '3', { instructions: 'c' }),
    continues(3, '4', { instructions: 'd' }),
    continues(4, '5', { instructions: 'e' }),
    continues(5, '6', { instructions: 'f' }),
  ])
  expect(saidIn(exchanges)).toEqual(['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'])
  expect(historyOf(exchanges)).toEqual([
    system('f'),
    user('1'),
    assistant('One.'),
    user('2'),
    assistant('Two.'),
    user('3'),
    assistant('Three.'),
    user('4'),
    assistant('Four.'),
    user('5'),
    assistant('Five.'),
    user('6'),
  ])
})

test('lets two requests go on from one response, and neither sees the other', () => {
  const exchanges = converse(mock(), [
    says('Hi'),
    continues(1, 'Left?'),
    continues(1, 'Right?'),
    continues(2, 'On?'),
    continues(3, 'On?'),
  ])
  expect(exchanges.slice(3).map(({ record }) => record.canonical.messages)).toEqual([
    [user('Hi'), assistant('One.'), user('Left?'), assistant('Two.'), user('On?')],
    [user('Hi'), assistant('One.'), user('Right?'), assistant('Three.'), user('On?')],
  ])
})

test('restores a history that a request sent itself, and one that it went on from, alike', () => {
  const manual = [user('Hi'), assistant('One.'), user('Else?')]
  const exchanges = converse(mock(), [
    says('Hi'),
    continues(1, 'Else?'),
    says(manual),
    continues(2, 'On?'),
    continues(3, 'On?'),
  ])
  expect(exchanges.slice(3).map(({ record }) => record.canonical.messages)).toEqual([
    [...manual, assistant('Two.'), user('On?')],
    [...manual, assistant('Three.'), user('On?')],
  ])
})

test('keeps nothing of an answer whose request says store: false', () => {
  const exchanges = converse(mock(), [
    says('Hi', { store: false }),
    continues(1, 'Else?'),
    about('GET', idOf(1)),
    about('DELETE', idOf(1)),
  ])
  expect(saidIn(exchanges)).toEqual(['One.', 'previous_response_not_found', 'response_not_found', 'response_not_found'])
})

test('goes on from a response also where the next answer is not to be kept', () => {
  const exchanges = converse(mock(), [
    says('Hi'),
    continues(1, 'Else?', { store: false }),
    continues(2, 'On?'),
    continues(1, 'On?'),
  ])
  expect(saidIn(exchanges)).toEqual(['One.', 'Two.', 'previous_response_not_found', 'Three.'])
})

for (const store of [true, null]) {
  test(`keeps an answer whose request says store: ${store}`, () => {
    expect(saidIn(converse(mock(), [says('Hi', { store }), continues(1, 'Else?')]))).toEqual(['One.', 'Two.'])
  })
}

test('counts the tokens of the history that was restored', () => {
  const [, second] = converse(mock(), [says('Hi', { instructions: 'Be as kind as can be.' }), continues(1, 'Else?')])
  // One for `Hi`, one for `One.`, two for `Else?`, and none for instructions that are gone.
  expect(second!.record.response.usage.inputTokens).toBe(4)
  expect(bodyOf(second!)).toMatchObject({ usage: { input_tokens: 4, output_tokens: 1, total_tokens: 5 } })
})

test('names the response that it went on from in the body, and in every event that carries a response', () => {
  const [first, whole, streamed] = converse(mock(), [
    says('Hi'),
    continues(1, 'Else?'),
    continues(2, 'On?', { stream: true }),
  ])
  expect(bodyOf(first!)).toMatchObject({ previous_response_id: null })
  expect(bodyOf(whole!)).toMatchObject({ id: idOf(2), previous_response_id: idOf(1) })
  const carried = eventsOf(streamed!).flatMap(({ type, response }) =>
    response === undefined ? [] : [[type, response['id'], response['previous_response_id']]],
  )
  expect(carried).toEqual([
    ['response.created', idOf(3), idOf(2)],
    ['response.in_progress', idOf(3), idOf(2)],
    ['response.completed', idOf(3), idOf(2)],
  ])
})

test('filters a term that stands in the restored history alone, before anything is consumed', () => {
  const config = {
    inputFilter: { terms: ['bomb'] },
    chatScenarios: [{ id: 'a', responses: [{ content: 'A BOMB, you mean?' }, { content: 'Two.' }] }],
  }
  const first = ask(stateOf(config), says('What is it?'))
  const second = ask(first.state, { sequence: 2, ...continues(1, 'Yes') })
  expect([second.plan.status, second.record.outcome, second.record.response.code]).toEqual([
    400,
    'input_filtered',
    'content_filter',
  ])
  expect(second.record.response.usage.inputTokens).toBe(9)
  expect(second.state).toBe(first.state)
})

test('filters no term of instructions that are gone', () => {
  const config = {
    inputFilter: { terms: ['bomb'] },
    chatScenarios: [{ id: 'a', responses: [{ content: 'One.' }, { content: 'Two.' }] }],
  }
  const exchanges = converse(stateOf(config), [
    says('Hi', { instructions: 'No bombs.' }),
    says('Hi', { instructions: 'Be kind.' }),
    continues(2, 'Else?', { instructions: 'No bombs.' }),
    continues(2, 'Else?'),
  ])
  expect(saidIn(exchanges)).toEqual(['content_filter', 'One.', 'content_filter', 'Two.'])
})

test('matches with contains what stands in the restored history', () => {
  const state = stateOf({
    chatScenarios: [
      {
        id: 'late',
        match: {
          messages: [{ role: 'user', content: 'Oslo' }, { role: 'assistant', content: 'many' }, { content: 'Two' }],
        },
        responses: [{ content: 'Booked.' }],
      },
      { id: 'first', match: { messages: [{ content: 'Oslo' }] }, responses: [{ content: 'For how many?' }] },
    ],
  })
  const exchanges = converse(state, [says('To Oslo'), continues(1, 'Two'), says('Two')])
  expect(saidIn(exchanges)).toEqual(['For how many?', 'Booked.', 'fixture_not_found'])
})

test('matches with exact the whole history as it was restored', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'One.' },
    { role: 'user', content: 'Else?' },
  ] as const
  const state = stateOf({
    chatScenarios: [
      { id: 'exact', match: { mode: 'exact', messages }, responses: [{ content: 'Exactly.' }] },
      { id: 'any', repeat: 'last', responses: [{ content: 'One.' }] },
    ],
  })
  const exchanges = converse(state, [
    says('Hi', { instructions: 'Be kind.' }),
    continues(1, 'Else?'),
    continues(1, 'Else?', { instructions: 'Be kind.' }),
    continues(1, 'Else?', { instructions: 'Be brief.' }),
  ])
  expect(saidIn(exchanges)).toEqual(['One.', 'One.', 'One.', 'Exactly.'])
})
