import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RepeatMode } from 'msw-llm'
import { freshQueue, giveBack, handedOut, indexAt, take, type Queue } from '../../src/scenario/queue.ts'

/** Takes so many times; `null` where nothing was left. */
function takeTimes(times: number, length: number, repeat: RepeatMode): readonly (number | null)[] {
  let queue = freshQueue
  return Array.from({ length: times }, () => {
    const taken = take(queue, length, repeat)
    queue = taken?.queue ?? queue
    return taken === null ? null : indexAt(taken.position, length, repeat)
  })
}

test('gives each response once, then nothing', () => {
  expect(takeTimes(5, 3, 'none')).toEqual([0, 1, 2, null, null])
})

test('gives the last response again and again', () => {
  expect(takeTimes(6, 3, 'last')).toEqual([0, 1, 2, 2, 2, 2])
  expect(takeTimes(3, 1, 'last')).toEqual([0, 0, 0])
})

test('gives all responses again from the start', () => {
  expect(takeTimes(7, 3, 'all')).toEqual([0, 1, 2, 0, 1, 2, 0])
})

test('puts a response that was given back in its place, before those after it', () => {
  const first = take(freshQueue, 3, 'none')!
  const second = take(first.queue, 3, 'none')!
  const back = giveBack(second.queue, first.position)
  const again = take(back, 3, 'none')!
  const next = take(again.queue, 3, 'none')!
  expect([again.position, next.position, take(next.queue, 3, 'none')]).toEqual([0, 2, null])
})

test('gives what came back in the order of the places, not of the returns', () => {
  let queue: Queue = { next: 4, returned: [] }
  for (const position of [2, 0, 1]) queue = giveBack(queue, position)
  expect(queue).toEqual({ next: 4, returned: [0, 1, 2] })
})

test('is as it was before when the latest is given back', () => {
  const { queue, position } = take(freshQueue, 1, 'none')!
  expect(giveBack(queue, position)).toEqual(freshQueue)
})

test('tells which responses are out', () => {
  expect([
    handedOut(freshQueue, 3, 'none'),
    handedOut({ next: 2, returned: [] }, 3, 'none'),
    handedOut({ next: 3, returned: [1] }, 3, 'none'),
    handedOut({ next: 9, returned: [] }, 3, 'last'),
    handedOut({ next: 3, returned: [2] }, 3, 'last'),
    handedOut({ next: 5, returned: [2] }, 3, 'last'),
    handedOut({ next: 4, returned: [0] }, 3, 'all'),
    handedOut({ next: 3, returned: [0, 2] }, 3, 'all'),
  ]).toEqual([
    new Set(),
    new Set([0, 1]),
    new Set([0, 2]),
    new Set([0, 1, 2]),
    new Set([0, 1]),
    new Set([0, 1, 2]),
    new Set([0, 1, 2]),
    new Set([1]),
  ])
})

/** The reference: every place is free or out, and a request takes the first free one there is. */
interface Places {
  readonly length: number
  readonly repeat: RepeatMode
  readonly out: Set<number>
}

interface Cursor {
  queue: Queue
}

class Take implements fc.Command<Places, Cursor> {
  check(): boolean {
    return true
  }
  run({ length, repeat, out }: Places, cursor: Cursor): void {
    let first = 0
    while (out.has(first)) first++
    const expected = repeat === 'none' && first >= length ? null : first
    const taken = take(cursor.queue, length, repeat)
    expect(taken?.position ?? null).toBe(expected)
    if (taken === null) return
    out.add(taken.position)
    cursor.queue = taken.queue
  }
  toString(): string {
    return 'take'
  }
}

class GiveBack implements fc.Command<Places, Cursor> {
  readonly #which: number
  constructor(which: number) {
    this.#which = which
  }
  check({ out }: Places): boolean {
    return out.size > 0
  }
  run({ out }: Places, cursor: Cursor): void {
    const position = [...out][this.#which % out.size]!
    out.delete(position)
    cursor.queue = giveBack(cursor.queue, position)
  }
  toString(): string {
    return `give back ${this.#which}`
  }
}

class TellHandedOut implements fc.Command<Places, Cursor> {
  check(): boolean {
    return true
  }
  run({ length, repeat, out }: Places, { queue }: Cursor): void {
    expect(handedOut(queue, length, repeat)).toEqual(
      new Set([...out].map((position) => indexAt(position, length, repeat))),
    )
  }
  toString(): string {
    return 'tell what is out'
  }
}

test('loses nothing, gives nothing twice, and gives in order, whatever is taken and given back', () => {
  const commands = fc.commands(
    [
      fc.constant(new Take()),
      fc.constant(new Take()),
      fc.nat(20).map((which) => new GiveBack(which)),
      fc.constant(new TellHandedOut()),
    ],
    { maxCommands: 60 },
  )
  const repeats = fc.constantFrom<RepeatMode>('none', 'last', 'all')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), repeats, commands, (length, repeat, steps) => {
      fc.modelRun(() => ({ model: { length, repeat, out: new Set<number>() }, real: { queue: freshQueue } }), steps)
    }),
    { numRuns: 500 },
  )
})
