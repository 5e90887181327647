/** A client that leaves ends its delivery, in whichever way and on whichever host. */
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type FixtureResponse, type LlmMock } from 'msw-llm'
import { hosts } from '#hosts'
import { watchedClock, type WatchedClock } from '../../support/clock.ts'
import { withHost } from '../../support/host.ts'
import { openaiOn, says } from '../../support/openai.ts'
import { ways, type Way } from './ways.ts'

const pace = { firstTokenMilliseconds: 1000, tokensPerSecond: 1 }

function mockOf(response: FixtureResponse): LlmMock & { readonly clock: WatchedClock } {
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('left', { responses: [response] }))
  return Object.assign(llm, { clock })
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** What a helper that waits for the whole throws, and a reader whose signal aborts. */
function expectedEnd({ name }: Way): string {
  if (name.includes('stream(), abort()')) return 'APIUserAbortError'
  return name.endsWith('its signal') || name.endsWith('abortSignal') ? 'DOMException' : 'quietly'
}

/** @note A loop over `@google/genai`'s stream that is left tells nobody. */
function isTold({ name }: Way): boolean {
  return name !== 'models.generateContentStream(), break'
}

for (const host of hosts) {
  for (const way of ways) {
    test(`${way.name} leaves a paced stream, on ${host.name}`, async () => {
      const llm = mockOf(text('One two three four.', { pace }))
      await withHost(host, llm, async (connection) => {
        let pieces = 0
        let leave: (() => void) | undefined
        let ended = 'reading'
        const reading = way
          .read(connection, () => pieces++, { now: () => pieces === 2, later: (later) => (leave = later) })
          .then(
            () => (ended = 'quietly'),
            (error: unknown) => (ended = (error as Error).constructor.name),
          )
        for (const count of [1, 2]) {
          await llm.clock.begun(count)
          await llm.clock.tick(1000)
          await until(() => pieces === count)
        }
        leave?.()
        await reading
        expect([pieces, ended]).toEqual([2, expectedEnd(way)])
        if (isTold(way)) await until(() => llm.summary().pending === 0)
        // What has been left makes no frame however long one waits; what nobody was told of is read on by MSW alone.
        const left = llm.journal[0]?.delivery
        await llm.clock.tick(10_000)
        expect(left).toEqual({
          transport: 'sse',
          framesTotal: expect.any(Number),
          framesSent: way.framesOfTwoPieces,
          terminalMarkerObserved: false,
          end: isTold(way) ? 'aborted' : 'pending',
        })
        if (isTold(way)) expect(llm.journal[0]?.delivery).toEqual(left)
        else if (host.readsAhead) await until(() => llm.journal[0]?.delivery.end === 'completed')
        else expect(llm.journal[0]?.delivery).toEqual(left)
      })
    })
  }

  test(`a loop that is left at [DONE] has read it all, on ${host.name}`, async () => {
    const llm = mockOf(text('One.'))
    await withHost(host, llm, async (connection) => {
      for await (const { choices } of await openaiOn(connection).chat.completions.create({
        ...says('Hi'),
        stream: true,
      })) {
        if (choices[0]?.finish_reason === 'stop') continue
      }
      await llm.settled()
      expect(llm.journal[0]?.delivery).toEqual({
        transport: 'sse',
        framesTotal: 4,
        framesSent: 4,
        terminalMarkerObserved: true,
        end: 'completed',
      })
    })
  })
}

test('a frame that was not whole when its client left does not count', async () => {
  const llm = mockOf(text('One.', { wire: { fragment: { size: 100 } } }))
  const body = JSON.stringify({ ...says('Hi'), stream: true })
  const response = await llm.fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body })
  const reader = response.body!.getReader()
  expect((await reader.read()).value?.length).toBe(100)
  await reader.cancel()
  expect(llm.journal[0]?.delivery).toEqual({
    transport: 'sse',
    framesTotal: 4,
    framesSent: 0,
    terminalMarkerObserved: false,
    end: 'aborted',
  })
})
