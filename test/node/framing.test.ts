/** What a streamed response needs on msw 3, which writes it through a mocked socket. The same tests hold on msw 2. */
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLlmMock, manualClock, scenario, text } from 'msw-llm'
import { failOnUnhandled, mswMajor } from '#hosts'
import { chatUrl, post, says } from '../support/openai.ts'

const clock = manualClock()
const llm = createLlmMock({ clock })
const server = setupServer(...llm.handlers)
const streamed = { ...says('Hi'), stream: true }

beforeEach(() => server.listen(failOnUnhandled))
afterEach(() => {
  llm.reset()
  server.close()
})

/** Reads until the end or the error, and returns what came. */
async function readAll(response: Response): Promise<{ text: string; error: unknown }> {
  const decoder = new TextDecoder()
  let received = ''
  try {
    for await (const bytes of response.body!) received += decoder.decode(bytes, { stream: true })
    return { text: received, error: null }
  } catch (error) {
    return { text: received, error }
  }
}

test('every body is framed: streams, JSON and errors', async () => {
  llm.use(scenario('two', { responses: [text('One'), text('Two')] }))
  const framing: unknown[] = []
  for (const body of [streamed, says('Hi'), '{']) {
    const response = await fetch(chatUrl, post(body))
    await response.text()
    framing.push([response.status, response.headers.get('transfer-encoding')])
  }
  expect(framing).toEqual([
    [200, 'chunked'],
    [200, 'chunked'],
    [400, 'chunked'],
  ])
})

/** @note Without the header undici asserts here, and the process dies. */
test('an abort while a read is pending rejects that read, and nothing crashes', async () => {
  llm.use(scenario('slow', { responses: [text('One two', { pace: { tokensPerSecond: 1 } })] }))
  const controller = new AbortController()
  const response = await fetch(chatUrl, post(streamed, { signal: controller.signal }))
  const reading = readAll(response)
  await clock.tick(0)
  controller.abort()
  const { error } = await reading
  expect(error).toMatchObject({ name: 'AbortError' })
})

/** @note Without the header a body of 128 KB or more meets an assertion of undici's when its reader is slow. */
test('a slow reader of a large stream gets all of it', async () => {
  const chunks = Array.from({ length: 400 }, (_, index) => `${index} ${'x'.repeat(1000)}`)
  llm.use(scenario('large', { responses: [text(chunks.join(''), { streamChunks: chunks })] }))
  const response = await fetch(chatUrl, post(streamed))
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let received = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    received += decoder.decode(read.value, { stream: true })
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const contents = received
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map(
      (event) =>
        (JSON.parse(event.slice(6)) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '',
    )
  expect(contents.join('')).toBe(chunks.join(''))
})

/** @note Without the header msw 3 turns the error into a clean end. */
test('a delivery that is broken off fails the read, after exactly the frames that were sent', async () => {
  llm.use(scenario('slow', { responses: [text('One two three', { pace: { tokensPerSecond: 1 } })] }))
  const response = await fetch(chatUrl, post(streamed))
  const reading = readAll(response)
  await clock.tick(1000)
  llm.close()
  const { text: received, error } = await reading
  expect(error).toBeInstanceOf(TypeError)
  expect(received.match(/^data: /gm)).toHaveLength(3)
  expect(llm.journal[0]!.delivery).toEqual({
    transport: 'sse',
    framesTotal: 6,
    framesSent: 3,
    terminalMarkerObserved: false,
    end: 'errored',
  })
})

/** @note "Sent" is not "read": this is why pace comes from the clock and never from the reader. */
test(`msw ${mswMajor} ${mswMajor === 3 ? 'drains an unpaced stream that nobody reads' : 'leaves an unpaced stream alone until somebody reads'}`, async () => {
  llm.use(scenario('quick', { responses: [text('One two three')] }))
  const response = await fetch(chatUrl, post(streamed))
  await llm.settled()
  const { framesSent, end } = llm.journal[0]!.delivery
  expect({ drained: framesSent === 6, end }).toEqual({
    drained: mswMajor === 3,
    end: mswMajor === 3 ? 'completed' : 'pending',
  })
  await response.body!.cancel()
})

/** @note Clients must parse events, not reads. A turn of the event loop between frames would keep them apart, and cost half as much again. */
test('frames that are ready together may come in one read, paced ones come apart', async () => {
  const pace = { firstTokenMilliseconds: 10, tokensPerSecond: 10 }
  llm.use(scenario('both', { responses: [text('One two three'), text('One two three', { pace })] }))
  const reads = async (): Promise<number> => {
    const response = await fetch(chatUrl, post(streamed))
    let count = 0
    for await (const _ of response.body!) count++
    return count
  }
  expect(await reads()).toBeLessThanOrEqual(mswMajor === 3 ? 5 : 6)
  const paced = reads()
  await clock.tick(1000)
  // Role frame · one · two · three, which brings finish and [DONE] with it on msw 3.
  expect(await paced).toBeGreaterThanOrEqual(4)
})

/** @note Without the header msw 3 leaves undici's parser paused, which asserts when the server closes, or at a collection. */
test.each(['unread', 'begun'])('a large JSON body that stays %s harms nobody', async (how) => {
  llm.use(scenario('large', { responses: [text('x'.repeat(200_000))] }))
  const response = await fetch(chatUrl, post(says('Hi')))
  if (how === 'begun') await response.body!.getReader().read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  server.close()
  await new Promise((resolve) => setTimeout(resolve, 20))
  server.listen(failOnUnhandled)
  expect(llm.journal[0]!.delivery.end).toBe('completed')
})

test('headers as long as a fixture may have them arrive', async () => {
  const headers = { 'x-long': 'a'.repeat(6138) }
  llm.use(
    scenario('long', { responses: [{ headers, error: { status: 500, headers: { 'x-more': 'b'.repeat(6138) } } }] }),
  )
  const response = await fetch(chatUrl, post(says('Hi')))
  expect([response.status, response.headers.get('x-long')?.length, response.headers.get('x-more')?.length]).toEqual([
    500, 6138, 6138,
  ])
})

test('a request whose body never ends can be left', async () => {
  const controller = new AbortController()
  const body = new ReadableStream({ start: (own) => own.enqueue(new TextEncoder().encode('{')) })
  const left = fetch(chatUrl, { method: 'POST', body, duplex: 'half', signal: controller.signal } as RequestInit)
  setTimeout(() => controller.abort(), 20)
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  await llm.settled()
  expect(llm.summary()).toMatchObject({ total: 0, pending: 0, unmatched: 0 })
})

test(`msw ${mswMajor} hands the headers over ${mswMajor === 3 ? 'with the first bytes of the body' : 'at once'}`, async () => {
  const streamDelivery = { fault: 'stall', afterFrame: 0, resumeAfterMilliseconds: 1000 } as const
  llm.use(scenario('late', { responses: [text('Hi.', { streamDelivery })] }))
  let hasHeaders = false
  const response = fetch(chatUrl, post(streamed)).finally(() => (hasHeaders = true))
  const reading = response.then(readAll)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([hasHeaders, llm.journal[0]?.delivery.end]).toEqual([mswMajor !== 3, 'pending'])
  await clock.tick(1000)
  expect((await reading).text).toContain('[DONE]')
})
