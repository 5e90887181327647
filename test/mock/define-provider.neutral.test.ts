import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, defineProvider, filtered, scenario, text, type RouteDefinition } from 'msw-llm'
import { azureChat, chatCompletions, deploymentFilters, without } from 'msw-llm/core'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'

const route: RouteDefinition = {
  id: 'POST /gateway/chat/completions',
  method: 'POST',
  baseURL: ['https://llm.example.com/v1/', 'https://{region}.llm.example.com/v1'],
  path: '/chat/completions',
  protocol: chatCompletions({
    obfuscation: false,
    adaptCompletion: (body) => without(body, 'service_tier'),
    adaptChunk: (chunk) => without(chunk, 'service_tier'),
  }),
  outcomes: { filtered: 'native', refused: 'unsupported' },
}

for (const host of hosts) {
  test(`${host.name}: a provider of one's own is served at each of its bases, under its own name`, async () => {
    const llm = createLlmMock({ providers: [defineProvider({ name: 'gateway', routes: [route] })] })
    llm.use(
      scenario('other', { provider: 'openai', responses: [text('Not this.')] }),
      scenario('own', { provider: 'gateway', responses: [text('Hello!'), filtered('Cut')] }),
    )
    await withHost(host, llm, async ({ fetch }) => {
      const ask = async (baseURL: string): Promise<unknown> => {
        const client = new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true })
        const completion = await client.chat.completions.create({
          model: 'm',
          messages: [{ role: 'user', content: 'Hi' }],
        })
        return [
          completion.choices[0]?.message.content,
          completion.choices[0]?.finish_reason,
          'service_tier' in completion,
        ]
      }
      expect(await ask('https://llm.example.com/v1')).toEqual(['Hello!', 'stop', false])
      expect(await ask('https://north.llm.example.com/v1')).toEqual(['Cut', 'content_filter', false])
      expect(llm.journal.map(({ request }) => [request.provider, request.route])).toEqual([
        ['gateway', 'POST /gateway/chat/completions'],
        ['gateway', 'POST /gateway/chat/completions'],
      ])
      llm.verify({ unused: false })
    })
  })
}

function defining(changes: Record<string, unknown>): () => unknown {
  return () => defineProvider({ name: 'gateway', routes: [{ ...route, ...changes }] })
}

test.each([
  ['no options', () => defineProvider(undefined as never), 'a provider needs a name.'],
  ['an empty name', () => defineProvider({ name: '', routes: [route] }), 'a provider needs a name.'],
  ['no routes', () => defineProvider({ name: 'x', routes: [] }), "provider 'x' has no routes."],
  ['no id', defining({ id: '' }), "route 1 of 'gateway' has no id."],
  [
    'a method of another kind',
    defining({ method: 'PUT' }),
    'POST /gateway/chat/completions needs a method: POST, GET, DELETE or OPTIONS.',
  ],
  [
    'a path without a slash',
    defining({ path: 'x' }),
    'POST /gateway/chat/completions needs a path that begins with a slash, without a query.',
  ],
  [
    'no protocol',
    defining({ protocol: {} }),
    'POST /gateway/chat/completions needs a protocol, for example chatCompletions().',
  ],
  [
    'a protocol that only parses',
    defining({ protocol: { parse: () => {} } }),
    'POST /gateway/chat/completions needs a protocol, for example chatCompletions().',
  ],
  [
    'a path with a query',
    defining({ path: '/c?x=1' }),
    'POST /gateway/chat/completions needs a path that begins with a slash, without a query.',
  ],
  ...['/c/{a', '/{a}/{a}'].map((path) => [
    `the path ${path}`,
    defining({ path }),
    'POST /gateway/chat/completions has a path with broken or repeated {placeholders}.',
  ]),
  [
    'reasons that are no list',
    defining({ finishReasons: 5 }),
    'POST /gateway/chat/completions needs a list of texts as finishReasons.',
  ],
  [
    'categories that are no list',
    defining({ refusalCategories: 'cyber' }),
    'POST /gateway/chat/completions needs a list of texts as refusalCategories.',
  ],
  [
    'a content filter that is no function',
    defining({ contentFilter: { mode: 'default' } }),
    "POST /gateway/chat/completions needs a function as contentFilter, for example deploymentFilters(undefined, 'default').",
  ],
  ...[
    null,
    {},
    { minimumTokens: 1024 },
    { minimumTokens: 1024, stepTokens: 0 },
    { minimumTokens: -1, stepTokens: 1 },
    { minimumTokens: 0.5, stepTokens: 1 },
    { minimumTokens: '1024', stepTokens: 1 },
  ].map((promptCache) => [
    `the prompt cache ${JSON.stringify(promptCache)}`,
    defining({ promptCache }),
    'POST /gateway/chat/completions needs a promptCache such as { minimumTokens: 1024, stepTokens: 128 }, in whole numbers from 1.',
  ]),
  [
    'an outcome left out',
    defining({ outcomes: { filtered: 'native' } }),
    "POST /gateway/chat/completions must say of outcomes.refused whether it is 'native' or 'unsupported'.",
  ],
] as [string, () => unknown, string][])('refuses %s', (_, define, message) => {
  expect(define).toThrow(new TypeError(`defineProvider(): ${message}`))
})

