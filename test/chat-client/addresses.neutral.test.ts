/** Where a request goes, and under whose name. */
import { expect, test } from 'vitest'
import { createLlmMock, mountAll, scenario, text } from 'msw-llm'
import { createChatClient, type ChatClientOptions, type ChatRequestOptions } from 'msw-llm/chat-client'
import { hi, ways } from './read.ts'
import { clientOf, targets } from './targets.ts'

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** What a client asks `fetch` for. */
async function sent(options: ChatClientOptions, stream = false, request: ChatRequestOptions = {}): Promise<Sent> {
  const calls: Sent[] = []
  const fetch: typeof globalThis.fetch = async (...call) => {
    const { url, headers } = new Request(...call)
    calls.push({ url, headers: Object.fromEntries(headers) })
    return new Response('{}', { status: 500 })
  }
  const { ask } = ways.find((way) => way.stream === stream)!
  await ask(createChatClient({ ...options, fetch }), hi, request).catch(() => {})
  return calls[0]!
}

const model = 'my model/1'
const json = { 'content-type': 'application/json' }
const bearer = { ...json, authorization: 'Bearer secret' }
const key = { ...json, 'api-key': 'secret' }

test('every route has its address and its credential', async () => {
  const found: Record<string, Sent> = {}
  for (const { route, options } of targets) found[route] = await sent({ ...options, model, apiKey: 'secret' })
  const azure = 'https://example.openai.azure.com/openai'
  const foundry = 'https://example.services.ai.azure.com'
  const gemini = 'https://generativelanguage.googleapis.com/v1beta/models/my%20model%2F1'
  expect(found).toEqual({
    'POST /openai/v1/chat/completions': { url: 'https://api.openai.com/v1/chat/completions', headers: bearer },
    'POST /openai/v1/responses': { url: 'https://api.openai.com/v1/responses', headers: bearer },
    'POST /azure-openai/openai/deployments/{deployment}/chat/completions': {
      url: `${azure}/deployments/my%20model%2F1/chat/completions?api-version=2024-10-21`,
      headers: key,
    },
    'POST /azure-openai/openai/v1/chat/completions': { url: `${azure}/v1/chat/completions`, headers: key },
    'POST /azure-openai/openai/v1/responses': { url: `${azure}/v1/responses`, headers: key },
    'POST /azure-openai/openai/responses': { url: `${azure}/responses?api-version=2025-04-01-preview`, headers: key },
    'POST /deepseek/v1/chat/completions': { url: 'https://api.deepseek.com/chat/completions', headers: bearer },
    'POST /microsoft-foundry/chat/completions': {
      url: 'https://the-model.eastus2.models.ai.azure.com/chat/completions?api-version=2024-05-01-preview',
      headers: bearer,
    },
    'POST /microsoft-foundry/models/chat/completions': {
      url: `${foundry}/models/chat/completions?api-version=2024-05-01-preview`,
      headers: key,
    },
    'POST /microsoft-foundry/openai/v1/chat/completions': {
      url: `${foundry}/openai/v1/chat/completions`,
      headers: key,
    },
    'POST /microsoft-foundry/openai/v1/responses': { url: `${foundry}/openai/v1/responses`, headers: key },
    'POST /anthropic/v1/messages': {
      url: 'https://api.anthropic.com/v1/messages',
      headers: { ...json, 'x-api-key': 'secret', 'anthropic-version': '2023-06-01' },
    },
    'POST /gemini/v1beta/models/{model}:generateContent': {
      url: `${gemini}:generateContent`,
      headers: { ...json, 'x-goog-api-key': 'secret' },
    },
    'POST /gemini/v1beta/models/{model}:streamGenerateContent': {
      url: `${gemini}:streamGenerateContent?alt=sse`,
      headers: { ...json, 'x-goog-api-key': 'secret' },
    },
  })
})

test('without a route a client uses the first of its provider', async () => {
  const first = targets.filter(
    ({ options }, index) => targets.findIndex((other) => other.options.provider === options.provider) === index,
  )
  for (const { options } of first) {
    const { route: _, ...rest } = options
    expect(await sent(rest)).toEqual(await sent(options))
  }
  expect(first).toHaveLength(6)
})

