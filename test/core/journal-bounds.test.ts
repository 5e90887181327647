import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JournalLog, type JournalBounds } from '../../handlers/journal-log.ts'
import type { DeliveryState } from '../../src/journal/entry.ts'
import { makeEntry, type ExchangeRecord } from '../../src/journal/record.ts'
import { weigh } from '../../src/journal/weigh.ts'
import { ask, chat, stateOf, type Asked } from './ask.ts'

const pending: DeliveryState = { framesSent: 0, terminalMarkerObserved: false, end: 'pending' }
const completed: DeliveryState = { framesSent: 1, terminalMarkerObserved: null, end: 'completed' }
const wide: JournalBounds = { maximumEntries: 1000, maximumBytes: 1 << 26 }

function recordOf(sequence: number, asked: Asked = {}, content = 'Yes.'): ExchangeRecord {
  return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ content }] }] }), { ...asked, sequence }).record
}

function logOf(bounds: Partial<JournalBounds>, records: readonly ExchangeRecord[], delivery = completed): JournalLog {
  const log = new JournalLog({ ...wide, ...bounds })
  for (const record of records) log.open(record, delivery)
  return log
}

function sequencesIn(log: JournalLog): readonly number[] {
  return log.entries(() => undefined).map(({ sequence }) => sequence)
}

function numbered(...sequences: readonly number[]): readonly ExchangeRecord[] {
  return sequences.map((sequence) => recordOf(sequence))
}

test('keeps as many entries as it may, and counts those that left', () => {
  const log = logOf({ maximumEntries: 2 }, numbered(1, 2, 3, 4, 5))
  expect([sequencesIn(log), log.dropped, log.tally.total]).toEqual([[4, 5], 3, 5])
})

test('keeps no entry where it may keep none, and counts on', () => {
  for (const bounds of [{ maximumEntries: 0 }, { maximumBytes: 0 }]) {
    const log = logOf(bounds, numbered(1, 2))
    expect([sequencesIn(log), log.dropped, log.tally.total]).toEqual([[], 2, 2])
  }
})

test('keeps as many bytes as it may', () => {
  const { bytes } = weigh(recordOf(1), Infinity)
  const exactly = logOf({ maximumBytes: bytes * 3 }, numbered(1, 2, 3, 4, 5))
  const less = logOf({ maximumBytes: bytes * 3 - 1 }, numbered(1, 2, 3, 4, 5))
  expect([sequencesIn(exactly), exactly.dropped, sequencesIn(less), less.dropped]).toEqual([[3, 4, 5], 2, [4, 5], 3])
})

test('lets several small entries leave for a large one', () => {
  const large = recordOf(4, { body: chat('x'.repeat(5_000)) })
  const log = logOf({ maximumBytes: weigh(large, Infinity).bytes + 1 }, [...numbered(1, 2, 3), large])
  expect([sequencesIn(log), log.dropped]).toEqual([[4], 3])
})

