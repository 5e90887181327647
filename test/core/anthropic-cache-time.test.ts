/** How long Anthropic's prompt cache keeps what is marked. */
import { expect, test } from 'vitest'
import { tokens } from './cache-reads.ts'
import { block, counts, forAnHour, forMinutes, hour, messages, minute, type Counts } from './messages-cache.ts'

const long = tokens(1024)
const written: Counts = [1, 0, 1024, 0]
const writtenForAnHour: Counts = [1, 0, 0, 1024]
const read: Counts = [1, 1024, 0, 0]

/** Requests with one marked system prompt, at these times. */
function at(control: object, ...times: readonly number[]): ReturnType<typeof counts> {
  const body = messages('Hi', { system: [block(long, control)] })
  return counts(times.map((time) => ({ at: time, body })))
}

test('five minutes are over when they are over', () => {
  expect(at(forMinutes, 0, 5 * minute - 1)).toEqual([written, read])
  expect(at(forMinutes, 0, 5 * minute)).toEqual([written, written])
})

test('an hour is over when it is over', () => {
  expect(at(forAnHour, 0, hour - 1)).toEqual([writtenForAnHour, read])
  expect(at(forAnHour, 0, hour)).toEqual([writtenForAnHour, writtenForAnHour])
})

test('a ttl of 5m, or of null, is the five minutes of a mark without one', () => {
  for (const ttl of ['5m', null]) {
    const body = messages('Hi', { system: [block(long, { type: 'ephemeral', ttl })] })
    expect(counts([{ body }, { at: 5 * minute - 1, body }])).toEqual([written, read])
    expect(counts([{ body }, { at: 5 * minute, body }])).toEqual([written, written])
  }
})

test('what is read lives on for as long again', () => {
  const often = [0, 4, 8, 12, 16].map((time) => time * minute)
  expect(at(forMinutes, ...often, 21 * minute)).toEqual([written, read, read, read, read, written])
  expect(at(forAnHour, 0, 59 * minute, 118 * minute, 178 * minute)).toEqual([
    writtenForAnHour,
    read,
    read,
    writtenForAnHour,
  ])
})

test('a clock may begin anywhere, and go back', () => {
  expect(at(forMinutes, -1e12, -1e12 + 5 * minute - 1)).toEqual([written, read])
  expect(at(forMinutes, 1e15, 1e15 + 5 * minute)).toEqual([written, written])
  expect(at(forMinutes, hour, 0)).toEqual([written, read])
})

test('what was kept for an hour is refreshed for an hour by a mark of five minutes', () => {
  const body = (control: object): object => messages('Hi', { system: [block(long, control)] })
  expect(
    counts([
      { body: body(forAnHour) },
      { at: 30 * minute, body: body(forMinutes) },
      { at: 80 * minute, body: body(forMinutes) },
    ]),
  ).toEqual([writtenForAnHour, read, read])
})

const turns = (system: object, question: object): object =>
  messages([[block(long, question)]], { system: [block(long, system)] })

test('an hour for the system prompt and five minutes for the dialogue are written apart', () => {
  const body = turns(forAnHour, forMinutes)
  const times = [0, minute, 7 * minute, 67 * minute]
  expect(counts(times.map((time) => ({ at: time, body })))).toEqual([
    [0, 0, 1024, 1024],
    [0, 2048, 0, 0],
    [0, 1024, 1024, 0],
    [0, 0, 1024, 1024],
  ])
})

test('reading a dialogue does not shorten the hour of its system prompt', () => {
  const asking = (question: string) => messages(question, { system: [block(long, forMinutes)] })
  const hourly = messages('Hi', { system: [block(long, forAnHour)] })
  const dialogue = turns(forMinutes, forMinutes)
  expect(
    counts([
      { body: hourly },
      { body: dialogue },
      { at: minute, body: dialogue },
      { at: 50 * minute, body: asking('Yes') },
    ]),
  ).toEqual([writtenForAnHour, [0, 1024, 1024, 0], [0, 2048, 0, 0], read])
})

test('the longer of two marks at one place counts', () => {
  const body = messages('Hi', { system: [block(tokens(512), forAnHour), block(tokens(512), forMinutes)] })
  expect(counts([{ body }, { at: 6 * minute, body }])).toEqual([writtenForAnHour, read])
})