test('a Gemini client streams on the route for it', async () => {
  const { url } = await sent({ provider: 'gemini', model: 'g' }, true)
  expect(url).toBe('https://generativelanguage.googleapis.com/v1beta/models/g:streamGenerateContent?alt=sse')
})

test("a model may have the name that Gemini's list gives it", async () => {
  const { url } = await sent({ provider: 'gemini', model: 'models/g' })
  expect(url).toBe('https://generativelanguage.googleapis.com/v1beta/models/g:generateContent')
})

test('apiVersion goes where the provider has it', async () => {
  const baseURL = 'https://example.openai.azure.com'
  const apiVersion = '2025-01-01-preview'
  expect((await sent({ provider: 'azure-openai', model: 'd', baseURL, apiVersion })).url).toBe(
    `${baseURL}/openai/deployments/d/chat/completions?api-version=${apiVersion}`,
  )
  const route = 'POST /azure-openai/openai/v1/responses'
  expect((await sent({ provider: 'azure-openai', model: 'd', baseURL, route, apiVersion: 'preview' })).url).toBe(
    `${baseURL}/openai/v1/responses?api-version=preview`,
  )
  expect((await sent({ provider: 'gemini', model: 'g', apiVersion: 'v1' })).url).toBe(
    'https://generativelanguage.googleapis.com/v1/models/g:generateContent',
  )
  const anthropic = await sent({ provider: 'anthropic', model: 'c', apiVersion: '2024-01-01' })
  expect(anthropic.headers['anthropic-version']).toBe('2024-01-01')
  const openai = await sent({ provider: 'openai', model: 'm', apiVersion })
  expect(openai.url).toBe('https://api.openai.com/v1/chat/completions')
})

test('an older Azure version is not asked for usage, which it does not know', async () => {
  const asks: unknown[] = []
  for (const apiVersion of ['2024-02-01', '2024-09-01-preview', '2024-10-21']) {
    const fetch: typeof globalThis.fetch = async (...call) => {
      asks.push('stream_options' in ((await new Request(...call).json()) as object))
      return new Response('{}', { status: 500 })
    }
    const baseURL = 'https://example.openai.azure.com'
    const client = createChatClient({ provider: 'azure-openai', model: 'd', baseURL, apiVersion, fetch })
    await ways[1]!.ask(client, hi).catch(() => {})
  }
  expect(asks).toEqual([false, true, true])
})

test('a base may have what its official client is given', async () => {
  const bases: readonly (readonly [ChatClientOptions['provider'], string | undefined, string, string])[] = [
    ['openai', undefined, 'https://gateway.test/openai/v1/', 'https://gateway.test/openai/v1/chat/completions'],
    ['azure-openai', undefined, 'https://a.test/openai', 'https://a.test/openai/deployments/m/chat/completions'],
    [
      'azure-openai',
      'POST /azure-openai/openai/v1/responses',
      'https://a.test/openai/v1/',
      'https://a.test/openai/v1/responses',
    ],
    [
      'microsoft-foundry',
      'POST /microsoft-foundry/models/chat/completions',
      'https://f.test/models',
      'https://f.test/models/chat/completions',
    ],
    [
      'azure-openai',
      undefined,
      'https://a.test/gateway/openai/v1',
      'https://a.test/gateway/openai/deployments/m/chat/completions',
    ],
    [
      'microsoft-foundry',
      'POST /microsoft-foundry/openai/v1/responses',
      'https://f.test/models',
      'https://f.test/openai/v1/responses',
    ],
    ['microsoft-foundry', undefined, 'https://f.test/models', 'https://f.test/models/chat/completions'],
    ['anthropic', undefined, 'https://c.test/v1', 'https://c.test/v1/messages'],
    ['gemini', undefined, 'https://g.test/v1beta', 'https://g.test/v1beta/models/m:generateContent'],
    ['deepseek', undefined, 'https://api.deepseek.com/beta?team=a', 'https://api.deepseek.com/beta/chat/completions'],
  ]
  for (const [provider, route, baseURL, url] of bases) {
    const { url: found } = await sent({ provider, route, baseURL, model: 'm' })
    expect(found.split('?')[0]).toBe(url)
  }
  expect((await sent({ provider: 'deepseek', baseURL: 'https://d.test/v1?team=a', model: 'm' })).url).toBe(
    'https://d.test/v1/chat/completions?team=a',
  )
})

