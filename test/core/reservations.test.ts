import { expect, test } from 'vitest'
import type { FixtureResponse } from 'msw-llm'
import { begin, complete } from '../../src/exchange.ts'
import { fail } from '../../src/refuse.ts'
import { conflict } from '../../src/admission/rejection.ts'
import { freshState, release, unusedResponses, type MockState } from '../../src/scenario/state.ts'
import { arrivalOf, ask, reserve, stateOf } from './ask.ts'

const two = { chatScenarios: [{ id: 'a', responses: [{ content: 'first' }, { content: 'second' }] }] }

function unusedIn(state: MockState): readonly number[] {
  return unusedResponses(state).map(({ index }) => index)
}

test('keeps a reserved response from every other request', () => {
  const first = reserve(stateOf(two))
  const second = ask(first.state)
  const third = ask(second.state)
  expect([second.record.response.content, third.record.response.code]).toEqual(['second', 'scenario_exhausted'])
  const kept = complete(third.state, first.pending, first.pending.response as FixtureResponse)
  expect([kept.record.response.content, kept.record.response.index]).toEqual(['first', 0])
})

test('gives a reserved response to the next request once it is released', () => {
  const first = reserve(stateOf(two))
  const second = ask(first.state)
  const released = release(second.state, first.pending.reservation)
  const third = ask(released)
  expect([third.record.response.content, third.record.response.index]).toEqual(['first', 0])
  expect(ask(third.state).record.response.code).toBe('scenario_exhausted')
})

test('counts a response as used from its reservation on, and as unused again when it is released', () => {
  const state = stateOf(two)
  const first = reserve(state)
  expect([unusedIn(state), unusedIn(first.state), unusedIn(release(first.state, first.pending.reservation))]).toEqual([
    [0, 1],
    [1],
    [0, 1],
  ])
})

test('does not give a reservation back into a state that began after it', () => {
  const old = reserve(stateOf(two))
  const fresh = freshState(old.state.config)
  expect(release(fresh, old.pending.reservation)).toBe(fresh)
  const taken = reserve(fresh)
  const late = fail(taken.state, old.pending, conflict('fixture_failed', 'The mock was reset.'))
  expect(late.state).toBe(taken.state)
  expect([late.plan.status, late.record.response.scenario]).toEqual([409, 'a'])
})

test('changes no state that somebody still holds', () => {
  const state = stateOf(two)
  const before = unusedIn(state)
  const first = reserve(state)
  const middle = unusedIn(first.state)
  complete(first.state, first.pending, first.pending.response as FixtureResponse)
  release(first.state, first.pending.reservation)
  expect([unusedIn(state), unusedIn(first.state)]).toEqual([before, middle])
  expect(ask(state).record.response.content).toBe('first')
})

test('commits in one call: the state that comes is the one that was reserved from', () => {
  const { state, pending } = reserve(stateOf(two))
  expect(complete(state, pending, pending.response as FixtureResponse).state).toBe(state)
})

test('uses a scripted failure up like any response', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ error: { status: 500 } }, { content: 'Yes.' }] }] })
  const failed = ask(state)
  const answered = ask(failed.state)
  expect([failed.record.outcome, failed.plan.status, answered.record.response.content]).toEqual(['error', 500, 'Yes.'])
  expect(unusedIn(answered.state)).toEqual([])
})

test('tries nothing else when the first matching scenario has nothing left', () => {
  const state = stateOf({
    chatScenarios: [
      { id: 'a', responses: [{ content: 'a' }] },
      { id: 'b', responses: [{ content: 'b' }] },
    ],
  })
  const first = ask(state)
  const second = begin(first.state, arrivalOf())
  expect(second.kind === 'decided' && [second.record.response.code, second.plan.status]).toEqual([
    'scenario_exhausted',
    409,
  ])
})

test('counts a response of a repeating scenario as unused until it has been given', () => {
  const repeating = (repeat: 'last' | 'all'): MockState =>
    stateOf({ chatScenarios: [{ id: 'a', repeat, responses: [{ content: '1' }, { content: '2' }] }] })
  for (const repeat of ['last', 'all'] as const) {
    const once = ask(repeating(repeat)).state
    expect([unusedIn(once), unusedIn(ask(once).state), unusedIn(ask(ask(once).state).state)]).toEqual([[1], [], []])
  }
})
