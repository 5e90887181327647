import { expect, test } from 'vitest'
import type { Route } from 'msw-llm'
import { unusedResponses } from '../../src/scenario/state.ts'
import { ask, askAll, chat, route, stateOf, type Asked } from './ask.ts'

const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'first' }, { content: 'second' }] }] })
const elsewhere: Route = { ...route, provider: 'another' }

for (const [what, asked] of [
  ['provider', { route: elsewhere }],
  ['model', { body: chat('Hi', { model: 'gpt-5' }) }],
  ['credential', { headers: { authorization: 'Bearer other' } }],
  ['session', { headers: { 'x-llm-session': 'other' } }],
] as const satisfies readonly (readonly [string, Asked])[]) {
  test(`gives requests of another ${what} a queue of their own`, () => {
    expect(askAll(state, [{}, asked, asked, asked, {}, {}])).toEqual([
      'first',
      'first',
      'second',
      'scenario_exhausted',
      'second',
      'scenario_exhausted',
    ])
  })
}

test('gives requests that differ in nothing of these one queue', () => {
  const asked: readonly Asked[] = [
    { headers: { authorization: 'Bearer secret', 'x-llm-session': 's' }, sequence: 7 },
    {
      headers: { 'api-key': 'secret', 'x-llm-session': 's', 'user-agent': 'other' },
      query: '?api-version=1',
      body: chat('Something else', { stream: true, temperature: 1 }),
    },
  ]
  expect(askAll(state, asked)).toEqual(['first', 'second'])
})

test('does not take one scope for another whose names only join to the same text', () => {
  const asked: readonly Asked[] = [
    { body: chat('Hi', { model: 'a","b' }), headers: { 'x-llm-session': 'c' } },
    { body: chat('Hi', { model: 'a' }), headers: { 'x-llm-session': 'b","c' } },
    { body: chat('Hi', { model: 'null' }) },
    { body: chat('Hi', { model: 'null' }), headers: { 'x-llm-session': 'null' } },
    { body: chat('Hi', { model: 'null' }), headers: { 'x-llm-session': '' } },
  ]
  expect(askAll(state, asked)).toEqual(['first', 'first', 'first', 'first', 'first'])
})

test('counts a response as used when any scope has used it', () => {
  const one = ask(state, { headers: { 'x-llm-session': '1' } }).state
  const both = ask(ask(one, { headers: { 'x-llm-session': '2' } }).state, { headers: { 'x-llm-session': '2' } }).state
  expect([state, one, both].map((current) => unusedResponses(current).map(({ index }) => index))).toEqual([
    [0, 1],
    [1],
    [],
  ])
})
