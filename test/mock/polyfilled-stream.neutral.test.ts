/** Streams of another implementation than the host's. */
import { expect, test } from 'vitest'
import { ReadableStream as PolyfilledStream } from 'web-streams-polyfill'
import { createLlmMock, scenario, text } from 'msw-llm'
import { chatUrl, post, says } from '../support/openai.ts'

const isBrowser = typeof window !== 'undefined'

/** @note Node's Response takes any async iterable; a browser's makes a text of what is no stream of its own. */
test(`a polyfilled stream given as the class of streams ${isBrowser ? 'becomes a text in a browser' : 'is read like any other in Node'}`, async () => {
  const llm = createLlmMock({ ReadableStream: PolyfilledStream })
  llm.use(scenario('any', { responses: [text('One')], repeat: 'last' }))
  const own = createLlmMock()
  own.use(scenario('any', { responses: [text('One')], repeat: 'last' }))
  const request = post({ ...says('Hi'), stream: true })
  const body = await (await llm.fetch(chatUrl, request)).text()
  expect(body).toBe(isBrowser ? '[object ReadableStream]' : await (await own.fetch(chatUrl, request)).text())
})
