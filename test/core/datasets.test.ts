import { expect, test } from 'vitest'
import type { Scenario } from 'msw-llm'
import { unusedResponses } from '../../src/scenario/state.ts'
import { ask, askAll, stateOf } from './ask.ts'
import { issuesOf, pathsOf } from './config-issues.ts'

const named = (id: string): Scenario => ({ id, responses: [{ content: id }] })
const datasets = { morning: [named('m1'), named('m2')], evening: [named('e1')] }

test('searches datasets after the chat scenarios, in the order written', () => {
  const order = stateOf({ datasets, chatScenarios: [named('c1')] }).config.scenarios.map(({ id, dataset }) => [
    dataset,
    id,
  ])
  expect(order).toEqual([
    [null, 'c1'],
    ['morning', 'm1'],
    ['morning', 'm2'],
    ['evening', 'e1'],
  ])
})

test('searches the active datasets alone, in the order given', () => {
  const order = stateOf({ datasets, activeDatasets: ['evening', 'morning'] }).config.scenarios.map(({ id }) => id)
  expect(order).toEqual(['e1', 'm1', 'm2'])
  expect(askAll(stateOf({ datasets, activeDatasets: ['evening'] }), [{}, {}])).toEqual(['e1', 'scenario_exhausted'])
  expect(askAll(stateOf({ datasets, activeDatasets: [] }), [{}])).toEqual(['fixture_not_found'])
})

test('does not count responses of a dataset that is not active as unused', () => {
  const unused = unusedResponses(stateOf({ datasets, activeDatasets: ['evening'] }))
  expect(unused.map(({ scenario, index }) => [scenario.id, index])).toEqual([['e1', 0]])
})

test('tells the dataset of the scenario that answered', () => {
  const { record } = ask(stateOf({ datasets, activeDatasets: ['morning'] }))
  expect([record.response.dataset, record.response.scenario, record.response.index]).toEqual(['morning', 'm1', 0])
})

test('refuses an active dataset that there is none of', () => {
  expect(issuesOf({ datasets, activeDatasets: ['morning', 'noon', 'toString'] })).toEqual([
    { path: ['activeDatasets', 1], code: 'custom', message: 'There is no dataset "noon"' },
    { path: ['activeDatasets', 2], code: 'custom', message: 'There is no dataset "toString"' },
  ])
  expect(pathsOf({ activeDatasets: ['morning'] })).toEqual(['activeDatasets.0'])
})

test('names an unknown active dataset together with all other faults', () => {
  expect(pathsOf({ models: [{ id: '' }], datasets, activeDatasets: ['noon'] }).toSorted()).toEqual([
    'activeDatasets.0',
    'models.0.id',
  ])
})

test('searches a dataset that is named twice once, or refuses it', () => {
  const config = { datasets, activeDatasets: ['evening', 'evening'] }
  const searched = pathsOf(config).length > 0 ? ['e1'] : stateOf(config).config.scenarios.map(({ id }) => id)
  expect(searched).toEqual(['e1'])
})
