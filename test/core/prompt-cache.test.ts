/** What the prompt cache reads and keeps, where a provider caches by itself. */
import { expect, test } from 'vitest'
import type { Config } from 'msw-llm'
import { ask, stateOf, type Asked } from './ask.ts'
import { asksOf, routeOf, type Said } from './chat-routes.ts'

const config: Config = { chatScenarios: [{ id: 'a', responses: [{ content: 'Yes.' }], repeat: 'last' }] }

/** A text of so many tokens, a token being four letters. */
function tokens(count: number, letter = 'x'): string {
  return letter.repeat(4 * count)
}

/** What is read from the cache by each request, in order. */
function reads(requests: readonly Asked[], configured: Config = config): readonly number[] {
  let state = stateOf(configured)
  return requests.map((asked, index) => {
    const exchange = ask(state, { sequence: index + 1, ...asked })
    state = exchange.state
    return exchange.record.response.usage.cachedInputTokens
  })
}

function user(content: string): Said {
  return { role: 'user', content }
}

/** Each request sent twice: what the second one reads. */
function readAgain(provider: string, sizes: readonly number[]): readonly number[] {
  return sizes.map((size) => {
    const asked = asksOf(routeOf(provider), [user(tokens(size))])
    return reads([asked, asked])[1] ?? NaN
  })
}

test.for(['openai', 'azure-openai'])('%s reads from 1,024 tokens on, in steps of 128', (provider) => {
  expect(readAgain(provider, [1023, 1024, 1025, 1151, 1152, 1279, 1280])).toEqual([
    0, 1024, 1024, 1024, 1152, 1152, 1280,
  ])
})

test('deepseek reads from 64 tokens on, in steps of 64', () => {
  expect(readAgain('deepseek', [63, 64, 127, 128, 129])).toEqual([0, 64, 64, 128, 128])
})

test('gemini reads from 4,096 tokens on, to the token', () => {
  expect(readAgain('gemini', [4095, 4096, 4097])).toEqual([0, 4096, 4097])
})

test('anthropic reads nothing that no request marks', () => {
  expect(readAgain('anthropic', [1023, 1024, 10_000])).toEqual([0, 0, 0])
})
