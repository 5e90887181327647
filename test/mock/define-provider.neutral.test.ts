import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, defineProvider, filtered, scenario, text, type RouteDefinition } from 'msw-llm'
import { chatCompletions, without } from 'msw-llm/core'
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
    'POST /gateway/chat/completions needs a path that begins with a slash.',
  ],
  [
    'no protocol',
    defining({ protocol: {} }),
    'POST /gateway/chat/completions needs a protocol, for example chatCompletions().',
  ],
  [
    'an outcome left out',
    defining({ outcomes: { filtered: 'native' } }),
    "POST /gateway/chat/completions must say of outcomes.refused whether it is 'native' or 'unsupported'.",
  ],
] as [string, () => unknown, string][])('refuses %s', (_, define, message) => {
  expect(define).toThrow(new TypeError(`defineProvider(): ${message}`))
})

test('refuses a field or a base that is none', () => {
  expect(defining({ url: 'x' })).toThrow(
    /^defineProvider\(\): route 1 of 'gateway' has no option "url"; its options are id, /,
  )
  expect(defining({ baseURL: 'llm.example.com' })).toThrow(
    `defineProvider(): route 1 of 'gateway' cannot serve the base "llm.example.com": it is no absolute http(s) URL.`,
  )
})
