import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pace } from 'msw-llm'
import type { Frame } from '../../src/delivery/frame.ts'
import { waitsOf } from '../../src/delivery/pace.ts'

const role: Frame = { data: 'role' }
const content: Frame = { data: 'content', role: 'content' }
const finish: Frame = { data: 'finish' }
const done: Frame = { data: '[DONE]', role: 'terminal' }

/** The waits before the frames of a stream with so many pieces of content. */
function waits(pace: Pace | null, pieces: number): readonly (number | null)[] {
  return [role, ...Array.from({ length: pieces }, () => content), finish, done].map(waitsOf(pace))
}

test('waits before no frame where there is no pace', () => {
  expect(waits(null, 3)).toEqual([null, null, null, null, null, null])
})

test('waits for the first token before the first content frame, and not before the role', () => {
  expect(waits({ firstTokenMilliseconds: 250 }, 3)).toEqual([null, 250, null, null, null, null])
})

test('spaces content frames by the tokens of a second, and no others', () => {
  expect(waits({ tokensPerSecond: 50 }, 4)).toEqual([null, 0, 20, 20, 20, null, null])
  expect(waits({ tokensPerSecond: 3 }, 2)).toEqual([null, 0, 1000 / 3, null, null])
})

test('adds jitter to the gaps in turn, from the first again when it is used up', () => {
  expect(waits({ tokensPerSecond: 100, jitter: [1, -2, 5] }, 6)).toEqual([null, 0, 11, 8, 15, 11, 8, null, null])
})

test('never lets a gap fall below nothing', () => {
  expect(waits({ tokensPerSecond: 100, jitter: [-10, -11, 3] }, 4)).toEqual([null, 0, 0, 0, 13, null, null])
})

test('takes jitter for the gaps where no speed is given', () => {
  expect(waits({ jitter: [5, 0] }, 4)).toEqual([null, 0, 5, 0, 5, null, null])
})

test('leaves jitter away from the first token', () => {
  expect(waits({ firstTokenMilliseconds: 7, jitter: [100] }, 2)).toEqual([null, 7, 100, null, null])
})

test('spaces a last piece that is the end mark too', () => {
  const last: Frame = { data: 'content', role: 'final-content' }
  expect([content, last].map(waitsOf({ firstTokenMilliseconds: 7, tokensPerSecond: 50 }))).toEqual([7, 20])
  expect([last].map(waitsOf({ firstTokenMilliseconds: 7 }))).toEqual([7])
})

test('waits nowhere but before content where there is none', () => {
  expect(waits({ firstTokenMilliseconds: 7, tokensPerSecond: 1 }, 0)).toEqual([null, null, null])
})

test('counts anew in each stream', () => {
  const pace: Pace = { tokensPerSecond: 100, jitter: [1, 2] }
  expect([waits(pace, 3), waits(pace, 3)]).toEqual([
    [null, 0, 11, 12, null, null],
    [null, 0, 11, 12, null, null],
  ])
})

test('takes as long for n content frames as its parts add up to', () => {
  const paces = fc.record(
    {
      firstTokenMilliseconds: fc.nat(1000),
      tokensPerSecond: fc.double({ min: 0.1, max: 1000, noNaN: true }),
      jitter: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(paces, fc.integer({ min: 1, max: 50 }), (pace, pieces) => {
      const total = waits(pace, pieces).reduce<number>((sum, wait) => sum + (wait ?? 0), 0)
      const { firstTokenMilliseconds = 0, tokensPerSecond = Infinity, jitter = [0] } = pace
      let expected = firstTokenMilliseconds + ((pieces - 1) * 1000) / tokensPerSecond
      for (let gap = 0; gap < pieces - 1; gap++) expected += jitter[gap % jitter.length]!
      expect(total).toBeCloseTo(expected, 3)
    }),
  )
})

test('keeps a gap within what a timer can hold, beyond which it would be over at once', () => {
  expect(waits({ tokensPerSecond: 1e-9 }, 2)).toEqual([null, 0, 2_147_483_647, null, null])
})
