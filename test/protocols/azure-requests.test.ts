/** What Azure's chat routes make of a request: its deployment, its version, and our refusals in Azure's envelopes. */
import { expect, test } from 'vitest'
import { azureOpenai, microsoftFoundry, type Config } from 'msw-llm'
import { routeMatcher } from '../../src/route.ts'
import { ask, askAll, chat, stateOf, type Asked } from '../core/ask.ts'

const [deployment, v1] = azureOpenai().routes
const foundryV1 = microsoftFoundry().routes.find(({ path }) => path === '/openai/v1/chat/completions')
const query = '?api-version=2024-10-21'
const toDeployment: Asked = { route: deployment!, params: { deployment: 'my-gpt', resource: 'example' }, query }
const hello: Config = { chatScenarios: [{ id: 'a', responses: [{ content: 'Hello.' }] }] }

function errorOf(config: Config, asked: Asked): unknown {
  const { plan } = ask(stateOf(config), asked)
  return plan.kind === 'json' && [plan.status, (JSON.parse(plan.body) as { error?: unknown }).error]
}

test('a deployment route takes its model from the path, and the answer echoes the body’s', () => {
  const config = (modelId: string): Config => ({
    models: [{ id: 'my-gpt' }],
    chatScenarios: [{ id: 'a', modelId, responses: [{ content: 'Hello.' }] }],
  })
  const { plan, record } = ask(stateOf(config('my-gpt')), toDeployment)
  expect([record.canonical.model, record.canonical.apiVersion]).toEqual(['my-gpt', '2024-10-21'])
  expect(plan.kind === 'json' && (JSON.parse(plan.body) as { model: unknown }).model).toBe('gpt-5.5')
  expect(ask(stateOf(config('gpt-5.5')), toDeployment).record.response.code).toBe('fixture_not_found')
})

test('a deployment route needs no model in the body, and the answer then names the deployment', () => {
  const { plan } = ask(stateOf(hello), { ...toDeployment, body: { messages: [{ role: 'user', content: 'Hi' }] } })
  expect(plan.kind === 'json' && (JSON.parse(plan.body) as { model: unknown }).model).toBe('my-gpt')
})

test('a v1 route needs the model in the body', () => {
  for (const route of [v1!, foundryV1!]) {
    expect(errorOf(hello, { route, body: { messages: [{ role: 'user', content: 'Hi' }] } })).toEqual([
      400,
      {
        message: "Missing required parameter: 'model'.",
        type: 'invalid_request_error',
        param: 'model',
        code: 'missing_required_parameter',
      },
    ])
  }
})

test('deployments have cursors of their own', () => {
  const other = { ...toDeployment, params: { deployment: 'other', resource: 'example' } }
  expect(askAll(stateOf(hello), [toDeployment, toDeployment, other])).toEqual([
    'Hello.',
    'scenario_exhausted',
    'Hello.',
  ])
})

test('an unknown deployment is the native 404', () => {
  expect(errorOf({ ...hello, models: [{ id: 'gpt-5.5' }] }, toDeployment)).toEqual([
    404,
    {
      code: 'DeploymentNotFound',
      message:
        "The model `my-gpt` does not exist or you do not have access to it. The configured models are 'gpt-5.5'. Ask for one of them, or add it to models.",
    },
  ])
})

test('a wrong key is the native 401, before the model is looked at', () => {
  expect(errorOf({ ...hello, requiredBearerToken: 'secret', models: [] }, toDeployment)).toEqual([
    401,
    {
      code: '401',
      message:
        'Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries none. Give the client that token as its apiKey.',
    },
  ])
})

test('a filtered term is the native 400, streamed or not', () => {
  for (const stream of [false, true]) {
    const safe = { filtered: false, severity: 'safe' }
    expect(
      errorOf({ ...hello, inputFilter: { terms: ['hi'] } }, { ...toDeployment, body: chat('Hi', { stream }) }),
    ).toEqual([
      400,
      {
        message: 'The prompt was filtered: a user message contains "hi", which inputFilter.terms lists.',
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: {
          code: 'ResponsibleAIPolicyViolation',
          content_filter_result: {
            hate: { filtered: true, severity: 'high' },
            jailbreak: { filtered: false, detected: false },
            self_harm: safe,
            sexual: safe,
            violence: safe,
          },
        },
      },
    ])
  }
})

const taken = ['2024-10-21', '2025-04-01-preview', '2023-05-15', '1999-12-31', '2099-01-01-preview']
const malformed = [
  '',
  '2024',
  '2024-10',
  '2024-13-01',
  '2024-10-32',
  '2024-10-21-beta',
  '2024-10-21-preview2',
  'x2024-10-21',
  ' 2024-10-21',
]
const names = ['v1', 'preview', 'latest']

test('a dated route takes any well-formed api-version, and no other', () => {
  const codes = (versions: readonly string[]): readonly unknown[] =>
    versions.map(
      (version) =>
        ask(stateOf(hello), { ...toDeployment, query: `?api-version=${encodeURIComponent(version)}` }).record.response
          .code,
    )
  expect(codes(taken)).toEqual(taken.map(() => null))
  expect(codes([...malformed, ...names])).toEqual([...malformed, ...names].map(() => 'invalid_api_version'))
  expect(errorOf(hello, { ...toDeployment, query: '?api-version=soon' })).toEqual([
    400,
    {
      message: 'Invalid \'api-version\': "soon". Expected a date like 2024-10-21 or 2025-04-01-preview.',
      type: 'invalid_request_error',
      param: 'api-version',
      code: 'invalid_api_version',
    },
  ])
})

