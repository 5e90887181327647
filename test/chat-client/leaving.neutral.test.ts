/** Calls that are ended from outside: by their signal, or by a loop that is left. */
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { hosts } from '#hosts'
import { watchedClock } from '../support/clock.ts'
import { withHost } from '../support/host.ts'
import { hi, ways } from './read.ts'
import { clientOf, targets } from './targets.ts'

const content = 'One two three four five six seven eight nine ten.'
const reason = new Error('The user has enough.')

for (const host of hosts) {
  for (const target of targets) {
    test(`${target.route}: a loop that is left cancels the answer, on ${host.name}`, async () => {
      const llm = createLlmMock()
      llm.use(scenario('long', { responses: [text(content, { pace: { tokensPerSecond: 100 } })] }))
      await withHost(host, llm, async (connection) => {
        for await (const update of clientOf(target, connection).streamResponse(hi)) {
          expect(update).toEqual({ type: 'text-delta', text: 'One' })
          break
        }
        await llm.settled()
        const { end, framesSent, framesTotal } = llm.journal[0]!.delivery
        expect([end, framesSent < framesTotal]).toEqual(['aborted', true])
      })
    })

    test(`${target.route}: a signal aborts a stream with its reason, on ${host.name}`, async () => {
      const llm = createLlmMock()
      llm.use(scenario('long', { responses: [text(content, { pace: { tokensPerSecond: 100 } })] }))
      await withHost(host, llm, async (connection) => {
        const controller = new AbortController()
        const read = async (): Promise<void> => {
          const { signal } = controller
          for await (const _ of clientOf(target, connection).streamResponse(hi, { signal })) controller.abort(reason)
        }
        expect(await read().catch((error: unknown) => error)).toBe(reason)
        await llm.settled()
        expect(llm.journal[0]!.delivery.end).toBe('aborted')
      })
    })

    for (const { name, ask } of ways) {
      test(`${target.route}: a signal aborts the wait for an answer with its reason, ${name}, on ${host.name}`, async () => {
        const clock = watchedClock()
        const llm = createLlmMock({ clock })
        llm.use(scenario('slow', { responses: [text('Late.', { delayMilliseconds: 1000 })] }))
        await withHost(host, llm, async (connection) => {
          const controller = new AbortController()
          const answer = ask(clientOf(target, connection), hi, { signal: controller.signal })
          const thrown = answer.catch((error: unknown) => error)
          await clock.begun(1)
          controller.abort(reason)
          expect(await thrown).toBe(reason)
          await clock.runAll()
        })
      })
    }
  }

  test(`a signal that is aborted already sends nothing, on ${host.name}`, async () => {
    const llm = createLlmMock()
    await withHost(host, llm, async (connection) => {
      for (const { ask } of ways) {
        const answer = ask(clientOf(targets[0]!, connection), hi, { signal: AbortSignal.abort(reason) })
        expect(await answer.catch((error: unknown) => error)).toBe(reason)
      }
      expect(llm.journal).toEqual([])
    })
  })
}

test('an abort ends a read that waits, also where the signal never reaches whoever fills the body', async () => {
  for (const { ask } of ways) {
    let cancelled: unknown
    const body = new ReadableStream<Uint8Array>({ cancel: (given) => void (cancelled = given) })
    const controller = new AbortController()
    const deaf = async (): Promise<Response> => new Response(body)
    const answer = ask(clientOf(targets[0]!, { fetch: deaf }), hi, { signal: controller.signal })
    const thrown = answer.catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve))
    controller.abort(reason)
    expect([await thrown, cancelled]).toEqual([reason, reason])
  }
})

test('an answer that comes behind an abort is cancelled', async () => {
  for (const { ask } of ways) {
    let cancelled: unknown
    const controller = new AbortController()
    const late = async (): Promise<Response> => {
      controller.abort(reason)
      return new Response(new ReadableStream<Uint8Array>({ cancel: (given) => void (cancelled = given) }))
    }
    const answer = ask(clientOf(targets[0]!, { fetch: late }), hi, { signal: controller.signal })
    expect([await answer.catch((error: unknown) => error), cancelled]).toEqual([reason, reason])
  }
})

test('an abort between two updates is noticed before the next one', async () => {
  const llm = createLlmMock()
  llm.use(scenario('short', { responses: [text(content)] }))
  const controller = new AbortController()
  const { signal } = controller
  const updates = clientOf(targets[0]!, { fetch: llm.fetch }).streamResponse(hi, { signal })[Symbol.asyncIterator]()
  expect((await updates.next()).value).toEqual({ type: 'text-delta', text: 'One' })
  controller.abort(reason)
  expect(await updates.next().catch((error: unknown) => error)).toBe(reason)
  expect(await updates.next()).toEqual({ done: true, value: undefined })
})

test('nothing is sent before the loop begins', async () => {
  const llm = createLlmMock()
  clientOf(targets[0]!, { fetch: llm.fetch }).streamResponse(hi)
  await new Promise((resolve) => setTimeout(resolve))
  expect(llm.journal).toEqual([])
})
