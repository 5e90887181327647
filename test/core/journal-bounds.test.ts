import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryState } from '../../src/journal/entry.ts'
import { emptyJournal, openExchange, settleExchange, type Journal } from '../../src/journal/journal.ts'
import { makeEntry, type ExchangeRecord } from '../../src/journal/record.ts'
import { ask, chat, stateOf, type Asked } from './ask.ts'

const pending: DeliveryState = { framesSent: 0, terminalMarkerObserved: false, end: 'pending' }
const completed: DeliveryState = { framesSent: 1, terminalMarkerObserved: null, end: 'completed' }
const wide = 64 * 1024 * 1024

function recordOf(sequence: number, asked: Asked = {}, content = 'Yes.'): ExchangeRecord {
  return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ content }] }] }), { ...asked, sequence }).record
}

function open(journal: Journal, ...records: readonly ExchangeRecord[]): Journal {
  return records.reduce((current, record) => openExchange(current, record, completed), journal)
}

function sequencesIn({ exchanges }: Journal): readonly number[] {
  return exchanges.map(({ record }) => record.sequence)
}

test('keeps as many entries as it may, and counts those that left', () => {
  const journal = open(
    emptyJournal({ maximumEntries: 2, maximumBytes: wide }),
    ...[1, 2, 3, 4, 5].map((n) => recordOf(n)),
  )
  expect([sequencesIn(journal), journal.dropped, journal.tally.total]).toEqual([[4, 5], 3, 5])
})

test('keeps no entry where it may keep none, and counts on', () => {
  for (const bounds of [
    { maximumEntries: 0, maximumBytes: wide },
    { maximumEntries: 10, maximumBytes: 0 },
  ]) {
    const journal = open(emptyJournal(bounds), recordOf(1), recordOf(2))
    expect([sequencesIn(journal), journal.bytes, journal.dropped, journal.tally.total]).toEqual([[], 0, 2, 2])
  }
})

test('keeps as many bytes as it may', () => {
  const record = recordOf(1)
  const { bytes } = open(emptyJournal({ maximumEntries: 10, maximumBytes: wide }), record)
  const roomForThree = emptyJournal({ maximumEntries: 10, maximumBytes: bytes * 3 })
  const journal = open(roomForThree, ...[1, 2, 3, 4, 5].map((n) => recordOf(n)))
  expect([sequencesIn(journal), journal.bytes, journal.dropped]).toEqual([[3, 4, 5], bytes * 3, 2])
})

test('lets several small entries leave for a large one', () => {
  const small = [1, 2, 3].map((n) => recordOf(n))
  const large = recordOf(4, { body: chat('x'.repeat(5_000)) })
  const { bytes } = open(emptyJournal({ maximumEntries: 10, maximumBytes: wide }), large)
  const journal = open(emptyJournal({ maximumEntries: 10, maximumBytes: bytes + 1 }), ...small, large)
  expect([sequencesIn(journal), journal.bytes, journal.dropped]).toEqual([[4], bytes, 3])
})

test('never holds more than its bounds, and knows the weight of what it holds', () => {
  const lengths = fc.array(fc.nat(4_000), { maxLength: 30 })
  const bounds = fc.record({ maximumEntries: fc.nat(8), maximumBytes: fc.nat(40_000) })
  fc.assert(
    fc.property(bounds, lengths, (limits, texts) => {
      let journal = emptyJournal(limits)
      for (const [index, length] of texts.entries()) {
        journal = open(journal, recordOf(index + 1, { body: chat('x'.repeat(length)) }))
        expect(journal.exchanges.length).toBeLessThanOrEqual(limits.maximumEntries)
        expect(journal.bytes).toBeLessThanOrEqual(limits.maximumBytes)
        expect(journal.bytes).toBe(journal.exchanges.reduce((sum, { bytes }) => sum + bytes, 0))
        expect(journal.dropped + journal.exchanges.length).toBe(index + 1)
      }
    }),
    { numRuns: 50 },
  )
})

/** An entry of a journal with room for so many bytes. */
function cutTo(maximumBytes: number, record: ExchangeRecord): unknown {
  const [logged] = open(emptyJournal({ maximumEntries: 10, maximumBytes }), record).exchanges
  if (logged === undefined) return 'dropped'
  const { request, response, truncated } = makeEntry(logged.record, logged.delivery, logged.truncated)
  return {
    truncated,
    body: request.body !== null,
    messages: request.messages.length,
    content: response.content !== null,
    headers: Object.keys(request.headers).length,
    scenario: response.scenario,
  }
}

