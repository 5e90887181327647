import { expect, test } from 'vitest'
import { azureOpenai, conversation, openai, scenario, text, userContains, type Config, type Step } from 'msw-llm'
import { prepareScenarios } from '../../src/fixture/prepare.ts'
import { useScenarios, type MockState } from '../../src/scenario/state.ts'
import { ask, chat, stateOf, type Asked } from './ask.ts'
import { askWith, said, stepsFor } from './dialogue.ts'

function step(id: string, more: Omit<Partial<Step>, 'id'> = {}): Step {
  return { id, response: text(id), ...more }
}

const steps = [step('a'), step('b', { after: 'a' })]

/** What answered each history: dataset, scenario and step. */
function placesFor(state: MockState, ...histories: readonly (readonly unknown[])[]): readonly unknown[] {
  let current = state
  return histories.map((messages) => {
    const { state: next, record } = ask(current, { body: chat(messages) })
    current = next
    const { dataset, scenario: id, step: name, code } = record.response
    return code ?? [dataset, id, name]
  })
}

test('holds a conversation in a dataset', () => {
  const config: Config = { datasets: { evening: [conversation('talk', { steps })], morning: [] } }
  expect(placesFor(stateOf(config), said('1'), said('1', 'a', '2'))).toEqual([
    ['evening', 'talk', 'a'],
    ['evening', 'talk', 'b'],
  ])
})

test('does not look at a conversation in a dataset that is not active', () => {
  const config: Config = { datasets: { evening: [conversation('talk', { steps })] }, activeDatasets: [] }
  expect(placesFor(stateOf(config), said('1'))).toEqual(['fixture_not_found'])
})

test('keeps the turns of conversations of the same id in different lists apart', () => {
  const here = conversation('talk', { match: userContains('one'), steps })
  const there = conversation('talk', { steps: [step('a'), step('b', { after: 'a', response: text('other b') })] })
  const state = stateOf({ chatScenarios: [here], datasets: { evening: [there] } })
  const histories = [said('one'), said('two'), said('one', 'a', 'On'), said('two', 'a', 'On')]
  expect(placesFor(state, ...histories)).toEqual([
    [null, 'talk', 'a'],
    ['evening', 'talk', 'a'],
    [null, 'talk', 'b'],
    ['evening', 'talk', 'b'],
  ])
})

test('keeps conversations with the same step ids apart', () => {
  const first = conversation('first', { match: userContains('one'), steps: [step('a'), step('b', { after: 'a' })] })
  const second = conversation('second', { steps: [step('a'), step('b', { after: 'a', match: userContains('go') })] })
  const state = stateOf({ chatScenarios: [first, second] })
  const histories = [said('two'), said('one'), said('two', 'a', 'go'), said('one', 'a', 'On')]
  expect(placesFor(state, ...histories)).toEqual([
    [null, 'second', 'a'],
    [null, 'first', 'a'],
    [null, 'second', 'b'],
    [null, 'first', 'b'],
  ])
})

test('puts a conversation of use() before the configured ones, and lets what does not fit it through', () => {
  const state = stateOf({ chatScenarios: [conversation('talk', { steps })] })
  const used = conversation('talk', { match: userContains('card'), steps: [step('x'), step('y', { after: 'x' })] })
  const both = useScenarios(state, prepareScenarios([used], 'use 1', null))
  const histories = [said('My card'), said('My hat'), said('My card', 'x', 'On'), said('My hat', 'a', 'On')]
  expect(stepsFor(both, ...histories)).toEqual(['x', 'a', 'y', 'b'])
})

test('takes a dialogue over where use() shadows it, as a history that the new conversation has not made', () => {
  const state = stateOf({ chatScenarios: [conversation('talk', { steps })] })
  const begun = askWith(state, [said('1')])
  const both = useScenarios(
    begun.state,
    prepareScenarios([conversation('talk', { steps: [step('x')] })], 'use 1', null),
  )
  expect(stepsFor(both, said('1'), said('1', 'a', '2'))).toEqual(['x', 'x'])
})

