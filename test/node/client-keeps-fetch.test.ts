import OpenAI from 'openai'
import { setupServer } from 'msw/node'
import { afterEach, expect, test, vi } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { failOnUnhandled } from '#hosts'
import { says } from '../support/openai.ts'

afterEach(() => vi.unstubAllGlobals())

/** @note This is why every guide constructs the client after `listen()`, or gives it `llm.fetch`. */
test('a client keeps the fetch it saw when it was constructed, so one from before listen() is not mocked', async () => {
  const real = vi.fn(async () => Response.json({ choices: [{ message: { content: 'from the network' } }] }))
  vi.stubGlobal('fetch', real)
  const early = new OpenAI({ apiKey: 'test' })
  vi.unstubAllGlobals()

  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('from the mock')] }))
  const server = setupServer(...llm.handlers)
  server.listen(failOnUnhandled)
  const late = new OpenAI({ apiKey: 'test' })
  const answers = [await early.chat.completions.create(says('Hi')), await late.chat.completions.create(says('Hi'))]
  server.close()
  expect(answers.map(({ choices }) => choices[0]?.message.content)).toEqual(['from the network', 'from the mock'])
  expect(real).toHaveBeenCalledTimes(1)
})
