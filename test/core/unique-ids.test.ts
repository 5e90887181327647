import { expect, test } from 'vitest'
import { parseConfig, type Scenario } from 'msw-llm'
import { parseScenarios } from '../../src/fixture/parse.ts'
import { prepareScenarios } from '../../src/fixture/prepare.ts'
import { useScenarios } from '../../src/scenario/state.ts'
import { askAll, chat, stateOf } from './ask.ts'
import { issuesOf, issuesThrownBy } from './config-issues.ts'

const named = (id: string): Scenario => ({ id, responses: [{ content: id }] })

test('refuses an id that comes twice in one list, each time after the first', () => {
  expect(issuesOf({ chatScenarios: [named('a'), named('b'), named('a'), named('a')] })).toEqual([
    { path: ['chatScenarios', 2, 'id'], code: 'custom', message: 'The id "a" is already used at index 0 of this list' },
    { path: ['chatScenarios', 3, 'id'], code: 'custom', message: 'The id "a" is already used at index 0 of this list' },
  ])
})

test('refuses an id that comes twice in one dataset, among the models, and in one use', () => {
  expect(issuesOf({ datasets: { evening: [named('a'), named('a')] } }).map(({ path }) => path)).toEqual([
    ['datasets', 'evening', 1, 'id'],
  ])
  expect(issuesOf({ models: [{ id: 'm' }, { id: 'm', kind: 'image' }] }).map(({ path }) => path)).toEqual([
    ['models', 1, 'id'],
  ])
  expect(issuesThrownBy(() => parseScenarios([named('a'), named('a')])).map(({ path }) => path)).toEqual([[1, 'id']])
})

test('takes ids that differ in case alone', () => {
  expect(issuesOf({ chatScenarios: [named('a'), named('A')] })).toEqual([])
})

test('takes the same id in several lists, and gives each a cursor of its own', () => {
  const only = (content: string, word: string): Scenario => ({
    id: 'same',
    match: { messages: [{ content: word }] },
    responses: [{ content: `${content} 1` }, { content: `${content} 2` }],
  })
  const state = stateOf(
    parseConfig({
      chatScenarios: [only('chat', 'one')],
      datasets: { morning: [only('morning', 'two')], evening: [only('evening', 'three')] },
    }),
  )
  const asked = ['one', 'two', 'three', 'three', 'two', 'one', 'one'].map((word) => ({ body: chat(word) }))
  expect(askAll(state, asked)).toEqual([
    'chat 1',
    'morning 1',
    'evening 1',
    'evening 2',
    'morning 2',
    'chat 2',
    'scenario_exhausted',
  ])
})

test('lets a used scenario shadow a configured one of its id, with a cursor of its own', () => {
  const configured = stateOf({ chatScenarios: [named('a')] })
  const shadowed = useScenarios(
    configured,
    prepareScenarios(
      [{ id: 'a', match: { messages: [{ content: 'Hi' }] }, responses: [{ content: 'used' }] }],
      'use 1',
      null,
    ),
  )
  expect(askAll(shadowed, [{ body: chat('Hi') }, { body: chat('Hi') }, { body: chat('Bye') }])).toEqual([
    'used',
    'scenario_exhausted',
    'a',
  ])
  expect(askAll(configured, [{ body: chat('Hi') }])).toEqual(['a'])
})

test('searches the scenarios of the latest use first, and those of one use in their order', () => {
  const used = [
    [named('first'), named('second')],
    [named('third'), named('fourth')],
  ].reduce(
    (state, list, index) => useScenarios(state, prepareScenarios(list, `use ${index}`, null)),
    stateOf({ chatScenarios: [named('configured')] }),
  )
  expect(used.used.map(({ id }) => id)).toEqual(['third', 'fourth', 'first', 'second'])
  expect(askAll(used, [{}, {}])).toEqual(['third', 'scenario_exhausted'])
})
