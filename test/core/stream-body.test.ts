import { expect, test } from 'vitest'
import type { Clock, Pace } from 'msw-llm'
import type { Frame } from '../../src/delivery/frame.ts'
import { wholeDelivery } from '../../src/delivery/fault.ts'
import { streamBody, type StreamBody } from '../../src/delivery/stream-body.ts'
import { handClock } from './hand-clock.ts'

const content = (data: string): Frame => ({ data, role: 'content' })
const done: Frame = { data: '[DONE]', role: 'terminal' }
const frames: readonly Frame[] = [{ data: 'role' }, content('a'), content('b'), { data: 'finish' }, done]

interface Begun extends StreamBody {
  /** All that the observer was told, in order. */
  readonly told: readonly string[]
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
}

const noClock: Clock = {
  now: () => 0,
  sleep: () => {
    throw new Error('Nothing was to sleep')
  },
}

function begin(
  pace: Pace | null,
  clock: Clock = noClock,
  sent: readonly Frame[] = frames,
  Stream: typeof ReadableStream = ReadableStream,
): Begun {
  const told: string[] = []
  const body = streamBody(
    {
      kind: 'stream',
      status: 200,
      headers: {},
      framing: { transport: 'sse', lineEnding: 'lf' },
      frames: sent,
      pace,
      delivery: wholeDelivery(sent),
      wire: null,
    },
    { clock, Stream, turn: () => Promise.resolve() },
    {
      onFrame: (terminal) => told.push(terminal ? 'terminal frame' : 'frame'),
      onWaiting: (waiting) => told.push(waiting ? 'waiting' : 'awake'),
      onEnd: (end) => told.push(end),
    },
  )
  return { ...body, told, reader: body.stream.getReader() }
}

async function readText({ reader }: Begun): Promise<string | undefined> {
  const { done: ended, value } = await reader.read()
  return ended ? undefined : new TextDecoder().decode(value)
}

/** Lets all that is ready run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('sends one frame for each read, as an event, and ends with the last', async () => {
  const body = begin(null)
  const read: (string | undefined)[] = []
  for (let count = 0; count < 6; count++) read.push(await readText(body))
  expect(read).toEqual([
    'data: role\n\n',
    'data: a\n\n',
    'data: b\n\n',
    'data: finish\n\n',
    'data: [DONE]\n\n',
    undefined,
  ])
  expect(body.told).toEqual(['frame', 'frame', 'frame', 'frame', 'terminal frame', 'completed'])
})

test('sends the name of an event before its data', async () => {
  const body = begin(null, noClock, [{ event: 'ping', data: '{}' }])
  expect([await readText(body), await readText(body)]).toEqual(['event: ping\ndata: {}\n\n', undefined])
})

test('makes no frame before somebody reads, and none ahead', async () => {
  const body = begin(null)
  await settle()
  expect(body.told).toEqual([])
  await readText(body)
  await settle()
  expect(body.told).toEqual(['frame'])
})

test('ends together with the last frame, before anybody asks for more', async () => {
  const body = begin(null, noClock, [content('a'), done])
  await readText(body)
  const last = body.reader.read()
  await settle()
  expect(body.told).toEqual(['frame', 'terminal frame', 'completed'])
  await last
  await body.reader.closed
})

/** A stream that counts, for each pull, what its source does in it. */
function countingStream(): { readonly Stream: typeof ReadableStream; readonly pulls: readonly string[][] } {
  const pulls: string[][] = []
  class Counting<R> extends ReadableStream<R> {
    constructor(source: UnderlyingDefaultSource<R>, strategy?: QueuingStrategy<R>) {
      super(
        {
          ...source,
          start(controller) {
            source.start?.({
              ...controller,
              desiredSize: controller.desiredSize,
              enqueue(chunk: R) {
                pulls.at(-1)?.push('enqueue')
                controller.enqueue(chunk)
              },
              close() {
                pulls.at(-1)?.push('close')
                controller.close()
              },
              error(reason: unknown) {
                pulls.at(-1)?.push('error')
                controller.error(reason)
              },
            })
          },
          pull(controller) {
            pulls.push([])
            return source.pull?.(controller)
          },
        },
        strategy,
      )
    }
  }
  return { Stream: Counting as typeof ReadableStream, pulls }
}

