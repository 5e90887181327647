import { expect, test } from 'vitest'
import { anthropic, azureOpenai, fails, openai, type Route } from 'msw-llm'
import { ask, stateOf } from './ask.ts'

const claude = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }

test.for<readonly [route: Route, body: unknown, requests: string, tokens: string, left: string]>([
  [openai().routes[0]!, undefined, 'x-ratelimit-remaining-requests', 'x-ratelimit-remaining-tokens', '1999999'],
  [azureOpenai().routes[1]!, undefined, 'x-ratelimit-remaining-requests', 'x-ratelimit-remaining-tokens', '1999999'],
  [
    anthropic().routes[0]!,
    claude,
    'anthropic-ratelimit-requests-remaining',
    'anthropic-ratelimit-tokens-remaining',
    '4799999',
  ],
])('at the limit of requests none is left: $0.id', ([route, body, requests, tokens, left]) => {
  const headersOf = (status: number, headers?: Record<string, string>): unknown => {
    const responses = [fails(status, { retryAfterMilliseconds: 20, ...(headers && { headers }) })]
    const { plan } = ask(stateOf({ chatScenarios: [{ id: 'a', responses }] }), {
      route,
      ...(body !== undefined && { body }),
    })
    return [plan.headers[requests], plan.headers[tokens], plan.headers['retry-after-ms']]
  }
  expect([headersOf(429), headersOf(429, { [requests]: '3' })]).toEqual([
    ['0', left, '20'],
    ['3', left, '20'],
  ])
  expect((headersOf(503) as string[])[0]).not.toBe('0')
})
