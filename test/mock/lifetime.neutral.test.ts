import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'
import { watchedClock, type WatchedClock } from '../support/clock.ts'
import { chatUrl, openaiOn, post, says } from '../support/openai.ts'

function slowMock(): { llm: LlmMock; clock: WatchedClock } {
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('slow', { responses: [text('One two three', { pace: { tokensPerSecond: 1 } })], repeat: 'last' }))
  return { llm, clock }
}

/** Reads a stream to its end, or to the error that ends it. */
async function read(llm: LlmMock): Promise<{ pieces: string[]; error: unknown }> {
  const pieces: string[] = []
  try {
    for await (const { choices } of await openaiOn(llm).chat.completions.create({ ...says('Hi'), stream: true })) {
      const content = choices[0]?.delta.content
      if (content) pieces.push(content)
    }
    return { pieces, error: null }
  } catch (error) {
    return { pieces, error }
  }
}

test.each([
  ['close()', (llm: LlmMock) => llm.close(), 'errored'],
  ['Symbol.dispose', (llm: LlmMock) => llm[Symbol.dispose](), 'errored'],
  ['reset()', (llm: LlmMock) => llm.reset(), undefined],
])('%s ends every answer on its way with a TypeError', async (_, end, journalled) => {
  const { llm, clock } = slowMock()
  const readings = [read(llm), read(llm)]
  await clock.begun(2)
  await clock.tick(0)
  await clock.begun(4)
  await clock.tick(1000)
  await clock.begun(6)
  end(llm)
  for (const { pieces, error } of await Promise.all(readings)) {
    expect(pieces).toEqual(['One', ' two'])
    expect(error).toBeInstanceOf(TypeError)
  }
  expect(llm.summary().pending).toBe(0)
  expect(llm.journal.map(({ delivery }) => delivery.end)).toEqual(
    journalled === undefined ? [] : [journalled, journalled],
  )
})

test('a mock goes on answering after close()', async () => {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('Still here.')] }))
  llm.close()
  expect((await openaiOn(llm).chat.completions.create(says('Hi'))).choices[0]?.message.content).toBe('Still here.')
})

test('`using` closes a mock', async () => {
  let outer: LlmMock
  let reading: Promise<{ error: unknown }>
  {
    const { llm, clock } = slowMock()
    using mock = llm
    outer = mock
    reading = read(mock)
    await clock.begun(1)
  }
  expect((await reading).error).toBeInstanceOf(TypeError)
  expect(outer.journal[0]!.delivery.end).toBe('errored')
})

test('settled() waits for delays, paced streams and unread requests, and not for a client that does not read', async () => {
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  const delayed = text('Delayed', { delayMilliseconds: 100 })
  const paced = text('One two', { pace: { firstTokenMilliseconds: 100 } })
  llm.use(scenario('queue', { responses: [delayed, paced, text('Unread')] }))

  let settled = false
  await llm.settled()

  const first = llm.fetch(chatUrl, post(says('Hi'))).then((response) => response.text())
  void llm.settled().then(() => (settled = true))
  await clock.begun(1)
  await clock.tick(99)
  expect(settled).toBe(false)
  await clock.tick(1)
  await first
  await llm.settled()
  expect(settled).toBe(true)

  settled = false
  const second = llm.fetch(chatUrl, post({ ...says('Hi'), stream: true })).then((response) => response.text())
  await clock.begun(2)
  await clock.tick(50)
  void llm.settled().then(() => (settled = true))
  await clock.tick(49)
  expect(settled).toBe(false)
  await clock.tick(1)
  await second
  await llm.settled()
  expect(settled).toBe(true)

  const unread = await llm.fetch(chatUrl, post({ ...says('Hi'), stream: true }))
  await llm.settled()
  expect(llm.journal[2]!.delivery).toMatchObject({ framesSent: 0, end: 'pending' })
  await unread.body!.cancel()
  expect(llm.journal[2]!.delivery).toMatchObject({ framesSent: 0, end: 'aborted' })
})

test('the stream class is a parameter, looked up at each call', async () => {
  let made = 0
  const CountedStream = new Proxy(ReadableStream, {
    construct(Stream, parameters) {
      made++
      return Reflect.construct(Stream, parameters) as ReadableStream
    },
  })
  const llm = createLlmMock({ ReadableStream: CountedStream })
  llm.use(scenario('any', { responses: [text('One')], repeat: 'last' }))
  await (await llm.fetch(chatUrl, post(says('Hi')))).text()
  expect(made).toBe(0)
  await (await llm.fetch(chatUrl, post({ ...says('Hi'), stream: true }))).text()
  expect(made).toBe(1)
})

test('a stream class that fails is a 409 that verify() reports, and no throw', async () => {
  const Broken = new Proxy(ReadableStream, {
    construct() {
      throw new Error('no streams here')
    },
  })
  const llm = createLlmMock({ ReadableStream: Broken })
  llm.use(scenario('any', { responses: [text('One')] }))
  const response = await llm.fetch(chatUrl, post({ ...says('Hi'), stream: true }))
  expect([response.status, response.headers.get('x-should-retry')]).toEqual([409, 'false'])
  expect(await response.json()).toEqual({
    error: {
      message: 'internal_error: msw-llm could not answer POST /openai/v1/chat/completions: Error: no streams here',
      type: 'invalid_request_error',
      param: null,
      code: 'internal_error',
    },
  })
  expect(() => llm.verify()).toThrow('no streams here')
})