for (const [what, pace] of [
  ['unpaced', null],
  ['paced', { tokensPerSecond: 10 }],
] as const) {
  test(`enqueues exactly once in each pull of an ${what} stream, and closes in the pull of the last frame`, async () => {
    const clock = handClock()
    const { Stream, pulls } = countingStream()
    const body = begin(pace, clock, frames, Stream)
    for (let read = await readSoon(); read !== undefined; read = await readSoon());
    expect(pulls).toEqual([['enqueue'], ['enqueue'], ['enqueue'], ['enqueue'], ['enqueue', 'close']])

    async function readSoon(): Promise<string | undefined> {
      const read = readText(body)
      await settle()
      if (clock.asleep > 0) clock.wake()
      return read
    }
  })
}

test('takes its stream class from whoever begins it', () => {
  class Own<R> extends ReadableStream<R> {}
  expect(begin(null, noClock, frames, Own as typeof ReadableStream).stream).toBeInstanceOf(Own)
})

test('sleeps before content frames as the pace says, and before no others', async () => {
  const clock = handClock()
  const body = begin({ firstTokenMilliseconds: 250, tokensPerSecond: 50, jitter: [5] }, clock)
  expect(await readText(body)).toBe('data: role\n\n')
  expect(clock.sleeps).toEqual([])

  const first = readText(body)
  await settle()
  expect([clock.sleeps, body.told]).toEqual([[250], ['frame', 'waiting']])
  clock.wake()
  expect(await first).toBe('data: a\n\n')

  const second = readText(body)
  await settle()
  expect(clock.sleeps).toEqual([250, 25])
  clock.wake()
  expect(await second).toBe('data: b\n\n')

  expect([await readText(body), await readText(body), await readText(body)]).toEqual([
    'data: finish\n\n',
    'data: [DONE]\n\n',
    undefined,
  ])
  expect(clock.sleeps).toEqual([250, 25])
  expect(body.told).toEqual([
    'frame',
    'waiting',
    'awake',
    'frame',
    'waiting',
    'awake',
    'frame',
    'frame',
    'terminal frame',
    'completed',
  ])
})

test('gives the clock a turn before the first content frame of a paced stream, also where it does not wait', async () => {
  const clock = handClock()
  const body = begin({ tokensPerSecond: 1000 }, clock)
  await readText(body)
  void readText(body)
  await settle()
  expect(clock.sleeps).toEqual([0])
})

test('ends a sleep when the client leaves, makes no further frame, and tells it once', async () => {
  const clock = handClock()
  const body = begin({ firstTokenMilliseconds: 250 }, clock)
  await readText(body)
  const next = readText(body)
  await settle()
  const reason = new DOMException('The client left', 'AbortError')
  body.leave(reason)
  await expect(next).rejects.toBe(reason)
  await settle()
  body.leave(new Error('again'))
  body.breakOff(new Error('and again'))
  expect([clock.asleep, [...body.told].toSorted()]).toEqual([0, ['aborted', 'awake', 'frame', 'waiting']])
})

test('ends a sleep when the reader cancels, and makes no further frame', async () => {
  const clock = handClock()
  const body = begin({ firstTokenMilliseconds: 250 }, clock)
  await readText(body)
  const next = readText(body)
  await settle()
  await body.reader.cancel('enough')
  expect(await next).toBe(undefined)
  await settle()
  expect([clock.asleep, [...body.told].toSorted()]).toEqual([0, ['aborted', 'awake', 'frame', 'waiting']])
})

test('sends nothing when a clock that does not look at the signal wakes a delivery that has ended', async () => {
  let wake = (): void => {}
  const deaf: Clock = {
    now: () => 0,
    sleep: () => new Promise((resolve) => (wake = resolve)),
  }
  const body = begin({ firstTokenMilliseconds: 250 }, deaf)
  await readText(body)
  const next = readText(body)
  await settle()
  body.leave('gone')
  await expect(next).rejects.toBe('gone')
  wake()
  await settle()
  expect(body.told.filter((what) => what === 'frame')).toEqual(['frame'])
})

test('tells of a client that leaves between frames that it aborted', async () => {
  const left = begin(null)
  await readText(left)
  left.leave('gone')
  await expect(readText(left)).rejects.toBe('gone')
  const cancelled = begin(null)
  await readText(cancelled)
  await cancelled.reader.cancel()
  expect([left.told, cancelled.told]).toEqual([
    ['frame', 'aborted'],
    ['frame', 'aborted'],
  ])
})