test('puts a queue of use() before the replay of a turn', () => {
  const begun = askWith(stateOf({ chatScenarios: [conversation('talk', { steps })] }), [said('1')])
  const queue = scenario('now', { match: userContains('1'), responses: [text('now')] })
  const both = useScenarios(begun.state, prepareScenarios([queue], 'use 1', null))
  expect(stepsFor(both, said('1'), said('2'))).toEqual(['scenario now', 'a'])
})

const scopes: Readonly<Record<string, Asked>> = {
  model: { body: chat(said('1', 'a', '2'), { model: 'gpt-5' }) },
  credential: { body: chat(said('1', 'a', '2')), headers: { authorization: 'Bearer other' } },
  'x-llm-session': { body: chat(said('1', 'a', '2')), headers: { 'x-llm-session': 'other' } },
  provider: {
    body: chat(said('1', 'a', '2')),
    route: azureOpenai().routes.find(({ path }) => path === '/openai/v1/chat/completions')!,
  },
}

for (const [name, asked] of Object.entries(scopes)) {
  test(`shares no turn with another ${name}`, () => {
    const { state } = askWith(stateOf({ chatScenarios: [conversation('talk', { steps })] }), [said('1')])
    const there = ask(state, asked)
    const here = ask(there.state, { body: chat(said('1', 'a', '2')) })
    expect([there, here].map(({ record: { response } }) => [response.step, response.replayed])).toEqual([
      ['a', false],
      ['b', false],
    ])
  })
}

test('shares turns between the routes of a provider', () => {
  const { state } = askWith(stateOf({ chatScenarios: [conversation('talk', { steps })] }), [said('1')])
  const responses = openai().routes.find(({ path, method }) => path === '/responses' && method === 'POST')!
  const again = ask(state, { route: responses, body: { model: 'gpt-5.5', input: '1' } })
  const next = ask(again.state, { route: responses, body: { model: 'gpt-5.5', input: said('1', 'a', '2') } })
  expect([again, next].map(({ record: { response } }) => [response.step, response.replayed])).toEqual([
    ['a', true],
    ['b', false],
  ])
})

function bounded(committedTurns: number): MockState {
  return stateOf({ capacities: { committedTurns }, chatScenarios: [conversation('talk', { steps })] })
}

test('keeps as many turns as capacities.committedTurns says, and lets the oldest leave', () => {
  const { state } = askWith(bounded(2), [said('1'), said('2'), said('3')])
  const asked = [said('1', 'a', 'On'), said('2', 'a', 'On'), said('3', 'a', 'On')]
  expect(asked.map((messages) => stepsFor(state, messages))).toEqual([['a'], ['b'], ['b']])
  expect([said('1'), said('2'), said('3')].map((messages) => stepsFor(state, messages))).toEqual([
    ['a'],
    ['a again'],
    ['a again'],
  ])
})

test('counts a turn that is replayed as the youngest', () => {
  const { state } = askWith(bounded(2), [said('1'), said('2'), said('1'), said('3')])
  const asked = [said('1', 'a', 'On'), said('2', 'a', 'On'), said('3', 'a', 'On')]
  expect(asked.map((messages) => stepsFor(state, messages))).toEqual([['b'], ['a'], ['b']])
})

test('keeps so many turns in each scope', () => {
  const { state } = askWith(bounded(1), [said('1')])
  const other = askWith(state, [said('1')], { headers: { 'x-llm-session': 'other' } })
  expect([other.steps, stepsFor(other.state, said('1'))]).toEqual([['a'], ['a again']])
})

test('keeps no turn where capacities.committedTurns is 0', () => {
  expect(stepsFor(bounded(0), said('1'), said('1'), said('1', 'a', '2'))).toEqual(['a', 'a', 'a'])
})
