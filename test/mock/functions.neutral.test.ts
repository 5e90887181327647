import { expect, test, vi } from 'vitest'
import { createLlmMock, scenario, text, type FixtureFunction, type LlmMock } from 'msw-llm'
import { openaiOn, says } from '../support/openai.ts'

function mockOf(...responses: (FixtureFunction | ReturnType<typeof text>)[]): LlmMock {
  const llm = createLlmMock()
  llm.use(scenario('functions', { responses }))
  return llm
}

async function ask(llm: LlmMock, content = 'Hi'): Promise<string | null | undefined> {
  try {
    return (await openaiOn(llm).chat.completions.create(says(content))).choices[0]?.message.content
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a function answers from the request, and may take its time', async () => {
  const llm = mockOf(async ({ messages, model, stream }) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return text(`${model}, ${stream}: ${messages.at(-1)?.content.toUpperCase()}`)
  })
  expect(await ask(llm, 'echo')).toBe('gpt-5.5, false: ECHO')
})

test('a function that throws is 409 fixture_failed, and its response is still the next one', async () => {
  let calls = 0
  const llm = mockOf(() => {
    if (++calls === 1) throw new RangeError('not yet')
    return text('Now.')
  }, text('After.'))
  expect([await ask(llm), await ask(llm), await ask(llm)]).toEqual(['fixture_failed', 'Now.', 'After.'])
  expect(llm.journal.map(({ response }) => response.message)).toEqual([
    "Response 1 of scenario 'functions' could not be given: its function threw RangeError: not yet. It stays available; mend the function",
    null,
    null,
  ])
})

test('a function that returns no usable response is 409 fixture_failed, with the paths at fault', async () => {
  const llm = mockOf(() => ({ content: 'Hi', streamChunks: ['H'], extra: 1 }) as never)
  expect(await ask(llm)).toBe('fixture_failed')
  expect(llm.journal[0]!.response.message).toBe(
    `Response 1 of scenario 'functions' could not be given: its function returned no usable response: ` +
      `extra: Unknown field "extra": known are content, streamChunks, toolCalls, choices, outputDisposition, finishReason, promptBlock, error, delayMilliseconds, pace, contentFilter, streamDelivery, wire, raw, usage, headers; streamChunks: The chunks must concatenate to content exactly: they give "H", and content is "Hi"`,
  )
})

test('what a function does to its request changes neither the journal nor later requests', async () => {
  const llm = mockOf((request) => {
    ;(request.messages as unknown[]).push({ role: 'user', content: 'forged' })
    return text('Hi')
  })
  expect(await ask(llm)).toBe('fixture_failed')
  expect(llm.journal[0]!.request.messages).toEqual([{ role: 'user', content: 'Hi' }])
})

test('the signal of a function aborts when its client leaves, and the response is given back', async () => {
  const reasons: unknown[] = []
  let calls = 0
  const llm = mockOf((_, { signal }) => {
    if (++calls > 1) return text('For the next.')
    return new Promise(() => signal.addEventListener('abort', () => reasons.push((signal.reason as Error).name)))
  })
  const controller = new AbortController()
  const left = openaiOn(llm)
    .chat.completions.create(says('Hi'), { signal: controller.signal })
    .catch((error: Error) => error.constructor.name)
  await vi.waitFor(() => expect(calls).toBe(1))
  controller.abort()
  expect(await left).toBe('APIUserAbortError')
  await llm.settled()
  expect([reasons, llm.journal, await ask(llm)]).toEqual([['AbortError'], [], 'For the next.'])
})