test('a dated route refuses a request without api-version, and uses nothing up', () => {
  expect(
    askAll(stateOf(hello), [{ ...toDeployment, query: '' }, { ...toDeployment, query: '?other=1' }, toDeployment]),
  ).toEqual(['missing_api_version', 'missing_api_version', 'Hello.'])
})

test('a v1 route takes no api-version, a name or a date', () => {
  const codeOf = (route: typeof v1, versionQuery: string): unknown =>
    ask(stateOf(hello), { route: route!, query: versionQuery }).record.response.code
  for (const route of [v1, foundryV1]) {
    const good = ['', ...[...names, ...taken].map((version) => `?api-version=${version}`)]
    expect(good.map((text) => codeOf(route, text))).toEqual(good.map(() => null))
    const bad = malformed.map((version) => `?api-version=${encodeURIComponent(version)}`)
    expect(bad.map((text) => codeOf(route, text))).toEqual(bad.map(() => 'invalid_api_version'))
  }
})

test('the body’s shape is told before the version, and the version before the credential', () => {
  const config: Config = { ...hello, requiredBearerToken: 'secret' }
  const asked = (body: unknown): unknown =>
    ask(stateOf(config), { ...toDeployment, query: '', body }).record.response.code
  expect([asked('{'), asked({}), asked(chat('Hi')), asked(chat('Hi', { stream_options: {} }))]).toEqual([
    'invalid_json',
    'missing_required_parameter',
    'missing_api_version',
    'missing_api_version',
  ])
})

test('the deployment of a path is one segment, decoded', () => {
  const match = routeMatcher(deployment!)
  const at = (name: string): unknown =>
    match(`https://example.openai.azure.com/openai/deployments/${name}/chat/completions?api-version=2024-10-21`)
  expect([at('my-gpt'), at('gpt%204o%2Fx'), at('gpt%204o/x'), at(''), at('gpt.4_1-mini')]).toEqual([
    { resource: 'example', deployment: 'my-gpt' },
    { resource: 'example', deployment: 'gpt 4o/x' },
    null,
    null,
    { resource: 'example', deployment: 'gpt.4_1-mini' },
  ])
})

test('every response has Azure’s headers, and names its deployment where a header can carry the name', () => {
  const headersOf = (asked: Asked): Readonly<Record<string, string>> => ask(stateOf(hello), asked).plan.headers
  const fixed = {
    'apim-request-id': '00000000-0000-4000-8000-000000000007',
    'x-request-id': '00000000-0000-4000-8000-000000000007',
    'x-ms-region': 'East US',
    'x-ms-rai-invoked': 'true',
    'x-ratelimit-limit-requests': '10000',
    'x-ratelimit-limit-tokens': '2000000',
    'x-ratelimit-remaining-requests': '9999',
    'x-ratelimit-remaining-tokens': '1999999',
  }
  const asked = { ...toDeployment, sequence: 7 }
  expect(headersOf({ ...asked, headers: { 'x-ms-client-request-id': 'mine' } })).toEqual({
    'content-type': 'application/json',
    ...fixed,
    'x-ms-deployment-name': 'my-gpt',
    'x-ms-client-request-id': 'mine',
  })
  expect(headersOf({ ...asked, body: chat('Hi', { stream: true }) })).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    ...fixed,
    'x-ms-deployment-name': 'my-gpt',
  })
  expect(headersOf({ ...asked, query: '' })).toEqual({
    'content-type': 'application/json',
    ...fixed,
    'x-ms-deployment-name': 'my-gpt',
    'x-should-retry': 'false',
  })
  const named = (model: unknown): unknown =>
    headersOf({ route: v1!, body: chat('Hi', { model }) })['x-ms-deployment-name']
  expect(['gpt-5.5', 'gpt 4o/x', 'モデル', 'a\nb', ' a', 1, null].map(named)).toEqual([
    'gpt-5.5',
    'gpt 4o/x',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a scripted failure keeps what its fixture states', () => {
  const failure = { status: 429, type: 'tokens', param: 'messages', message: 'Slow.', retryAfterSeconds: 3 }
  const { plan } = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ error: failure }] }] }), toDeployment)
  expect([plan.kind === 'json' && JSON.parse(plan.body), plan.headers['retry-after']]).toEqual([
    { error: { message: 'Slow.', type: 'tokens', param: 'messages', code: '429' } },
    '3',
  ])
})

test('the list of models is Azure’s', () => {
  const models = azureOpenai().routes.find(({ method }) => method === 'GET')!
  const { plan } = ask(stateOf({ models: [{ id: 'my-gpt' }, { id: 'ada', kind: 'embedding' }] }), {
    route: models,
    body: '',
  })
  expect(plan.kind === 'json' && plan.body).toBe(
    '{"data":[{"created":1700000001,"id":"my-gpt","object":"model","owned_by":"azure"}],"object":"list"}\n',
  )
})
