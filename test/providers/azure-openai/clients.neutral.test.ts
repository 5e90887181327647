/** Azure's chat routes through the clients that speak to them: failures, retries, names of deployments, versions. */
import OpenAI, { AzureOpenAI } from 'openai'
import { AzureOpenAI as AzureOpenAI6 } from 'openai6'
import { expect, test } from 'vitest'
import { createLlmMock, type Config } from 'msw-llm'
import { azureOpenai, fails, refused, scenario, text } from 'msw-llm/azure-openai'
import { hosts } from '#hosts'
import { catchApiError, describeApiError } from '../../support/catch-error.ts'
import { withHost, type Connection } from '../../support/host.ts'
import { post, says } from '../../support/openai.ts'

const endpoint = 'https://example.openai.azure.com'
const requestID = '00000000-0000-4000-8000-000000000001'
const invalid = 'invalid_request_error'

type Create = (request: object) => PromiseLike<OpenAI.ChatCompletion>

function optionsOn({ fetch }: Connection): object {
  return { apiKey: 'test', endpoint, apiVersion: '2024-10-21', ...(fetch && { fetch }), dangerouslyAllowBrowser: true }
}

const clients: readonly [string, (connection: Connection, more?: object) => Create][] = [
  ['AzureOpenAI', (connection, more) => createWith(new AzureOpenAI({ ...optionsOn(connection), ...more }))],
  ['AzureOpenAI 6', (connection, more) => createWith(new AzureOpenAI6({ ...optionsOn(connection), ...more }))],
  [
    'openai',
    ({ fetch }, more) =>
      createWith(
        new OpenAI({ apiKey: 'test', baseURL: `${endpoint}/openai/v1`, fetch, dangerouslyAllowBrowser: true, ...more }),
      ),
  ],
]

function createWith(client: object): Create {
  const { completions } = (client as OpenAI).chat
  return (request) => completions.create(request as OpenAI.ChatCompletionCreateParamsNonStreaming)
}

const refusals: readonly [string, Config, object, object][] = [
  [
    'stream_options without stream',
    {},
    { stream_options: {} },
    { name: 'BadRequestError', status: 400, code: null, type: invalid, param: 'stream_options', requestID },
  ],
  [
    'a filtered term',
    { inputFilter: { terms: ['hi'] } },
    {},
    { name: 'BadRequestError', status: 400, code: 'content_filter', type: null, param: 'prompt', requestID },
  ],
  [
    'a wrong key',
    { requiredBearerToken: 'secret' },
    {},
    { name: 'AuthenticationError', status: 401, code: '401', type: undefined, param: undefined, requestID },
  ],
  [
    'an unknown deployment',
    { models: [] },
    {},
    { name: 'NotFoundError', status: 404, code: 'DeploymentNotFound', type: undefined, param: undefined, requestID },
  ],
  [
    'nothing configured',
    {},
    {},
    { name: 'ConflictError', status: 409, code: 'fixture_not_found', type: invalid, param: null, requestID },
  ],
  [
    'a refusal for a request with tools',
    { chatScenarios: [{ id: 'a', responses: [refused('No.')] }] },
    { tools: [{ type: 'function', function: { name: 'look', parameters: {} } }] },
    { name: 'ConflictError', status: 409, code: 'fixture_mismatch', type: invalid, param: null, requestID },
  ],
]

for (const host of hosts) {
  for (const [name, create] of clients) {
    test.each(refusals)(`${host.name}, ${name}: %s fails once, as Azure's error`, async (_, config, more, expected) => {
      const llm = createLlmMock({ providers: [azureOpenai()], config })
      await withHost(host, llm, async (connection) => {
        const error = await catchApiError(() => create(connection)({ ...says('Hi'), ...more }))
        expect(describeApiError(error)).toEqual(expected)
        expect(llm.journal).toHaveLength(1)
      })
    })

    test(`${host.name}, ${name}: the retry of a scripted 429 meets the next response`, async () => {
      const llm = createLlmMock({ providers: [azureOpenai()] })
      llm.use(scenario('busy', { responses: [fails(429, { retryAfterMilliseconds: 1 }), text('Now.')] }))
      await withHost(host, llm, async (connection) => {
        const completion = await create(connection)(says('Hi'))
        expect(completion.choices[0]?.message.content).toBe('Now.')
        expect(llm.journal.map(({ response }) => response.status)).toEqual([429, 200])
      })
    })
  }

  test(`${host.name}: a deployment with an odd name is found under that name`, async () => {
    const llm = createLlmMock({ providers: [azureOpenai()] })
    llm.use(scenario('odd', { modelId: 'gpt 4o/x', responses: [text('Odd.')], repeat: 'last' }))
    await withHost(host, llm, async (connection) => {
      const completion = await clients[0]![1](connection)(says('Hi', 'gpt 4o/x'))
      expect([completion.choices[0]?.message.content, completion.model]).toEqual(['Odd.', 'gpt 4o/x'])
      expect(llm.journal[0]!.request.model).toBe('gpt 4o/x')
    })
  })

  test(`${host.name}: a dated route takes the versions of today and yesterday by plain HTTP, and no malformed one`, async () => {
    const llm = createLlmMock({ providers: [azureOpenai()] })
    llm.use(scenario('any', { responses: [text('Hello.')], repeat: 'last' }))
    await withHost(host, llm, async ({ fetch = globalThis.fetch }) => {
      const url = `${endpoint}/openai/deployments/my-gpt/chat/completions`
      const statuses: number[] = []
      for (const query of [
        '?api-version=2024-10-21',
        '?api-version=2025-04-01-preview',
        '',
        '?api-version=',
        '?api-version=latest',
        '?api-version=2024-10',
      ]) {
        const response = await fetch(url + query, post(says('Hi')))
        statuses.push(response.status)
      }
      expect(statuses).toEqual([200, 200, 400, 400, 400, 400])
    })
  })
}

/** @note Version 6 sends the slash of a deployment's name as it is, which makes another path. Azure has no route there either. */
test('openai 6 asks for an odd name at a path that is no route', async () => {
  const llm = createLlmMock({ providers: [azureOpenai()] })
  llm.use(scenario('odd', { responses: [text('Odd.')] }))
  const error = await catchApiError(() => clients[1]![1]({ llm, fetch: llm.fetch })(says('Hi', 'gpt 4o/x')))
  expect([error.status, error.code]).toEqual([404, 'route_not_found'])
  expect(llm.summary()).toMatchObject({ total: 0, unmatched: 1 })
})

test('the stream helper keeps the filter’s results and the prompt frame out of the text', async () => {
  const llm = createLlmMock({ providers: [azureOpenai()] })
  llm.use(scenario('any', { responses: [text('One two'), refused('I cannot.')] }))
  const client = new AzureOpenAI({ ...optionsOn({ llm, fetch: llm.fetch }) })
  const first = await client.chat.completions.stream(says('Hi')).finalChatCompletion()
  const second = await client.chat.completions.stream(says('Hi')).finalChatCompletion()
  expect([first, second].map(({ choices: [choice] }) => [choice!.message.content, choice!.message.refusal])).toEqual([
    ['One two', null],
    [null, 'I cannot.'],
  ])
  expect(first.id).toBe('chatcmpl-00000000000000000000000000001')
})
