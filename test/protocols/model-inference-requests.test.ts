/** What the Model Inference routes make of a request. */
import { expect, test } from 'vitest'
import { microsoftFoundry, type Config, type Route } from 'msw-llm'
import { ask, askAll, chat, stateOf, type Asked } from '../core/ask.ts'

const endpoint = 'https://example.services.ai.azure.com'
const [serverless, resource] = microsoftFoundry({ endpoint }).routes as [Route, Route]
const query = '?api-version=2024-05-01-preview'
const hello: Config = { chatScenarios: [{ id: 'a', responses: [{ content: 'Hello.' }] }] }
const nameless = { messages: [{ role: 'user', content: 'Hi' }] }

function answerTo(asked: Asked, config: Config = hello): unknown {
  const { plan } = ask(stateOf(config), { route: resource, query, ...asked })
  const { status, headers } = plan
  return [
    status,
    plan.kind === 'json' && (JSON.parse(plan.body) as { error?: unknown }).error,
    headers['x-ms-error-code'],
  ]
}

function modelOf(asked: Asked): unknown {
  const { plan, record } = ask(stateOf(hello), { query, ...asked })
  return [record.canonical.model, plan.kind === 'json' && (JSON.parse(plan.body) as { model?: unknown }).model]
}

test('a resource takes its model from the body, else from the header, else not at all', () => {
  const headers = { 'x-ms-model-mesh-model-name': 'from-header' }
  expect(modelOf({ route: resource })).toEqual(['gpt-5.5', 'gpt-5.5'])
  expect(modelOf({ route: resource, headers })).toEqual(['gpt-5.5', 'gpt-5.5'])
  expect(modelOf({ route: resource, headers, body: nameless })).toEqual(['from-header', 'from-header'])
  expect(answerTo({ body: nameless })).toEqual([
    400,
    { code: 'no_model_name', message: "Missing required parameter: 'model'.", target: 'model' },
    'no_model_name',
  ])
})

test('a serverless deployment needs no model, and answers with the name of its host', () => {
  const [official] = microsoftFoundry().routes as [Route]
  const params = { name: 'mistral-large', region: 'eastus2' }
  expect(modelOf({ route: official, params, body: nameless })).toEqual(['', 'mistral-large'])
  expect(modelOf({ route: official, params })).toEqual(['gpt-5.5', 'gpt-5.5'])
  expect(modelOf({ route: serverless, body: nameless })).toEqual(['', ''])
  const models = [{ id: 'mistral' }]
  expect(
    ask(stateOf({ ...hello, models }), { route: serverless, query, body: nameless }).record.response.code,
  ).toBeNull()
  expect(ask(stateOf({ ...hello, models }), { route: serverless, query }).record.response.code).toBe('model_not_found')
})

test('both need a well-formed api-version', () => {
  for (const route of [serverless, resource]) {
    const codes = ['', '?api-version=preview', '?api-version=2024-05', query].map(
      (text) => ask(stateOf(hello), { route, query: text }).record.response.code,
    )
    expect(codes).toEqual(['missing_api_version', 'invalid_api_version', 'invalid_api_version', null])
  }
})

test('what recordings show to be accepted is accepted', () => {
  const body = chat('Hi', {
    max_tokens: 100,
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.9,
    top_p: 0.8,
  })
  expect(ask(stateOf(hello), { route: resource, query, body }).record.outcome).toBe('ordinary')
})

test('fields that the API does not define are refused by default, and nothing is used up', () => {
  const body = chat('Hi', { n: 1, logit_bias: {} })
  const refusal = [
    400,
    {
      code: 'unknown_parameter',
      message:
        "Unknown parameters: 'n', 'logit_bias'. To send them to the model, set the header 'extra-parameters' to 'pass-through'; to leave them out, to 'drop'.",
      target: 'n',
    },
    'unknown_parameter',
  ]
  expect(answerTo({ body })).toEqual(refusal)
  expect(answerTo({ body, headers: { 'extra-parameters': 'error' } })).toEqual(refusal)
  expect(
    askAll(stateOf(hello), [
      { route: resource, query, body },
      { route: resource, query },
    ]),
  ).toEqual(['unknown_parameter', 'Hello.'])
})

test('extra-parameters passes them on, or drops them before they mean anything', () => {
  const body = chat('Hi', { n: 2 })
  const codeWith = (behaviour: string): unknown =>
    ask(stateOf(hello), { route: resource, query, body, headers: { 'extra-parameters': behaviour } }).record.response
      .code
  expect(['drop', 'pass-through', 'Drop'].map(codeWith)).toEqual([null, 'fixture_mismatch', null])
  expect(answerTo({ headers: { 'extra-parameters': 'ignore' } })).toEqual([
    400,
    {
      code: 'invalid_value',
      message: "Invalid header 'extra-parameters': expected one of 'error', 'drop', 'pass-through'.",
      target: 'extra-parameters',
    },
    'invalid_value',
  ])
})

test('a body that is no object is refused for its shape', () => {
  for (const behaviour of ['error', 'drop']) {
    const headers = { 'extra-parameters': behaviour }
    const codes = ['[]', 'null', '1', '{'].map(
      (body) => ask(stateOf(hello), { route: resource, query, headers, body }).record.response.code,
    )
    expect(codes).toEqual(['invalid_type', 'invalid_type', 'invalid_type', 'invalid_json'])
  }
})

test('native refusals have native codes', () => {
  expect(answerTo({}, { ...hello, models: [] })).toEqual([
    404,
    {
      code: 'unknown_model',
      message:
        'The model `gpt-5.5` does not exist or you do not have access to it. The configured models are none. Ask for one of them, or add it to models.',
    },
    'unknown_model',
  ])
  expect(answerTo({}, { ...hello, requiredBearerToken: 'secret' })).toEqual([
    401,
    { code: '401', message: expect.stringContaining('requiredBearerToken') },
    '401',
  ])
})

test('a scripted failure repeats its code in a header, where a header can carry it', () => {
  const config = (code?: string): Config => ({
    chatScenarios: [{ id: 'a', responses: [{ error: { status: 429, ...(code !== undefined && { code }) } }] }],
  })
  expect([undefined, 'Slow', 'langsam\n', ''].map((code) => (answerTo({}, config(code)) as unknown[])[2])).toEqual([
    'RateLimitReached',
    'Slow',
    undefined,
    undefined,
  ])
})

test('the option usage takes its two places and nothing else', () => {
  expect(() => microsoftFoundry({ usage: 'usage-frame' })).not.toThrow()
  for (const usage of ['final', null, 1]) {
    expect(() => microsoftFoundry({ usage } as never)).toThrow(
      new TypeError("microsoftFoundry() takes 'final-choice' or 'usage-frame' as usage."),
    )
  }
  expect(() => microsoftFoundry({ block: 400 } as never)).toThrow(
    new TypeError(
      'microsoftFoundry() has no option "block"; its options are endpoint, usage, blockStatus, contentFilter.',
    ),
  )
})