test('never holds more than its bounds, and lets the oldest leave first', () => {
  const lengths = fc.array(fc.nat(4_000), { maxLength: 30 })
  const bounds = fc.record({ maximumEntries: fc.nat(8), maximumBytes: fc.nat(40_000) })
  fc.assert(
    fc.property(bounds, lengths, (limits, texts) => {
      const records = texts.map((length, index) => recordOf(index + 1, { body: chat('x'.repeat(length)) }))
      const log = logOf(limits, [])
      for (const [index, record] of records.entries()) {
        log.open(record, completed)
        const kept = sequencesIn(log)
        const bytes = kept.map((sequence) => weigh(records[sequence - 1]!, limits.maximumBytes).bytes)
        expect(kept.length).toBeLessThanOrEqual(limits.maximumEntries)
        expect(bytes.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(limits.maximumBytes)
        expect(kept).toEqual(kept.map((_, place) => index + 2 - kept.length + place))
        expect(log.dropped).toBe(index + 1 - kept.length)
      }
    }),
    { numRuns: 50 },
  )
})

/** An entry of a journal with room for so many bytes. */
function cutTo(maximumBytes: number, record: ExchangeRecord): unknown {
  const [entry] = logOf({ maximumBytes }, [record]).entries(() => undefined)
  if (entry === undefined) return 'dropped'
  const { request, response, truncated } = entry
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

test('does not cut an entry for what others weigh', () => {
  const records = [1, 2].map((sequence) => recordOf(sequence, { body: chat('x'.repeat(1_000)) }))
  const { bytes } = weigh(records[0]!, Infinity)
  const [entry, ...others] = logOf({ maximumBytes: bytes }, records).entries(() => undefined)
  expect([entry?.sequence, entry?.truncated, others]).toEqual([2, [], []])
})

test('leaves the record alone that it cuts for itself', () => {
  const record = recordOf(1, { body: chat('x'.repeat(10_000)) })
  const before = structuredClone(record)
  logOf({ maximumBytes: 5_000 }, [record])
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
    const kept = logOf({ maximumBytes: 20_000 }, [recordOf(1, { body })]).entries(() => undefined)
    expect(JSON.stringify(kept).length).toBeLessThan(20_000)
  })
}

test('gives entries in the order in which their requests came, also when an earlier one was decided late', () => {
  expect(sequencesIn(logOf({}, numbered(2, 4, 1, 5, 3)))).toEqual([1, 2, 3, 4, 5])
})

const done: DeliveryState = { framesSent: 4, terminalMarkerObserved: true, end: 'completed' }

function streamed(sequence: number): ExchangeRecord {
  return recordOf(sequence, { body: chat('Hi', { stream: true }) })
}

test('settles the entry of the request it is told of, and no other', () => {
  const records = [1, 2, 4].map(streamed)
  const log = logOf({}, records, pending)
  log.settle(records[1]!, done)
  log.settle(streamed(3), done)
  log.settle(streamed(9), done)
  expect(log.entries(() => undefined).map(({ sequence, delivery: { end } }) => [sequence, end])).toEqual([
    [1, 'pending'],
    [2, 'completed'],
    [4, 'pending'],
  ])
})

test('tells of a delivery on its way how far it has come, and of a settled one how it ended', () => {
  const records = [1, 2, 3].map(streamed)
  const log = logOf({}, records, pending)
  log.settle(records[0]!, done)
  const entries = log.entries((sequence) => (sequence === 3 ? undefined : { ...pending, framesSent: sequence * 10 }))
  expect(entries.map(({ delivery: { framesSent, end } }) => [framesSent, end])).toEqual([
    [4, 'completed'],
    [20, 'pending'],
    [0, 'pending'],
  ])
})

test('gives out frozen lists of frozen entries, which do not change when the journal does', () => {
  const records = [1, 2].map(streamed)
  const log = logOf({}, records.slice(0, 1), pending)
  const before = log.entries(() => undefined)
  log.settle(records[0]!, done)
  log.open(records[1]!, pending)
  expect([before.length, before[0]?.delivery.end, Object.isFrozen(before), before.every(Object.isFrozen)]).toEqual([
    1,
    'pending',
    true,
    true,
  ])
  expect(log.entries(() => undefined).map(({ delivery }) => delivery.end)).toEqual(['completed', 'pending'])
})

test('settles an entry that has left without bringing it back', () => {
  const records = [1, 2].map(streamed)
  const log = logOf({ maximumEntries: 1 }, records, pending)
  log.settle(records[0]!, { framesSent: 2, terminalMarkerObserved: false, end: 'aborted' })
  expect([sequencesIn(log), log.dropped, log.tally.unmarked]).toEqual([
    [2],
    1,
    {
      count: 1,
      samples: [
        {
          text: 'POST /openai/v1/chat/completions, request 1: aborted after 2 frames, without its end mark',
          times: 1,
        },
      ],
    },
  ])
})

test('weighs what makeEntry gives out, near enough', () => {
  for (const length of [0, 1_000, 100_000]) {
    const record = recordOf(1, { body: chat('x'.repeat(length)) }, 'y'.repeat(length))
    const { bytes } = weigh(record, Infinity)
    const given = JSON.stringify(makeEntry(record, completed, [])).length * 2
    expect(bytes).toBeGreaterThan(given / 2)
    expect(bytes).toBeLessThan(given * 2)
  }
})

test('keeps the entries that fit when one comes that does not, even cut', () => {
  const tooLarge = recordOf(4, { body: '{}' })
  const wordy: ExchangeRecord = { ...tooLarge, response: { ...tooLarge.response, message: 'x'.repeat(50_000) } }
  const log = logOf({ maximumBytes: 40_000 }, [...numbered(1, 2, 3), wordy])
  expect([sequencesIn(log), log.dropped, log.tally.total]).toEqual([[1, 2, 3], 1, 4])
})
