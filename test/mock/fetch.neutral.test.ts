import { expect, test } from 'vitest'
import { createLlmMock, openai, scenario, text, mountAll } from 'msw-llm'
import { chatUrl, openaiOn, post, says } from '../support/openai.ts'

test('a URL that no route serves gets 404 once, with what is served at its host', async () => {
  const llm = createLlmMock()
  await expect(openaiOn(llm).embeddings.create({ model: 'ada', input: 'Hi' })).rejects.toMatchObject({
    status: 404,
    code: 'route_not_found',
    type: 'invalid_request_error',
    message:
      "404 No route of the mock serves POST https://api.openai.com/v1/embeddings (model 'ada'). Served at this host: POST https://api.openai.com/v1/chat/completions, POST https://api.openai.com/v1/responses, GET https://api.openai.com/v1/models, GET https://api.openai.com/v1/responses/{id}, DELETE https://api.openai.com/v1/responses/{id}. Check the path; other endpoints are not served.",
  })
  expect(llm.summary()).toMatchObject({ total: 0, unmatched: 1 })
})

test('a URL of another host gets 404 too, and never the network', async () => {
  const llm = createLlmMock({ providers: [openai()] })
  const response = await llm.fetch('https://example.com/anything')
  expect([response.status, ((await response.json()) as { error: { message: string } }).error.message]).toEqual([
    404,
    "No route of the mock serves GET https://example.com/anything. Nothing is served at this host; served are: https://api.openai.com/v1. Check the client's baseURL, or serve it: createLlmMock({ providers: [openai({ baseURL: '…' })] }).",
  ])
})

test('it takes a URL, a string or a Request, as fetch does', async () => {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('Hello!')], repeat: 'last' }))
  const init = post(says('Hi'))
  const statuses = [
    await llm.fetch(chatUrl, init),
    await llm.fetch(new URL(chatUrl), init),
    await llm.fetch(new Request(chatUrl, init)),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('it rejects as fetch does: with the reason of an aborted signal, with a TypeError for a bad URL', async () => {
  const llm = createLlmMock()
  const reason = new Error('gone')
  await expect(llm.fetch(chatUrl, post(says('Hi'), { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
  await expect(llm.fetch('http://')).rejects.toThrow(TypeError)
  expect(llm.journal).toEqual([])
})

test('it serves a provider at any base, with or without a slash at the end, and at several', async () => {
  const llm = createLlmMock({
    providers: [openai({ baseURL: ['https://Gateway.example.com:443/llm/', 'http://localhost:8080/v1'] })],
  })
  llm.use(scenario('any', { responses: [text('Hello!')], repeat: 'last' }))
  for (const baseURL of ['https://gateway.example.com/llm', 'http://localhost:8080/v1/']) {
    const completion = await openaiOn(llm, { baseURL }).chat.completions.create(says('Hi'))
    expect(completion.choices[0]?.message.content).toBe('Hello!')
  }
  await expect(openaiOn(llm).chat.completions.create(says('Hi'))).rejects.toMatchObject({ code: 'route_not_found' })
})

test.each(['/v1', 'api.openai.com/v1', 'ftp://example.com', ''])(
  'a base that is no absolute http(s) URL is refused: %j',
  (baseURL) => {
    expect(() => openai({ baseURL })).toThrow(TypeError)
  },
)

test('of many routes at a host the message of a miss lists the first few', async () => {
  const llm = createLlmMock({ providers: mountAll('https://llm.test') })
  const response = await llm.fetch('https://llm.test/chat/completions', { method: 'POST', body: '{}' })
  const { error } = (await response.json()) as { error: { message: string } }
  expect(error.message).toBe(
    'No route of the mock serves POST https://llm.test/chat/completions. Served at this host: ' +
      'POST https://llm.test/openai/v1/chat/completions, POST https://llm.test/openai/v1/responses, ' +
      'GET https://llm.test/openai/v1/models, GET https://llm.test/openai/v1/responses/{id}, ' +
      'DELETE https://llm.test/openai/v1/responses/{id}, ' +
      'POST https://llm.test/azure-openai/openai/deployments/{deployment}/chat/completions, ' +
      'POST https://llm.test/azure-openai/openai/v1/chat/completions, ' +
      'POST https://llm.test/azure-openai/openai/v1/responses, and 26 more. Check the path; other endpoints are not served.',
  )
})
