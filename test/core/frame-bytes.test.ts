import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameBytes } from '../../src/delivery/frame-bytes.ts'
import { frameFormat, type Frame } from '../../src/delivery/frame.ts'
import type { Framing } from '../../src/delivery/plan.ts'

const data = fc.string({ unit: fc.oneof(fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00'), fc.constant('plain')) })
const frames: fc.Arbitrary<readonly Frame[]> = fc.array(
  fc.record({ data, event: fc.constantFrom('ping', 'message') }, { requiredKeys: ['data'] }),
  { maxLength: 100, size: 'max' },
)

const events: Framing = { transport: 'sse', lineEnding: 'lf' }
const framings = fc.constantFrom<Framing>(
  events,
  { transport: 'sse', lineEnding: 'crlf' },
  { transport: 'json-array', lineEnding: 'crlf' },
)

function allBytes(sent: readonly Frame[], framing = events): readonly Uint8Array<ArrayBuffer>[] {
  const next = frameBytes(sent, framing, null)
  return sent.map(() => next())
}

test('gives for each frame the bytes that encoding it alone would give', () => {
  fc.assert(
    fc.property(frames, framings, (sent, framing) => {
      const format = frameFormat(framing, null)
      const alone = sent.map((frame, place) => new TextEncoder().encode(format(frame, place, sent.length)))
      expect(allBytes(sent, framing)).toEqual(alone)
    }),
    { numRuns: 200 },
  )
})

test('gives each frame a buffer of its own, which holds nothing else', () => {
  const bytes = allBytes(Array.from({ length: 70 }, (_, index) => ({ data: String(index) })))
  expect(new Set(bytes.map(({ buffer }) => buffer)).size).toBe(70)
  expect(bytes.filter((array) => array.byteLength !== array.buffer.byteLength)).toEqual([])
})

function written(framing: Framing, ...sent: readonly Frame[]): readonly string[] {
  return allBytes(sent, framing).map((bytes) => new TextDecoder().decode(bytes))
}

test('writes the name of an event before its data, and a blank line after it', () => {
  expect(written(events, { data: '{}' }, { event: 'ping', data: '' })).toEqual([
    'data: {}\n\n',
    'event: ping\ndata: \n\n',
  ])
  expect(written({ transport: 'sse', lineEnding: 'crlf' }, { data: '{}' })).toEqual(['data: {}\r\n\r\n'])
})

test('writes the elements of an array with each comma before the element that it leads', () => {
  const array: Framing = { transport: 'json-array', lineEnding: 'crlf' }
  expect(written(array, { data: '{"a": 1}' }, { data: '{}' }, { data: '[]' })).toEqual([
    '[{"a": 1}',
    '\n,\r\n{}',
    '\n,\r\n[]\n]',
  ])
  expect(written(array, { data: '{}' })).toEqual(['[{}\n]'])
})
