/** Callers at the same time get the responses of a queue in its order, and each its own. */
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'
import { watchedClock, type WatchedClock } from '../../support/clock.ts'
import { askAt, doors } from '../../support/doors.ts'

const orders: readonly (readonly [string, (index: number, count: number) => number])[] = [
  ['the first waits longest', (index, count) => (count - index) * 100],
  ['the last waits longest', (index) => (index + 1) * 100],
  ['every other one waits longer', (index, count) => (index % 2 === 0 ? count - index : index + count) * 100],
]

/** As many responses as delays. */
function mockOf(delays: readonly number[]): { llm: LlmMock; clock: WatchedClock } {
  const clock = watchedClock()
  const responses = delays.map((delayMilliseconds, index) => text(`Answer ${index}`, { delayMilliseconds }))
  return { llm: createLlmMock({ clock, config: { chatScenarios: [scenario('queue', { responses })] } }), clock }
}

const crowds = doors.flatMap((door) =>
  [2, 3, 10].flatMap((count) => orders.map(([order, delayOf]) => ({ name: door.name, door, count, order, delayOf }))),
)

test.for(crowds)(
  '$name: $count at once, where $order: each gets its own, in order, and one more a 409',
  async (crowd) => {
    const { door, count, delayOf } = crowd
    const indexes = Array.from({ length: count }, (_, index) => index)
    const { llm, clock } = mockOf(indexes.map((index) => delayOf(index, count)))
    const answers = Promise.all(indexes.map(() => askAt(llm, door)))
    await clock.begun(count)
    // Whoever finds reserved ones only.
    expect(await askAt(llm, door)).toBe('scenario_exhausted')
    await clock.tick(10_000)
    expect(await answers).toEqual(indexes.map((index) => `Answer ${index}`))
    expect(await askAt(llm, door)).toBe('scenario_exhausted')
    await llm.settled()
    const told = llm.journal.map(({ sequence, response: { index, code } }) => [sequence, index, code])
    expect(told).toEqual([
      ...indexes.map((index) => [index + 1, index, null]),
      [count + 1, null, 'scenario_exhausted'],
      [count + 2, null, 'scenario_exhausted'],
    ])
  },
)

test.for(doors)('$name: the first of three leaves, and its response goes to the next who asks', async (door) => {
  const { llm, clock } = mockOf([300, 100, 200])
  const leaving = new AbortController()
  const first = askAt(llm, door, 'Hi', { signal: leaving.signal }).catch((error: Error) => error.name)
  const others = [askAt(llm, door), askAt(llm, door)]
  await clock.begun(3)
  expect(await askAt(llm, door)).toBe('scenario_exhausted')
  leaving.abort()
  expect(await first).toBe('AbortError')
  const next = askAt(llm, door)
  await clock.begun(4)
  expect(await askAt(llm, door)).toBe('scenario_exhausted')
  await clock.tick(300)
  expect(await Promise.all([...others, next])).toEqual(['Answer 1', 'Answer 2', 'Answer 0'])
  await llm.settled()
  expect(llm.journal.map(({ sequence, response: { index, code } }) => [sequence, index, code])).toEqual([
    [2, 1, null],
    [3, 2, null],
    [4, null, 'scenario_exhausted'],
    [5, 0, null],
    [6, null, 'scenario_exhausted'],
  ])
  expect(llm.summary().unused).toBe(0)
})

test.for(doors)('$name: callers of a function that ends in another order get the responses in order', async (door) => {
  const ends: (() => void)[] = []
  const llm = createLlmMock()
  const inFunction = (content: string) => async () => {
    await new Promise<void>((resolve) => ends.push(resolve))
    return text(content)
  }
  llm.use(scenario('queue', { responses: ['One', 'Two', 'Three'].map(inFunction) }))
  const answers = Promise.all([askAt(llm, door), askAt(llm, door), askAt(llm, door)])
  await expect.poll(() => ends.length, { interval: 1 }).toBe(3)
  for (const end of ends.toReversed()) end()
  expect(await answers).toEqual(['One', 'Two', 'Three'])
})
