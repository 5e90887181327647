import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameBytes } from '../../src/delivery/frame-bytes.ts'
import { formatServerSentEvent, type Frame } from '../../src/delivery/frame.ts'

const data = fc.string({ unit: fc.oneof(fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00'), fc.constant('plain')) })
const frames: fc.Arbitrary<readonly Frame[]> = fc.array(
  fc.record({ data, event: fc.constantFrom('ping', 'message') }, { requiredKeys: ['data'] }),
  { maxLength: 100, size: 'max' },
)

function allBytes(sent: readonly Frame[]): readonly Uint8Array<ArrayBuffer>[] {
  const next = frameBytes(sent)
  return sent.map(() => next())
}

test('gives for each frame the bytes that encoding it alone would give', () => {
  fc.assert(
    fc.property(frames, (sent) => {
      const alone = sent.map((frame) => new TextEncoder().encode(formatServerSentEvent(frame)))
      expect(allBytes(sent)).toEqual(alone)
    }),
    { numRuns: 200 },
  )
})

test('gives each frame a buffer of its own, which holds nothing else', () => {
  const bytes = allBytes(Array.from({ length: 70 }, (_, index) => ({ data: String(index) })))
  expect(new Set(bytes.map(({ buffer }) => buffer)).size).toBe(70)
  expect(bytes.filter((array) => array.byteLength !== array.buffer.byteLength)).toEqual([])
})

test('writes the name of an event before its data, and a blank line after it', () => {
  expect([formatServerSentEvent({ data: '{}' }), formatServerSentEvent({ event: 'ping', data: '' })]).toEqual([
    'data: {}\n\n',
    'event: ping\ndata: \n\n',
  ])
})
