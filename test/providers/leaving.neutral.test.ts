/** Clients that leave: before the headers, during a gap, between frames, after the end mark. */
import { expect, test, vi } from 'vitest'
import {
  createLlmMock,
  manualClock,
  scenario,
  text,
  type FixtureFunction,
  type FixtureResponse,
  type LlmMock,
  type ManualClock,
} from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import { chatUrl, collect, openaiOn, post, says } from '../support/openai.ts'

function mockOf(...responses: FixtureResponse[]): { llm: LlmMock; clock: ManualClock } {
  const clock = manualClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('leaving', { responses }))
  return { llm, clock }
}

const paced = text('One two three four', { pace: { firstTokenMilliseconds: 100, tokensPerSecond: 10 } })

/** Its first response has a delay, and tells when a request has come to wait for it. */
function mockWithDelay(): { llm: LlmMock; clock: ManualClock; arrivals: string[] } {
  const clock = manualClock()
  const llm = createLlmMock({ clock })
  const arrivals: string[] = []
  const first: FixtureFunction = ({ route }) => {
    arrivals.push(route)
    return text('First', { delayMilliseconds: 1000 })
  }
  llm.use(scenario('leaving', { responses: [first, text('Second')] }))
  return { llm, clock, arrivals }
}

/** Moves the clock on while a client waits or reads. */
async function tickUntil(clock: ManualClock, done: () => boolean): Promise<void> {
  for (let ticks = 0; !done() && ticks < 100; ticks++) await clock.tick(100)
}

/** Moves the clock on frame by frame, and lets the client read each before the next. */
async function tickAsRead(clock: ManualClock, llm: LlmMock, pieces: readonly string[], count: number): Promise<void> {
  for (let expected = 1; expected <= count; expected++) {
    while ((llm.journal[0]?.delivery.framesSent ?? 0) < expected + 1) await clock.tick(100)
    await vi.waitFor(() => expect(pieces.length).toBe(expected))
  }
}

for (const host of hosts) {
  const testWhereNoticed = host.noticesEarlyLeave ? test : () => {}
  const testWhereUnnoticed = host.noticesEarlyLeave ? () => {} : test

  test(`${host.name}: a stop button ends a paced stream, and no further frame is made`, async () => {
    const { llm, clock } = mockOf(paced)
    await withHost(host, llm, async (connection) => {
      const stream = await openaiOn(connection).chat.completions.create({ ...says('Hi'), stream: true })
      const pieces: string[] = []
      const reading = collect(stream, (read) => pieces.splice(0, Infinity, ...read))
      await tickAsRead(clock, llm, pieces, 2)
      stream.controller.abort()
      expect(await reading).toEqual(['One', ' two'])
      await vi.waitFor(() => expect(llm.summary().pending).toBe(0))
      const { framesSent, terminalMarkerObserved, end } = llm.journal[0]!.delivery
      expect({ framesSent, terminalMarkerObserved, end }).toEqual({
        framesSent: 3,
        terminalMarkerObserved: false,
        end: 'aborted',
      })
      await clock.tick(10_000)
      expect(llm.journal[0]!.delivery.framesSent).toBe(3)
    })
  })

  test(`${host.name}: leaving the loop over a paced stream is an abort`, async () => {
    const { llm, clock } = mockOf(paced)
    await withHost(host, llm, async (connection) => {
      const stream = await openaiOn(connection).chat.completions.create({ ...says('Hi'), stream: true })
      const pieces: string[] = []
      const reading = (async () => {
        for await (const { choices } of stream) {
          const content = choices[0]?.delta.content
          if (content) pieces.push(content)
          if (pieces.length === 2) break
        }
      })()
      await tickAsRead(clock, llm, pieces, 2)
      await reading
      await vi.waitFor(() => expect(llm.summary().pending).toBe(0))
      expect(llm.journal[0]!.delivery).toMatchObject({ framesSent: 3, end: 'aborted' })
    })
  })

  test(`${host.name}: an abort during a long gap ends the delivery at once`, async () => {
    const { llm, clock } = mockOf(text('One two', { pace: { tokensPerSecond: 0.001 } }))
    await withHost(host, llm, async (connection) => {
      const stream = await openaiOn(connection).chat.completions.create({ ...says('Hi'), stream: true })
      const pieces: string[] = []
      const reading = collect(stream, (read) => pieces.splice(0, Infinity, ...read))
      await tickAsRead(clock, llm, pieces, 1)
      stream.controller.abort()
      expect(await reading).toEqual(['One'])
      await vi.waitFor(() => expect(llm.summary().pending).toBe(0))
      expect(llm.journal[0]!.delivery).toMatchObject({ framesSent: 2, end: 'aborted' })
    })
  })

  test(`${host.name}: a client that stops after [DONE] has completed`, async () => {
    const { llm } = mockOf(text('One two'))
    await withHost(host, llm, async (connection) => {
      const stream = await openaiOn(connection).chat.completions.create({ ...says('Hi'), stream: true })
      expect(await collect(stream)).toEqual(['One', ' two'])
      await llm.settled()
      expect(llm.journal[0]!.delivery).toMatchObject({ framesSent: 5, terminalMarkerObserved: true, end: 'completed' })
    })
  })

  testWhereNoticed(
    `${host.name}: a request cancelled during its delay gives its response back to its place`,
    async () => {
      const { llm, clock, arrivals } = mockWithDelay()
      await withHost(host, llm, async (connection) => {
        const client = openaiOn(connection, { maxRetries: 0 })
        const controller = new AbortController()
        const cancelled = client.chat.completions.create(says('Hi'), { signal: controller.signal })
        const outcome = cancelled.catch((error: Error) => error.constructor.name)
        await tickUntil(clock, () => arrivals.length === 1)
        controller.abort()
        expect(await outcome).toBe('APIUserAbortError')
        await llm.settled()
        expect(llm.journal).toEqual([])

        const next = client.chat.completions.create(says('Hi'))
        await tickUntil(clock, () => llm.journal.length === 1)
        expect((await next).choices[0]?.message.content).toBe('First')
        expect((await client.chat.completions.create(says('Hi'))).choices[0]?.message.content).toBe('Second')
      })
    },
  )

  testWhereUnnoticed(
    `${host.name}: a request cancelled during its delay is not noticed, and its response is used up`,
    async () => {
      const { llm, clock, arrivals } = mockWithDelay()
      await withHost(host, llm, async (connection) => {
        const client = openaiOn(connection, { maxRetries: 0 })
        const controller = new AbortController()
        const cancelled = client.chat.completions.create(says('Hi'), { signal: controller.signal })
        const outcome = cancelled.catch((error: Error) => error.constructor.name)
        await tickUntil(clock, () => arrivals.length === 1)
        controller.abort()
        expect(await outcome).toBe('APIUserAbortError')
        await tickUntil(clock, () => llm.journal.length === 1)
        expect(llm.journal.map(({ response, delivery }) => [response.content, delivery.end])).toEqual([
          ['First', 'completed'],
        ])
        expect((await client.chat.completions.create(says('Hi'))).choices[0]?.message.content).toBe('Second')
      })
    },
  )

  test(`${host.name}: a client that reads nothing leaves the stream waiting, and settled() does not wait for it`, async () => {
    const { llm } = mockOf(text('One two'))
    await withHost(host, llm, async ({ fetch: own }) => {
      const response = await (own ?? fetch)(chatUrl, post({ ...says('Hi'), stream: true }))
      await llm.settled()
      await response.body!.cancel()
      await llm.settled()
      expect(['completed', 'aborted']).toContain(llm.journal[0]!.delivery.end)
    })
  })
}
