import { expect, test } from 'vitest'
import { VerificationError, type FixtureResponse } from 'msw-llm'
import { JournalLog } from '../../handlers/journal-log.ts'
import { reject } from '../../src/refuse.ts'
import { conflict } from '../../src/admission/rejection.ts'
import type { DeliveryState } from '../../src/journal/entry.ts'
import type { ExchangeRecord } from '../../src/journal/record.ts'
import { findProblems, summarise } from '../../src/journal/summary.ts'
import { emptyTally, tallyBug, tallyOpened, tallySettled, tallyUnmatched, type Tally } from '../../src/journal/tally.ts'
import { unusedResponses } from '../../src/scenario/state.ts'
import { arrivalOf, ask, chat, stateOf, type Asked } from './ask.ts'

const responses: readonly FixtureResponse[] = [
  { content: 'Yes.' },
  { content: 'No.', outputDisposition: { kind: 'refused' } },
  { content: 'Cut', outputDisposition: { kind: 'filtered' } },
  { error: { status: 500 } },
]

function tallyOf(records: readonly ExchangeRecord[]): Tally {
  return records.reduce(tallyOpened, emptyTally)
}

/** One request of each kind that there is so far. */
function oneOfEach(): readonly ExchangeRecord[] {
  let state = stateOf({ inputFilter: { terms: ['bomb'] }, chatScenarios: [{ id: 'a', responses }] })
  const requests: readonly Asked[] = [{}, {}, {}, {}, {}, { body: '' }, { body: chat('bomb') }]
  return requests.map((asked, index) => {
    const exchange = ask(state, { ...asked, sequence: index + 1 })
    state = exchange.state
    return exchange.record
  })
}

const outcomes = {
  ordinary: 1,
  filtered: 1,
  refused: 1,
  prompt_blocked: 0,
  raw: 0,
  error: 1,
  input_filtered: 1,
  cache_only: 0,
  rejected: 1,
  mismatch: 1,
}

test('counts requests by their outcomes', () => {
  expect(summarise(tallyOf(oneOfEach()), { pending: 2, unused: 3, dropped: 4 })).toEqual({
    total: 7,
    outcomes,
    pending: 2,
    unmatched: 0,
    unused: 3,
    dropped: 4,
  })
})

test('counts nothing before the first request', () => {
  expect(summarise(emptyTally, { pending: 0, unused: 0, dropped: 0 })).toEqual({
    total: 0,
    outcomes: Object.fromEntries(Object.keys(outcomes).map((outcome) => [outcome, 0])),
    pending: 0,
    unmatched: 0,
    unused: 0,
    dropped: 0,
  })
})

test('gives out no object that it counts with', () => {
  const tally = tallyOf(oneOfEach())
  const now = { pending: 0, unused: 0, dropped: 0 }
  ;(summarise(tally, now).outcomes as Record<string, number>)['ordinary'] = 99
  expect(summarise(tally, now).outcomes).toEqual(outcomes)
})

const mismatch =
  "a request that no fixture fitted: POST /openai/v1/chat/completions: 409 scenario_exhausted: Scenario 'a' matches"
const rejection =
  'a request that was rejected: POST /openai/v1/chat/completions: 400 invalid_json: We could not parse the JSON body of your request: what was sent is not valid JSON.'

function headsOf(problems: readonly string[]): readonly string[] {
  return problems.map((problem) => (problem.startsWith(mismatch) ? mismatch : problem))
}

test('finds mismatches and rejections, and takes scripted failures, policy outcomes and filtered input for meant', () => {
  expect(headsOf(findProblems(tallyOf(oneOfEach()), [], {}))).toEqual([mismatch, rejection])
})

test('finds them also when their entries have left the journal', () => {
  const log = new JournalLog({ maximumEntries: 0, maximumBytes: 0 })
  for (const record of oneOfEach()) log.open(record, { framesSent: 1, terminalMarkerObserved: null, end: 'completed' })
  expect([log.dropped, headsOf(findProblems(log.tally, [], {}))]).toEqual([7, [mismatch, rejection]])
})

