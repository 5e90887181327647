import { expect, test } from 'vitest'
import type { JsonValue, Match, Message } from 'msw-llm'
import { compareMessages, isEqualJson } from '../../src/scenario/match.ts'

const calls: readonly Message[] = [
  {
    role: 'assistant',
    content: '',
    toolCalls: [
      { id: 'call_1', name: 'weather', arguments: { city: 'Oslo', days: [1, 2] } },
      { id: 'call_2', name: 'time', arguments: {} },
      { id: 'call_3', name: 'weather', arguments: 'not json' },
    ],
  },
]

type CallPattern = NonNullable<Match['messages'][number]['toolCalls']>[number]

function matches(mode: 'contains' | 'exact', ...toolCalls: readonly CallPattern[]): boolean {
  return compareMessages({ mode, messages: [{ role: 'assistant', toolCalls }] }, calls).matches
}

test('looks for tool calls in order, with gaps', () => {
  expect([
    matches('contains', { name: 'weather' }),
    matches('contains', { name: 'weather' }, { name: 'weather' }),
    matches('contains', { name: 'time' }, { name: 'weather' }),
    matches('contains', { name: 'time' }, { name: 'time' }),
    matches('contains', { name: 'clock' }),
  ]).toEqual([true, true, true, false, false])
})

test('compares ids only where the pattern names one', () => {
  expect([
    matches('contains', { id: 'call_2', name: 'time' }),
    matches('contains', { id: 'call_1', name: 'time' }),
    matches('contains', { id: 'call_3', name: 'weather' }),
  ]).toEqual([true, false, true])
})

test('compares arguments as values, in any order of keys', () => {
  expect([
    matches('contains', { name: 'weather', arguments: { days: [1, 2], city: 'Oslo' } }),
    matches('contains', { name: 'weather', arguments: { days: [2, 1], city: 'Oslo' } }),
    matches('contains', { name: 'weather', arguments: { city: 'Oslo' } }),
    matches('contains', { name: 'weather', arguments: 'not json' }),
    matches('contains', { name: 'time', arguments: {} }),
    matches('contains', { name: 'time', arguments: null }),
  ]).toEqual([true, false, false, true, true, false])
})

test('wants exactly the same calls in an exact match, and no arguments where the pattern has none', () => {
  const all: readonly CallPattern[] = [
    { name: 'weather', arguments: { days: [1, 2], city: 'Oslo' } },
    { name: 'time' },
    { name: 'weather', arguments: 'not json' },
  ]
  expect([
    matches('exact', ...all),
    matches('exact', ...all.slice(0, 2)),
    matches('exact', { name: 'weather' }, ...all.slice(1)),
    matches('exact', all[0]!, { id: 'call_9', name: 'time' }, all[2]!),
    matches('exact', all[0]!, { id: 'call_2', name: 'time', arguments: {} }, all[2]!),
  ]).toEqual([true, false, false, false, true])
})

test('takes arguments that are null for what they are, in an exact match too', () => {
  const request: readonly Message[] = [
    { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'x', arguments: null }] },
  ]
  const compare = (mode: 'contains' | 'exact'): boolean =>
    compareMessages({ mode, messages: [{ role: 'assistant', toolCalls: [{ name: 'x', arguments: null }] }] }, request)
      .matches
  expect([compare('contains'), compare('exact')]).toEqual([true, true])
})

const values: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  1,
  '',
  '1',
  'null',
  [],
  {},
  [1],
  [[1]],
  { a: 1 },
  { a: 1, b: 2 },
  { a: null },
  { a: [1, { b: 2 }] },
  { 0: 1, length: 1 },
  JSON.parse('{"__proto__": 1}') as JsonValue,
]

test('finds each JSON value equal to itself alone', () => {
  const copies = structuredClone(values)
  for (const [row, value] of values.entries()) {
    expect(copies.map((copy) => isEqualJson(value, copy))).toEqual(values.map((_, column) => row === column))
  }
})

test('finds objects equal whose keys are in another order, at any depth', () => {
  expect(isEqualJson({ a: { b: 1, c: [{ d: 2, e: 3 }] } }, { a: { c: [{ e: 3, d: 2 }], b: 1 } })).toBe(true)
})