test('every route works under the base that mountAll gives its provider', async () => {
  const prefixes = { openai: '/openai/v1', deepseek: '/deepseek/v1' } as Readonly<Record<string, string>>
  for (const target of targets) {
    const llm = createLlmMock({ providers: mountAll('https://llm.test') })
    llm.use(scenario('any', { responses: [text('Yes.')], repeat: 'last' }))
    const { provider } = target.options
    const baseURL = `https://llm.test${prefixes[provider] ?? `/${provider}`}`
    for (const { ask } of ways) {
      expect((await ask(clientOf(target, { fetch: llm.fetch }, { baseURL }), hi)).text).toBe('Yes.')
    }
  }
})

test('headers of a request take the place of those of the client, and without a key there is none', async () => {
  const options = { provider: 'openai', model: 'm', apiKey: 'secret' } as const
  const headers = { Authorization: 'Bearer other', 'x-llm-session': 'a' }
  expect((await sent(options, false, { headers })).headers).toEqual({
    ...json,
    authorization: 'Bearer other',
    'x-llm-session': 'a',
  })
  expect((await sent({ provider: 'anthropic', model: 'm' })).headers).toEqual({
    ...json,
    'anthropic-version': '2023-06-01',
  })
})

test('the global fetch is looked up at each call', async () => {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('Yes.')] }))
  const client = createChatClient({ provider: 'openai', model: 'm' })
  const { fetch } = globalThis
  globalThis.fetch = llm.fetch
  try {
    expect((await client.getResponse(hi)).text).toBe('Yes.')
  } finally {
    globalThis.fetch = fetch
  }
})

test('options that cannot be used are refused, with what can be', () => {
  const make = (options: object) => () => createChatClient(options as ChatClientOptions)
  const said = (options: object): string => {
    try {
      make(options)()
    } catch (error) {
      if (error instanceof TypeError) return error.message
    }
    throw new Error('It was not refused')
  }
  expect([
    said({ provider: 'openai' }),
    said({ provider: 'mistral', model: 'm' }),
    said({ provider: 'openai', model: 'm', key: 'a' }),
    said({ provider: 'openai', model: 'm', route: 'GET /openai/v1/models' }),
    said({ provider: 'azure-openai', model: 'm' }),
    said({ provider: 'microsoft-foundry', model: 'm' }),
    said({ provider: 'microsoft-foundry', model: 'm', route: 'POST /microsoft-foundry/openai/v1/responses' }),
    said({ provider: 'openai', model: 'm', baseURL: 'api.openai.com' }),
    said({ provider: 'azure-openai', model: 'm', baseURL: 'https://{resource}.openai.azure.com' }),
  ]).toEqual([
    'createChatClient() needs the name of a model.',
    'createChatClient() knows no provider "mistral". Use one of openai, azure-openai, deepseek, microsoft-foundry, anthropic, gemini.',
    'createChatClient() has no option "key"; its options are provider, model, route, baseURL, apiKey, apiVersion, fetch.',
    `createChatClient() has no route "GET /openai/v1/models" of the provider 'openai'. Use one of 'POST /openai/v1/chat/completions', 'POST /openai/v1/responses'.`,
    "createChatClient() needs baseURL for POST /azure-openai/openai/deployments/{deployment}/chat/completions: each resource of 'azure-openai' has a host of its own. Give it as the official client takes it, for example 'https://{resource}.openai.azure.com'.",
    "createChatClient() needs baseURL for POST /microsoft-foundry/chat/completions: each resource of 'microsoft-foundry' has a host of its own. Give it as the official client takes it, for example 'https://{name}.{region}.models.ai.azure.com'.",
    "createChatClient() needs baseURL for POST /microsoft-foundry/openai/v1/responses: each resource of 'microsoft-foundry' has a host of its own. Give it as the official client takes it, for example 'https://{resource}.services.ai.azure.com'.",
    `createChatClient() cannot use the baseURL "api.openai.com". Give it as the official client takes it, for example 'https://api.openai.com/v1'.`,
    `createChatClient() cannot use the baseURL "https://{resource}.openai.azure.com". Give it as the official client takes it, for example 'https://{resource}.openai.azure.com'.`,
  ])
})