test('looks past what it is told to look past', () => {
  const unmatched = tallyUnmatched(tallyOf(oneOfEach()), 'GET https://api.openai.com/v1/models')
  const unused = unusedResponses(stateOf({ datasets: { evening: [{ id: 'b', responses }] } })).slice(2, 3)
  const all = [
    'a call to a provider that no route serves: GET https://api.openai.com/v1/models',
    mismatch,
    rejection,
    "a response that nobody asked for: number 3 of 4 in scenario 'b' of dataset 'evening'",
  ]
  expect(headsOf(findProblems(unmatched, unused, {}))).toEqual(all)
  for (const [index, option] of (['unmatched', 'mismatches', 'rejections', 'unused'] as const).entries()) {
    expect(headsOf(findProblems(unmatched, unused, { [option]: false }))).toEqual(all.toSpliced(index, 1))
    expect(headsOf(findProblems(unmatched, unused, { [option]: undefined }))).toEqual(all)
  }
})

test('always finds errors of our own', () => {
  const record = reject(stateOf({}), arrivalOf(), conflict('internal_error', 'It broke.')).record
  const bugs = tallyBug(tallyOf([record]), 'It broke elsewhere.')
  const none = { unmatched: false, mismatches: false, rejections: false, unused: false }
  expect(findProblems(bugs, [], none)).toEqual([
    'an error of msw-llm itself: POST /openai/v1/chat/completions: 409 internal_error: It broke.',
    'an error of msw-llm itself: It broke elsewhere.',
  ])
})

test('finds streams without their end mark when asked to', () => {
  const { record } = ask(stateOf({ chatScenarios: [{ id: 'a', responses }] }), {
    body: chat('Hi', { stream: true }),
    sequence: 5,
  })
  const opened = tallyOf([record])
  const ends = (delivery: DeliveryState): readonly string[] =>
    findProblems(tallySettled(opened, record, delivery), [], { terminalMarkers: true })
  expect([
    ends({ framesSent: 3, terminalMarkerObserved: true, end: 'completed' }),
    ends({ framesSent: 2, terminalMarkerObserved: false, end: 'aborted' }),
    ends({ framesSent: 1, terminalMarkerObserved: null, end: 'completed' }),
    findProblems(
      tallySettled(opened, record, { framesSent: 2, terminalMarkerObserved: false, end: 'aborted' }),
      [],
      {},
    ),
  ]).toEqual([
    [],
    [
      'a stream that did not end: POST /openai/v1/chat/completions, request 5: aborted after 2 frames, without its end mark',
    ],
    [],
    [],
  ])
})

test('shows the first ten of a kind, and counts the rest', () => {
  const rejected = Array.from(
    { length: 13 },
    (_, index) => ask(stateOf({}), { body: chat('Hi', { n: 200 + index }) }).record,
  )
  const problems = findProblems(tallyOf(rejected), [], {})
  expect(problems).toHaveLength(11)
  expect(problems.at(-1)).toBe('a request that was rejected: 3 more')
})

test('counts what is the same again, as a client does that retries', () => {
  const records = Array.from({ length: 3 }, (_, index) => ask(stateOf({}), { body: '', sequence: index + 1 }).record)
  expect(findProblems(tallyOf(records), [], {})).toEqual([`${rejection} (3 times)`])
})

test('says what may be wrong when no request was answered at all', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{}] }] })
  const hint =
    'no request was answered at all: was the client made before server.listen(), or without fetch: llm.fetch, was a call not awaited, or did its client leave during a delay?'
  expect(findProblems(emptyTally, unusedResponses(state), {})).toEqual([
    "a response that nobody asked for: number 1 of 1 in scenario 'a'",
    hint,
  ])
  expect(findProblems(emptyTally, [], {})).toEqual([])
  expect(findProblems(emptyTally, unusedResponses(state), { unused: false })).toEqual([])
})

test('tells a fixture that failed from a request that none fitted', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{}] }] })
  const failing = (): never => {
    throw new Error('no tokens today')
  }
  expect(findProblems(tallyOf([ask(state, { countTokens: failing }).record]), [], {})).toEqual([
    expect.stringMatching(
      /^a fixture that failed: POST .*: 409 fixture_failed: countTokens failed: Error: no tokens today/,
    ),
  ])
})

test('throws an error with a line for each problem', () => {
  const error = new VerificationError(['one', 'two\nlines'])
  expect([error.name, error.message, error.problems]).toEqual([
    'VerificationError',
    'llm.verify() found:\n- one\n- two\n  lines',
    ['one', 'two\nlines'],
  ])
})
