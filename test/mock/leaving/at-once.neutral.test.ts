/** A client that leaves before its request has been taken in. */
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type FixtureFunction, type LlmMock } from 'msw-llm'
import { chatUrl, post, says } from '../../support/openai.ts'

function conversation(response: FixtureFunction): LlmMock {
  return createLlmMock({ config: { chatScenarios: [{ id: 'c', steps: [{ id: 'a', response }] }] } })
}

async function nameOfEnd(response: Promise<Response>): Promise<string> {
  return response.then(
    () => 'answered',
    (error: Error) => error.name,
  )
}

const microtasks = Array.from({ length: 30 }, (_, count) => count)

async function pass(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await Promise.resolve()
}

test('in whichever microtask it leaves, it is not kept waiting for a function', async () => {
  for (const count of microtasks) {
    let calls = 0
    const llm = conversation(() => (++calls, new Promise(() => {})))
    const leaving = new AbortController()
    const ended = nameOfEnd(llm.fetch(chatUrl, post(says('Hi'), { signal: leaving.signal })))
    await pass(count)
    leaving.abort()
    expect(await ended).toBe('AbortError')
    await llm.settled()
    expect(llm.journal).toEqual([])
    if (count === 0) expect(calls).toBe(0)
  }
})

test('in whichever microtask it leaves while a turn comes to it that it waited for, it uses nothing up', async () => {
  for (const count of microtasks) {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const signals: AbortSignal[] = []
    const llm = conversation(async (_, { signal }) => {
      signals.push(signal)
      if (signals.length > 1) return new Promise(() => {})
      await gate
      throw new Error('not yet')
    })
    const leaving = new AbortController()
    const first = llm.fetch(chatUrl, post(says('Hi')))
    const ended = nameOfEnd(llm.fetch(chatUrl, post(says('Hi'), { signal: leaving.signal })))
    await new Promise((resolve) => setTimeout(resolve, 1))
    open()
    await pass(count)
    leaving.abort()
    expect(await ended).toBe('AbortError')
    await first
    await llm.settled()
    expect(llm.journal.map(({ response }) => response.code)).toEqual(['fixture_failed'])
    expect(signals.slice(1).every(({ aborted }) => aborted)).toBe(true)
  }
})

test('as soon as it has asked, it uses nothing up, however fast the answer', async () => {
  for (const stream of [false, true]) {
    const llm = createLlmMock()
    llm.use(scenario('queue', { responses: [text('For whoever stays.')] }))
    const leaving = new AbortController()
    const ended = nameOfEnd(llm.fetch(chatUrl, post({ ...says('Hi'), stream }, { signal: leaving.signal })))
    leaving.abort()
    expect(await ended).toBe('AbortError')
    await llm.settled()
    expect(llm.journal).toEqual([])
    expect((await llm.fetch(chatUrl, post(says('Hi')))).status).toBe(200)
  }
})