test('a provider of one\u2019s own may filter content', async () => {
  const protocol = chatCompletions(azureChat)
  const contentFilter = deploymentFilters({ mode: 'async' }, 'default')
  const llm = createLlmMock({
    providers: [defineProvider({ name: 'gateway', routes: [{ ...route, protocol, contentFilter }] })],
  })
  llm.use(scenario('own', { responses: [text('Hello!')] }))
  const response = await llm.fetch('https://llm.example.com/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  })
  expect((await response.text()).match(/"content_filter_offsets":\{[^}]*\}/g)).toEqual([
    '"content_filter_offsets":{"check_offset":32,"start_offset":32,"end_offset":38}',
  ])
})

test('a provider of one\u2019s own may have a prompt cache', async () => {
  const promptCache = { minimumTokens: 4, stepTokens: 2 }
  const llm = createLlmMock({
    providers: [defineProvider({ name: 'gateway', routes: [{ ...route, promptCache }] })],
    countTokens: ({ length }) => length,
  })
  llm.use(scenario('own', { responses: [text('Hello!')], repeat: 'last' }))
  for (const content of ['Hello', 'Hello', 'Hi', 'Hi']) {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
    await llm.fetch('https://llm.example.com/v1/chat/completions', { method: 'POST', body })
  }
  expect(llm.journal.map(({ response }) => response.usage.cachedInputTokens)).toEqual([0, 4, 0, 0])
})

test('refuses a field or a base that is none', () => {
  expect(defining({ url: 'x' })).toThrow(
    /^defineProvider\(\): route 1 of 'gateway' has no option "url"; its options are id, /,
  )
  expect(defining({ baseURL: 'llm.example.com' })).toThrow(
    `defineProvider(): route 1 of 'gateway' cannot serve the base "llm.example.com": it is no absolute http(s) URL.`,
  )
})

test('a base with placeholders is served as a URL begins: lower-case host, no default port', async () => {
  const llm = createLlmMock({
    providers: [
      defineProvider({
        name: 'gateway',
        routes: [{ ...route, baseURL: ['https://Llm.Example.com:443/{tenant}/v1/', 'http://{region}.test:80/V1'] }],
      }),
    ],
  })
  llm.use(scenario('own', { responses: [text('Hello!')], repeat: 'last' }))
  const statusOf = async (url: string): Promise<number> => {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] })
    return (await llm.fetch(`${url}/chat/completions`, { method: 'POST', body })).status
  }
  expect([
    await statusOf('https://llm.example.com/a.b/v1'),
    await statusOf('http://north.test/V1'),
    await statusOf('http://north.test/v1'),
  ]).toEqual([200, 200, 404])
})
