import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Wire } from 'msw-llm'
import { wholeDelivery } from '../../src/delivery/fault.ts'
import type { Frame } from '../../src/delivery/frame.ts'
import { streamBody } from '../../src/delivery/stream-body.ts'
import { cutter, withPings } from '../../src/delivery/wire-shape.ts'

const frames: readonly Frame[] = [
  { data: '{"text":"ünö"}' },
  { event: 'delta', data: '{"text":"👋🏽 ", "n": [1, {"a": 2}]}' },
  { data: '[DONE]' },
]

/** The pieces of a stream, as a host gets them. */
async function piecesOf(wire: Wire, lineEnding: 'lf' | 'crlf' = 'lf'): Promise<readonly Uint8Array[]> {
  const { stream } = streamBody(
    {
      kind: 'stream',
      status: 200,
      headers: {},
      framing: { transport: 'sse', lineEnding },
      frames,
      pace: null,
      delivery: wholeDelivery(frames),
      wire,
    },
    {
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      Stream: ReadableStream,
      turn: () => Promise.resolve(),
    },
    { onFrame: () => {}, onWaiting: () => {}, onEnd: () => {} },
  )
  const pieces: Uint8Array[] = []
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value)
  return pieces
}

function textOf(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
}

/** What a parser of somebody else's reads; it is fed text, so it is not told of the bytes. */
function readEvents(text: string): readonly unknown[] {
  const events: unknown[] = []
  const parser = createParser({
    onEvent: ({ event, data }) =>
      events.push([event ?? null, data === '[DONE]' ? data : (JSON.parse(data) as unknown)]),
  })
  parser.feed(text)
  return events
}

const events = frames.map(({ event, data }) => [event ?? null, data === '[DONE]' ? data : JSON.parse(data)])

test('every shape is read as the same events by another parser', async () => {
  const wires = fc.record<Wire>({
    fragment: fc.oneof(
      fc.constant(undefined),
      fc.record({ size: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ at: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1 }) }),
      fc.record({ seed: fc.integer(), maximumBytes: fc.integer({ min: 1, max: 40 }) }),
    ),
    lineEnding: fc.constantFrom(undefined, 'lf', 'crlf', 'cr'),
    bom: fc.boolean(),
    multilineData: fc.boolean(),
    comments: fc.array(
      fc.record({ beforeFrame: fc.integer({ min: 1, max: 3 }), text: fc.constantFrom('', 'keep-alive', 'ü: {"') }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(wires, fc.constantFrom('lf' as const, 'crlf' as const), async (wire, native) => {
      expect(readEvents(textOf(await piecesOf(wire, native)))).toEqual(events)
    }),
    { numRuns: 300 },
  )
})

test('a stream is cut where the fixture says, inside characters too, and never put together', async () => {
  const whole = await piecesOf({})
  const bytes = whole.reduce((sum, piece) => sum + piece.length, 0)
  expect(whole.length).toBe(3)
  expect((await piecesOf({ fragment: { size: 1 } })).map((piece) => piece.length)).toEqual(Array(bytes).fill(1))
  const places = [0, 3, 3, 18, 19, bytes, bytes + 5]
  const lengths = (await piecesOf({ fragment: { at: places } })).map((piece) => piece.length)
  const first = whole[0]!.length
  expect(lengths).toEqual([3, 15, 1, first - 19, whole[1]!.length, whole[2]!.length])
  expect((await piecesOf({ fragment: { size: 1000 } })).length).toBe(3)
})

test('the pieces of a seed are the same each time, others for another seed, and no longer than they may be', async () => {
  const lengthsOf = async (seed: number): Promise<readonly number[]> =>
    (await piecesOf({ fragment: { seed, maximumBytes: 5 } })).map((piece) => piece.length)
  const [one, again, two] = [await lengthsOf(1), await lengthsOf(1), await lengthsOf(2)]
  expect(again).toEqual(one)
  expect(two).not.toEqual(one)
  expect(Math.max(...one)).toBeLessThanOrEqual(5)
})

test('the bytes of a shape are these', async () => {
  const text = textOf(
    await piecesOf({
      bom: true,
      lineEnding: 'cr',
      multilineData: true,
      comments: [{ beforeFrame: 3, text: 'keep-alive', count: 2 }],
    }),
  )
  expect(text).toBe(
    '\ufeffdata: {\rdata: "text":"ünö"}\r\r' +
      'event: delta\rdata: {\rdata: "text":"👋🏽 ", "n": [1, {"a": 2}]}\r\r' +
      ': keep-alive\r\r: keep-alive\r\rdata: [DONE]\r\r',
  )
})

test('pings come before the frames they name, also twice', () => {
  const ping: Frame = { event: 'ping', data: '{}' }
  const [a, b, c] = frames as [Frame, Frame, Frame]
  expect(withPings(frames, [3, 1, 1], ping)).toEqual([ping, ping, a, b, ping, c])
  expect(withPings(frames, [], ping)).toEqual(frames)
  expect(withPings(frames, [4], ping)).toBeNull()
})

test('cutting a long stream at many places takes a time that grows with it alone', () => {
  const cut = cutter({ at: Array.from({ length: 100_000 }, (_, index) => index * 2) })
  const pieces = Array.from({ length: 200 }, () => cut(new Uint8Array(1000))).flat()
  expect(pieces.length).toBe(100_000)
})
