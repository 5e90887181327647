import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { failOnUnhandled, mswMajor } from '#hosts'
import { openaiOn, says } from '../support/openai.ts'

const configured = { chatScenarios: [{ id: 'configured', responses: [{ content: 'One' }, { content: 'Two' }] }] }

/** Each project runs one major; the other's tests are not there, rather than skipped. */
const test3 = mswMajor === 3 ? test : () => {}
const test2 = mswMajor === 2 ? test : () => {}

async function ask(): Promise<string | null | undefined> {
  const completion = await openaiOn({ fetch: undefined }).chat.completions.create(says('Hi'))
  return completion.choices[0]?.message.content
}

test3('msw 3: resetHandlers() resets a mock whose handlers are the initial ones', async () => {
  const llm = createLlmMock({ config: configured })
  const server = setupServer(...llm.handlers)
  server.listen(failOnUnhandled)
  llm.use(scenario('used', { responses: [text('Used')] }))
  expect([await ask(), llm.journal.length]).toEqual(['Used', 1])
  server.resetHandlers()
  expect(llm.journal).toEqual([])
  expect([await ask(), await ask()]).toEqual(['One', 'Two'])
  server.close()
})

test3('msw 3: close() keeps the journal and returns the cursors to the start', async () => {
  const llm = createLlmMock({ config: configured })
  const server = setupServer(...llm.handlers)
  server.listen(failOnUnhandled)
  expect(await ask()).toBe('One')
  server.close()
  expect(llm.journal).toHaveLength(1)
  server.listen(failOnUnhandled)
  expect(await ask()).toBe('One')
  expect(llm.journal).toHaveLength(2)
  server.close()
})

test3('msw 3: resetHandlers() disposes of handlers that were used, and they work when used again', async () => {
  const llm = createLlmMock({ config: configured })
  const server = setupServer()
  server.listen(failOnUnhandled)
  server.use(...llm.handlers)
  expect(await ask()).toBe('One')
  server.resetHandlers()
  expect(llm.journal).toHaveLength(1)
  server.use(...llm.handlers)
  expect([await ask(), await ask()]).toEqual(['One', 'Two'])
  expect(llm.journal).toHaveLength(3)
  server.close()
})

/** @note msw before 2.14 tells its handlers nothing; there a test calls llm.reset() itself. */
test2('msw 2.15: resetHandlers() resets the mock, and close() tells it nothing', async () => {
  const llm = createLlmMock({ config: configured })
  const server = setupServer(...llm.handlers)
  server.listen(failOnUnhandled)
  expect(await ask()).toBe('One')
  server.resetHandlers()
  expect(llm.journal).toEqual([])
  expect(await ask()).toBe('One')
  server.close()
  server.listen(failOnUnhandled)
  expect(await ask()).toBe('Two')
  server.close()
})

test('llm.reset() is enough on every msw', async () => {
  const llm = createLlmMock({ config: configured })
  const server = setupServer(...llm.handlers)
  server.listen(failOnUnhandled)
  expect(await ask()).toBe('One')
  llm.reset()
  expect(llm.journal).toEqual([])
  expect(await ask()).toBe('One')
  server.close()
})