test('tells of a client that leaves before it reads that it aborted', async () => {
  const body = begin(null)
  body.leave('gone')
  await expect(readText(body)).rejects.toBe('gone')
  expect(body.told).toEqual(['aborted'])
})

test('takes a leave after the end mark for a completion', async () => {
  const trailing: readonly Frame[] = [content('a'), done, { data: 'after the end mark' }]
  const left = begin(null, noClock, trailing)
  await readText(left)
  await readText(left)
  left.leave('gone')
  const cancelled = begin(null, noClock, trailing)
  await readText(cancelled)
  await readText(cancelled)
  await cancelled.reader.cancel()
  expect([left.told, cancelled.told]).toEqual([
    ['frame', 'terminal frame', 'completed'],
    ['frame', 'terminal frame', 'completed'],
  ])
})

test('waits for a last piece that is the end mark too, and tells of both', async () => {
  const clock = handClock()
  const last: Frame = { data: 'b', role: 'final-content' }
  const body = begin({ tokensPerSecond: 50 }, clock, [content('a'), last, { data: 'after the end mark' }])
  const first = readText(body)
  await settle()
  clock.wake()
  await first
  const second = readText(body)
  await settle()
  clock.wake()
  expect(await second).toBe('data: b\n\n')
  body.leave('gone')
  expect(clock.sleeps).toEqual([0, 20])
  expect(body.told.filter((what) => what !== 'waiting' && what !== 'awake')).toEqual([
    'frame',
    'terminal frame',
    'completed',
  ])
})

test('changes nothing when the client leaves after the last frame', async () => {
  const body = begin(null, noClock, [content('a'), done])
  await readText(body)
  await readText(body)
  body.leave('gone')
  body.breakOff(new Error('late'))
  expect(await readText(body)).toBe(undefined)
  expect(body.told).toEqual(['frame', 'terminal frame', 'completed'])
})

test('breaks off from our side: what was sent has been read, the next read fails with the error', async () => {
  const body = begin(null)
  expect([await readText(body), await readText(body)]).toEqual(['data: role\n\n', 'data: a\n\n'])
  const error = new TypeError('llm.reset() ended this answer')
  body.breakOff(error)
  await expect(readText(body)).rejects.toBe(error)
  expect(body.told).toEqual(['frame', 'frame', 'errored'])
})

test('breaks off during a sleep', async () => {
  const clock = handClock()
  const body = begin({ firstTokenMilliseconds: 250 }, clock)
  await readText(body)
  const next = readText(body)
  await settle()
  const error = new TypeError('llm.close() ended this answer')
  body.breakOff(error)
  await expect(next).rejects.toBe(error)
  await settle()
  expect([clock.asleep, [...body.told].toSorted()]).toEqual([0, ['awake', 'errored', 'frame', 'waiting']])
})

test('is broken off by a clock that fails by itself', async () => {
  const clock = handClock()
  const body = begin({ firstTokenMilliseconds: 250 }, clock)
  await readText(body)
  const next = readText(body)
  await settle()
  const error = new Error('The clock stopped')
  clock.fail(error)
  await expect(next).rejects.toBe(error)
  expect([...body.told].toSorted()).toEqual(['awake', 'errored', 'frame', 'waiting'])
})

test('is broken off by a clock that throws', async () => {
  const body = begin({ firstTokenMilliseconds: 250 })
  await readText(body)
  await expect(readText(body)).rejects.toThrow('Nothing was to sleep')
  expect([...body.told].toSorted()).toEqual(['awake', 'errored', 'frame', 'waiting'])
})

test('ends at once where there is no frame to send', async () => {
  const body = begin(null, noClock, [])
  const read = readText(body)
  await settle()
  expect(body.told).toEqual(['completed'])
  expect(await read).toBe(undefined)
})

test('sends characters of several bytes whole', async () => {
  const body = begin(null, noClock, [content('Grüße 👋🏽'), done])
  const { value } = await body.reader.read()
  expect([...value!]).toEqual([...new TextEncoder().encode('data: Grüße 👋🏽\n\n')])
})
