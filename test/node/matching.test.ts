import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLlmMock, openai, scenario, text, VerificationError } from 'msw-llm'
import { failOnUnhandled } from '#hosts'
import { chatUrl, post, says } from '../support/openai.ts'

const llm = createLlmMock({ providers: [openai()] })
/** Takes what the mock leaves, so that nothing of it reaches the network. */
const server = setupServer(
  ...llm.handlers,
  http.all('*', ({ request }) => HttpResponse.json({ leftOver: request.url }, { status: 418 })),
)

beforeEach(() => {
  server.listen(failOnUnhandled)
  llm.use(scenario('any', { responses: [text('Hello!')], repeat: 'last' }))
})
afterEach(() => {
  server.close()
  llm.reset()
})

test.each([
  ['a slash at the end', 'https://api.openai.com/v1/chat/completions/'],
  ['an encoded slash', 'https://api.openai.com/v1/chat%2Fcompletions'],
  ['an encoded letter', 'https://api.openai.com/v1/ch%61t/completions'],
  ['a doubled slash', 'https://api.openai.com//v1/chat/completions'],
  ['another case of letters', 'https://api.openai.com/v1/Chat/completions'],
  ['a longer path', 'https://api.openai.com/v1/chat/completions/1'],
  ['another scheme', 'http://api.openai.com/v1/chat/completions'],
  ['another port', 'https://api.openai.com:8443/v1/chat/completions'],
])('%s is not the route, and the request goes on to the next handler', async (_, url) => {
  const response = await fetch(url, post(says('Hi')))
  expect([response.status, await response.json()]).toEqual([418, { leftOver: url }])
  expect(llm.journal).toEqual([])
})

test.each([
  ['the exact path', chatUrl],
  ['a query', `${chatUrl}?beta=true`],
  ['a host in capitals', 'https://API.OpenAI.com/v1/chat/completions'],
  ['the default port', 'https://api.openai.com:443/v1/chat/completions'],
])('%s is the route', async (_, url) => {
  const response = await fetch(url, post(says('Hi')))
  expect(response.status).toBe(200)
  expect(llm.journal).toHaveLength(1)
})

test('another method is not the route', async () => {
  const response = await fetch(chatUrl)
  expect(response.status).toBe(418)
  expect(llm.summary().unmatched).toBe(1)
})

test('a call to a provider that no route serves is counted once, with method, URL and model', async () => {
  await fetch('https://api.openai.com/v1/embeddings?x=1', post({ model: 'text-embedding-3-small', input: 'Hi' }))
  await fetch('https://example.com/v1/chat/completions', post(says('Hi')))
  expect(llm.summary()).toMatchObject({ total: 0, unmatched: 1 })
  expect(() => llm.verify({ unused: false })).toThrow(
    new VerificationError([
      "a call to a provider that no route serves: POST https://api.openai.com/v1/embeddings (model 'text-embedding-3-small')",
    ]),
  )
})

test('handlers that are in a server twice count an unmatched call once', async () => {
  server.use(...llm.handlers)
  await fetch('https://api.openai.com/v1/files', post({}))
  expect(llm.summary().unmatched).toBe(1)
})

test('a handler of the user in front of ours takes its requests, and none is counted as unmatched', async () => {
  server.use(http.post('https://api.openai.com/v1/files', () => HttpResponse.json({ id: 'file-1' })))
  const response = await fetch('https://api.openai.com/v1/files', post({}))
  expect(await response.json()).toEqual({ id: 'file-1' })
  expect(llm.summary().unmatched).toBe(0)
})

test('the handlers name their routes in messages of MSW', () => {
  const { handlers } = createLlmMock({ providers: [openai()] })
  expect(handlers.map((handler) => handler.info.header)).toEqual([
    'POST https://api.openai.com/v1/chat/completions',
    'POST https://api.openai.com/v1/responses',
    'GET https://api.openai.com/v1/models',
    'GET https://api.openai.com/v1/responses/{id}',
    'DELETE https://api.openai.com/v1/responses/{id}',
  ])
})
