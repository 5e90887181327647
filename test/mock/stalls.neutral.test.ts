/** Streams that stop: for a while, for ever, and with a heartbeat. */
import { expect, test } from 'vitest'
import { createLlmMock, manualClock, scenario, text, type StreamDelivery } from 'msw-llm'
import { hosts } from '#hosts'
import { anthropicOn, says as asksClaude } from '../support/anthropic.ts'
import { withHost, type Connection, type TestHost } from '../support/host.ts'
import { collect, openaiOn, says } from '../support/openai.ts'

function stalled(
  streamDelivery: StreamDelivery,
): ReturnType<typeof createLlmMock> & { clock: ReturnType<typeof manualClock> } {
  const clock = manualClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('stalled', { responses: [text('One two three.', { streamDelivery })] }))
  return Object.assign(llm, { clock })
}

/** Text arrives after some turns of the event loop, and more of them behind a worker. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1))
}

async function read(
  connection: Connection,
): Promise<{ readonly seen: () => string; readonly done: Promise<unknown>; leave(): void }> {
  const stream = await openaiOn(connection).chat.completions.create({ ...says('Hi'), stream: true })
  let seen = ''
  const done = collect(stream, (pieces) => (seen = pieces.join('')))
  return { seen: () => seen, done, leave: () => stream.controller.abort() }
}

function testOnEach(name: string, run: (host: TestHost) => Promise<void>): void {
  for (const host of hosts) test(`${name}, on ${host.name}`, () => run(host))
}

testOnEach('a stall goes on when its time is over, and settled() waits for it', async (host) => {
  const llm = stalled({ fault: 'stall', afterFrame: 3, resumeAfterMilliseconds: 60_000 })
  await withHost(host, llm, async (connection) => {
    const { seen, done } = await read(connection)
    await until(() => seen() === 'One two')
    let settled = false
    const settling = llm.settled().then(() => (settled = true))
    await llm.clock.tick(59_999)
    expect([seen(), settled, llm.journal[0]?.delivery.framesSent]).toEqual(['One two', false, 3])
    await llm.clock.tick(1)
    await done
    await settling
    expect([seen(), llm.journal[0]?.delivery]).toEqual([
      'One two three.',
      { transport: 'sse', framesTotal: 6, framesSent: 6, terminalMarkerObserved: true, end: 'completed' },
    ])
  })
})

testOnEach(
  'a stall without an end waits for its client alone: settled() does not, and reset() ends it',
  async (host) => {
    const llm = stalled({ fault: 'stall', afterFrame: 2 })
    await withHost(host, llm, async (connection) => {
      const { seen, done } = await read(connection)
      await until(() => seen() === 'One')
      await llm.settled()
      expect(llm.summary().pending).toBe(1)
      const entry = (): unknown => llm.journal[0]?.delivery
      expect(entry()).toEqual({
        transport: 'sse',
        framesTotal: 6,
        framesSent: 2,
        terminalMarkerObserved: false,
        end: 'pending',
      })
      llm.close()
      await expect(done).rejects.toThrow(TypeError)
      expect([seen(), llm.summary().pending, (entry() as { end: string }).end]).toEqual(['One', 0, 'errored'])
    })
  },
)

testOnEach('a client that leaves a stall has left it', async (host) => {
  const llm = stalled({ fault: 'stall', afterFrame: 2 })
  await withHost(host, llm, async (connection) => {
    const { seen, done, leave } = await read(connection)
    await until(() => seen() === 'One')
    leave()
    await done
    await until(() => llm.summary().pending === 0)
    expect(llm.journal[0]?.delivery).toEqual({
      transport: 'sse',
      framesTotal: 6,
      framesSent: 2,
      terminalMarkerObserved: false,
      end: 'aborted',
    })
  })
})

testOnEach('a heartbeat keeps a stalled stream alive, and is no frame', async (host) => {
  const llm = stalled({ fault: 'stall', afterFrame: 2, resumeAfterMilliseconds: 35_000, heartbeatMilliseconds: 10_000 })
  await withHost(host, llm, async ({ fetch = globalThis.fetch }) => {
    const response = await fetch('https://api.openai.com/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ ...says('Hi'), stream: true }),
    })
    let bytes = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      const reader = response.body!.getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        bytes += decoder.decode(piece.value, { stream: true })
      }
    })()
    await until(() => bytes.includes('"One"'))
    const before = bytes.length
    for (const beats of [1, 2, 3]) {
      await llm.clock.tick(10_000)
      await until(() => bytes.length === before + beats * ': keep-alive\n\n'.length)
    }
    expect([bytes.slice(before), llm.journal[0]?.delivery.framesSent]).toEqual([': keep-alive\n\n'.repeat(3), 2])
    await llm.clock.tick(5000)
    await reading
    expect(bytes.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(llm.journal[0]?.delivery.framesSent).toBe(6)
  })
})

test('the heartbeat of Anthropic is its ping, which the client keeps to itself', async () => {
  const llm = stalled({ fault: 'stall', afterFrame: 4, heartbeatMilliseconds: 1000 })
  const stream = anthropicOn({ fetch: llm.fetch }).messages.stream(asksClaude('Hi'))
  const types: string[] = []
  stream.on('streamEvent', ({ type }) => types.push(type))
  let seen = ''
  stream.on('text', (piece) => (seen += piece))
  const failed = stream.done().catch((error: unknown) => (error as Error).constructor.name)
  await until(() => seen === 'One')
  for (let beats = 0; beats < 5; beats++) await llm.clock.tick(1000)
  await llm.settled()
  expect([seen, types]).toEqual(['One', ['message_start', 'content_block_start', 'content_block_delta']])
  llm.close()
  expect(await failed).toBe('AnthropicError')
})

testOnEach('a stall before the first frame and one behind the last hold up what comes then', async (host) => {
  for (const [afterFrame, shown] of [
    [0, ''],
    [6, 'One two three.'],
  ] as const) {
    const llm = stalled({ fault: 'stall', afterFrame, resumeAfterMilliseconds: 1000 })
    await withHost(host, llm, async (connection) => {
      const { fetch = globalThis.fetch } = connection
      let isRead = false
      // Not in two steps: msw 3 hands the headers over with the first bytes of the body.
      const reading = fetch('https://api.openai.com/v1/chat/completions', {
        method: 'POST',
        body: JSON.stringify({ ...says('Hi'), stream: true }),
      })
        .then((response) => response.text())
        .finally(() => (isRead = true))
      await until(() => llm.journal[0]?.delivery.framesSent === afterFrame)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect([isRead, llm.journal[0]?.delivery.end]).toEqual([false, 'pending'])
      await llm.clock.tick(1000)
      const body = await reading
      expect([body.includes(' three.'), shown === '' || body.includes('[DONE]')]).toEqual([true, true])
    })
  }
})
