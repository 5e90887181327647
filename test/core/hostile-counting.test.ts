/** A clock or a tokenizer that fails while the prompt cache is asked. */
import { expect, test } from 'vitest'
import { text, type CountTokens, type FixtureResponse } from 'msw-llm'
import { begin, complete, type Exchange } from '../../src/exchange.ts'
import type { MockState } from '../../src/scenario/state.ts'
import { arrivalOf, stateOf, type Asked } from './ask.ts'
import { tokens } from './cache-reads.ts'
import { routeOf } from './chat-routes.ts'
import { block, forMinutes, messages } from './messages-cache.ts'

const marked = messages('Hi', { system: [block(tokens(1024), forMinutes)] })
const { route } = routeOf('anthropic')
const fresh = (): MockState => stateOf({ chatScenarios: [{ id: 'a', responses: [text('Yes.')] }] })

function askAt(state: MockState, now: () => number, asked: Asked = {}): Exchange {
  const begun = begin(state, { ...arrivalOf({ route, body: marked, ...asked }), now })
  if (begun.kind === 'waits') throw new Error('No request waits')
  return begun.kind === 'decided'
    ? begun
    : complete(begun.state, begun.pending, begun.pending.response as FixtureResponse)
}

/** Status, code, message, and what the next request gets. */
function outcomeOf(exchange: Exchange): readonly unknown[] {
  const { plan, record, state } = exchange
  const next = askAt(state, () => 0)
  return [plan.status, record.response.code, record.response.message, next.record.response.content, written(next)]
}

function written({ record }: Exchange): number {
  return record.response.usage.cacheWriteInputTokens
}

const noNumber = 'The clock failed: now() returned no number. The response stays available; mend clock.now().'

const clocks: readonly (readonly [what: string, now: () => number, message: string])[] = [
  ['NaN', () => NaN, noNumber],
  ['an infinite time', () => Infinity, noNumber],
  ['a text', () => '5' as unknown as number, noNumber],
  ['a bigint', () => 5n as unknown as number, noNumber],
  ['nothing', () => undefined as unknown as number, noNumber],
  [
    'an error',
    () => {
      throw new Error('stopped')
    },
    'The clock failed: Error: stopped. The response stays available; mend clock.now().',
  ],
]

test.for(clocks)('a clock that gives %s is told of, and gives the response back', ([, now, message]) => {
  expect(outcomeOf(askAt(fresh(), now))).toEqual([409, 'fixture_failed', message, 'Yes.', 1024])
})

test.for(clocks)('a clock that gives %s is told of by max_tokens: 0 too', ([, now, message]) => {
  const warming = askAt(fresh(), now, { body: { ...marked, max_tokens: 0 } })
  expect(outcomeOf(warming)).toEqual([409, 'fixture_failed', message, 'Yes.', 1024])
})

test('a clock that throws what cannot be made a text is told of', () => {
  const now = (): number => {
    throw Object.create(null) as Error
  }
  expect(outcomeOf(askAt(fresh(), now)).toSpliced(2, 1)).toEqual([409, 'fixture_failed', 'Yes.', 1024])
})

test('a clock is not read where no time is needed', () => {
  const now = (): number => NaN
  const unmarked = messages('Hi', { system: [block(tokens(1024))] })
  const short = messages('Hi', { system: [block('short', forMinutes)] })
  const stated = stateOf({ chatScenarios: [{ id: 'a', responses: [text('Yes.', { usage: { inputTokens: 3 } })] }] })
  expect([
    askAt(fresh(), now, { body: unmarked }).record.response.code,
    askAt(fresh(), now, { body: short }).record.response.code,
    askAt(stated, now).record.response.code,
    askAt(fresh(), now, {
      route: routeOf('openai').route,
      body: { model: 'm', messages: [{ role: 'user', content: tokens(2000) }] },
    }).record.response.code,
  ]).toEqual([null, null, null, null])
})

test('a turn that is given again reads no clock', () => {
  const state = stateOf({ chatScenarios: [{ id: 'c', steps: [{ id: 'a', response: text('Yes.') }] }] })
  const first = askAt(state, () => 0)
  const again = askAt(first.state, () => NaN)
  expect([again.record.response.replayed, again.record.response.code, written(again)]).toEqual([true, null, 1024])
})

test('a tokenizer that fails after the cache was asked leaves nothing in it', () => {
  let calls = 0
  const countTokens: CountTokens = (content) => {
    calls++
    // The system prompt, the question, and then the answer.
    if (calls === 3) throw new Error('no tokenizer')
    return content.length / 4
  }
  const failed = askAt(fresh(), () => 0, { countTokens: (content, model) => Math.ceil(countTokens(content, model)) })
  expect(outcomeOf(failed)).toEqual([
    409,
    'fixture_failed',
    'countTokens failed: Error: no tokenizer. The response stays available; mend countTokens.',
    'Yes.',
    1024,
  ])
})

test.for<readonly [what: string, count: CountTokens, came: string]>([
  ['NaN', () => NaN, 'NaN'],
  ['a promise', () => Promise.resolve(3) as unknown as number, 'a Promise'],
  ['a bigint', () => 3n as unknown as number, 'a bigint'],
  ['less than nothing', () => -1024, '-1024'],
])('a tokenizer that gives %s keeps nothing', ([, countTokens, came]) => {
  expect(outcomeOf(askAt(fresh(), () => 0, { countTokens }))).toEqual([
    409,
    'fixture_failed',
    `countTokens failed: RangeError: it returned ${came}, and a count is a whole number from 0. The response stays available; mend countTokens.`,
    'Yes.',
    1024,
  ])
})

test('a tokenizer that counts differently each time still gives parts that fit their whole', () => {
  let calls = 0
  const countTokens: CountTokens = () => (calls++ % 3) * 2000
  let state = stateOf({ chatScenarios: [{ id: 'a', responses: [text('Yes.')], repeat: 'last' }] })
  for (let index = 0; index < 12; index++) {
    const exchange = askAt(state, () => 0, { countTokens })
    state = exchange.state
    const { inputTokens, cachedInputTokens, cacheWriteInputTokens } = exchange.record.response.usage
    expect(inputTokens - cachedInputTokens - cacheWriteInputTokens).toBeGreaterThanOrEqual(0)
  }
})
