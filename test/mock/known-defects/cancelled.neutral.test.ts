/** A request that was cancelled before its headers has taken nothing. */
import { expect, test } from 'vitest'
import {
  conversation,
  createLlmMock,
  scenario,
  text,
  userContains,
  type FixtureFunction,
  type LlmMock,
  type ScenarioResponse,
} from 'msw-llm'
import { watchedClock, type WatchedClock } from '../../support/clock.ts'
import { askAt, dialogue, doors, doorsOf, type Door } from '../../support/doors.ts'

interface Waiting {
  readonly llm: LlmMock
  /** Asks, and leaves when the request has come to wait. */
  cancelled(door: Door, said: string, more?: object): Promise<unknown>
  /** Asks, and lets the time pass that the answer needs. */
  answered(door: Door, said: Parameters<typeof askAt>[2], more?: object): Promise<string>
}

const ways = ['its delay', 'a function'] as const

/** Every response waits: in its delay, or in a function that does not look at its signal the first time. */
function mockThatWaits(
  way: (typeof ways)[number],
  configure: (wait: (content: string) => ScenarioResponse) => Parameters<typeof createLlmMock>[0],
): Waiting {
  const clock: WatchedClock = watchedClock()
  let calls = 0
  const wait = (content: string): ScenarioResponse => {
    if (way === 'its delay') return text(content, { delayMilliseconds: 1000 })
    const inFunction: FixtureFunction = async () => {
      if (++calls === 1) await new Promise(() => {})
      return text(content)
    }
    return inFunction
  }
  const llm = createLlmMock({ clock, ...configure(wait) })
  let sleeps = 0
  return {
    llm,
    async cancelled(door, said, more) {
      const controller = new AbortController()
      const request = askAt(llm, door, said, { signal: controller.signal }, more)
      const outcome = request.catch((error: Error) => error.name)
      if (way === 'its delay') await clock.begun(++sleeps)
      else await expect.poll(() => calls, { interval: 1 }).toBe(1)
      controller.abort()
      return outcome
    },
    async answered(door, said, more) {
      const request = askAt(llm, door, said, {}, more)
      if (way === 'a function') return request
      const over = new AbortController()
      void request.finally(() => over.abort())
      while (!over.signal.aborted) await clock.tick(1000)
      return request
    },
  }
}

const cases = doors.flatMap((door) => ways.map((way) => ({ ...door, way, door })))

test.for(cases)('$name: a request cancelled in $way leaves its queue as it was', async ({ door, way }) => {
  const { llm, cancelled, answered } = mockThatWaits(way, (wait) => ({
    config: { chatScenarios: [scenario('queue', { responses: [wait('First'), wait('Second')] })] },
  }))
  const fresh = llm.summary()
  expect(await cancelled(door, 'Hi')).toBe('AbortError')
  await llm.settled()
  expect([llm.journal, llm.summary()]).toEqual([[], fresh])
  expect([await answered(door, 'Hi'), await answered(door, 'Hi'), await answered(door, 'Hi')]).toEqual([
    'First',
    'Second',
    'scenario_exhausted',
  ])
})

test.for(cases)('$name: a request cancelled in $way leaves its conversation as it was', async ({ door, way }) => {
  const { llm, cancelled, answered } = mockThatWaits(way, (wait) => ({
    config: {
      chatScenarios: [
        conversation('dialogue', {
          steps: [
            { id: 'ask', match: { messages: [{ content: 'table', last: true }] }, response: wait('For how many?') },
            { id: 'book', after: 'ask', match: userContains('two'), response: wait('Booked.') },
          ],
        }),
      ],
    },
  }))
  expect(await cancelled(door, 'A table.')).toBe('AbortError')
  await llm.settled()
  expect([llm.journal, llm.summary().unused]).toEqual([[], 2])
  const further = dialogue('A table.', 'For how many?', 'For two.')
  // The turn was not committed: nothing goes on from it, and it is no replay when it comes.
  expect([
    await answered(door, further),
    await answered(door, 'A table.'),
    await answered(door, further),
    await answered(door, 'A table.'),
  ]).toEqual(['fixture_not_found', 'For how many?', 'Booked.', 'For how many?'])
  expect(llm.journal.map(({ response: { step, replayed } }) => [step, replayed])).toEqual([
    [null, false],
    ['ask', false],
    ['book', false],
    ['ask', true],
  ])
})

/** Long enough for the cache of any provider. */
const prompt = 'One word more. '.repeat(1500)
const caching = cases.filter(
  ({ route }) => !route.startsWith('POST /microsoft-foundry/chat') && !route.includes('/models/chat'),
)

test.for(caching)('$name: a request cancelled in $way has not filled the prompt cache', async ({ door, way }) => {
  const { llm, cancelled, answered } = mockThatWaits(way, (wait) => ({
    config: { chatScenarios: [scenario('queue', { responses: [wait('First'), wait('Second')] })] },
  }))
  expect(await cancelled(door, prompt, door.caching)).toBe('AbortError')
  await answered(door, prompt, door.caching)
  await answered(door, prompt, door.caching)
  const read = llm.journal.map(({ response: { usage } }) => usage.cachedInputTokens)
  expect([read.length, read[0], read[1]! > 4096]).toEqual([2, 0, true])
})

const storing = cases.filter(({ format }) => format === 'responses')

test.for(storing)('$name: a request cancelled in $way has stored no response', async ({ door, way }) => {
  const { cancelled, answered } = mockThatWaits(way, (wait) => ({
    config: {
      capacities: { storedResponses: 1 },
      chatScenarios: [scenario('queue', { responses: [wait('First'), wait('Second')] })],
    },
  }))
  expect(await cancelled(door, 'Hi')).toBe('AbortError')
  // There is room for one.
  expect([await answered(door, 'Hi'), await answered(door, 'Hi')]).toEqual(['First', 'response_capacity_exceeded'])
})

test.for(doorsOf('responses'))('$name: what a cancelled request was to go on from is still there', async (door) => {
  const { llm, cancelled, answered } = mockThatWaits('its delay', (wait) => ({
    config: {
      chatScenarios: [
        conversation('dialogue', {
          steps: [
            { id: 'ask', response: text('For how many?') },
            { id: 'book', after: 'ask', response: wait('Booked.') },
          ],
        }),
      ],
    },
  }))
  const json = { ...door, stream: false }
  await askAt(llm, json, 'A table.')
  const id = `resp_${'1'.padStart(50, '0')}`
  expect(await cancelled(door, 'For two.', { previous_response_id: id })).toBe('AbortError')
  expect(await answered(door, 'For two.', { previous_response_id: id })).toBe('Booked.')
  expect(llm.journal.map(({ response: { step, replayed } }) => [step, replayed])).toEqual([
    ['ask', false],
    ['book', false],
  ])
})