test('cuts from an entry that is too large alone what is largest, and says what it cut', () => {
  const record = recordOf(
    1,
    { body: chat('x'.repeat(10_000)), headers: { 'x-long': 'x'.repeat(1_000) } },
    'y'.repeat(3_000),
  )
  const kept = { body: true, messages: 1, content: true, headers: 1, scenario: 'a' }
  expect([100_000, 30_000, 10_000, 5_000, 1_500, 1_000].map((bytes) => cutTo(bytes, record))).toEqual([
    { ...kept, truncated: [] },
    { ...kept, truncated: ['request.body'], body: false },
    { ...kept, truncated: ['request.body', 'request.messages'], body: false, messages: 0 },
    {
      ...kept,
      truncated: ['request.body', 'request.messages', 'response.content'],
      body: false,
      messages: 0,
      content: false,
    },
    {
      truncated: ['request.body', 'request.messages', 'response.content', 'request.headers'],
      body: false,
      messages: 0,
      content: false,
      headers: 0,
      scenario: 'a',
    },
    'dropped',
  ])
})

test('does not cut what other entries weigh', () => {
  const record = recordOf(1, { body: chat('x'.repeat(1_000)) })
  const { bytes } = open(emptyJournal({ maximumEntries: 10, maximumBytes: wide }), record)
  const journal = open(
    emptyJournal({ maximumEntries: 10, maximumBytes: bytes }),
    record,
    recordOf(2, { body: chat('x'.repeat(1_000)) }),
  )
  expect(journal.exchanges.map(({ record: { sequence }, truncated }) => [sequence, truncated])).toEqual([[2, []]])
})

test('leaves the record alone that it cuts for itself', () => {
  const record = recordOf(1, { body: chat('x'.repeat(10_000)) })
  const before = structuredClone(record)
  open(emptyJournal({ maximumEntries: 10, maximumBytes: 5_000 }), record)
  expect(record).toEqual(before)
})

const long = 'x'.repeat(100_000)

for (const [where, body] of [
  [
    'the arguments of a tool call',
    chat([
      {
        role: 'assistant',
        tool_calls: [{ id: '1', type: 'function', function: { name: 'x', arguments: JSON.stringify({ long }) } }],
      },
    ]),
  ],
  ['the id of a tool result', chat([{ role: 'tool', content: '', tool_call_id: long }])],
  ['the name of a tool', chat('Hi', { tools: [{ type: 'function', function: { name: long } }] })],
  [
    'the media type of an image',
    chat([{ role: 'user', content: [{ type: 'image_url', image_url: { url: `data:${long}` } }] }]),
  ],
  ['the name of the model', chat('Hi', { model: long })],
] as const) {
  test(`does not keep a text beyond its bytes in ${where}`, () => {
    const journal = open(emptyJournal({ maximumEntries: 10, maximumBytes: 20_000 }), recordOf(1, { body }))
    const kept = journal.exchanges.map(({ record, delivery, truncated }) => makeEntry(record, delivery, truncated))
    expect(JSON.stringify(kept).length).toBeLessThan(20_000)
  })
}

test('keeps entries in the order in which their requests came, also when an earlier one is decided late', () => {
  const journal = open(
    emptyJournal({ maximumEntries: 10, maximumBytes: wide }),
    ...[2, 4, 1, 5, 3].map((sequence) => recordOf(sequence)),
  )
  expect(sequencesIn(journal)).toEqual([1, 2, 3, 4, 5])
})

test('lets the earliest request leave, also when it was decided last', () => {
  const journal = open(
    emptyJournal({ maximumEntries: 2, maximumBytes: wide }),
    ...[2, 3, 1].map((sequence) => recordOf(sequence)),
  )
  expect([sequencesIn(journal), journal.dropped]).toEqual([[2, 3], 1])
})

test('settles the entry of the request it is told of, and no other', () => {
  const streamed = (sequence: number): ExchangeRecord => recordOf(sequence, { body: chat('Hi', { stream: true }) })
  const records = [1, 2, 4].map(streamed)
  const opened = records.reduce(
    (journal, record) => openExchange(journal, record, pending),
    emptyJournal({ maximumEntries: 10, maximumBytes: wide }),
  )
  const done: DeliveryState = { framesSent: 4, terminalMarkerObserved: true, end: 'completed' }
  const settled = settleExchange(opened, records[1]!, done)
  expect(settled.exchanges.map(({ delivery }) => delivery)).toEqual([pending, done, pending])
  expect(opened.exchanges.map(({ delivery }) => delivery)).toEqual([pending, pending, pending])
  expect(settleExchange(settled, streamed(3), done).exchanges).toEqual(settled.exchanges)
  expect(settleExchange(settled, streamed(9), done).exchanges).toEqual(settled.exchanges)
})

test('settles an entry that has left without bringing it back', () => {
  const records = [1, 2].map((sequence) => recordOf(sequence, { body: chat('Hi', { stream: true }) }))
  const journal = records.reduce(
    (current, record) => openExchange(current, record, pending),
    emptyJournal({ maximumEntries: 1, maximumBytes: wide }),
  )
  const aborted: DeliveryState = { framesSent: 2, terminalMarkerObserved: false, end: 'aborted' }
  const settled = settleExchange(journal, records[0]!, aborted)
  expect(settled.exchanges).toEqual(journal.exchanges)
  expect(settled.tally.unmarked).toEqual({
    count: 1,
    samples: ['POST /openai/v1/chat/completions, request 1: aborted after 2 frames, without its end mark'],
  })
})
