/** What a usage says of the prompt cache: stated, counted, given again. */
import { expect, test } from 'vitest'
import { text, type Usage } from 'msw-llm'
import type { CompleteUsage } from '../../src/conversation/usage.ts'
import { ask, stateOf, type Asked } from './ask.ts'
import { tokens, user } from './cache-reads.ts'
import { asksOf, routeOf, type Said } from './chat-routes.ts'

const openai = routeOf('openai')
const anthropic = routeOf('anthropic')
const prompt: readonly Said[] = [user(tokens(1200))]
const cache_control = { type: 'ephemeral', ttl: '1h' }

/** The usage of an answer to a prompt of 1,200 tokens that was sent before, and of which 1,152 are in the cache. */
function usageOf(stated: Usage): CompleteUsage {
  const first = ask(
    stateOf({ chatScenarios: [{ id: 'a', responses: [text('Yes.'), text('Yes.', { usage: stated })] }] }),
    {
      ...asksOf(openai, prompt),
    },
  )
  return ask(first.state, asksOf(openai, prompt)).record.response.usage
}

test.for<readonly [stated: Usage, counted: Partial<CompleteUsage>]>([
  [{}, { inputTokens: 1200, cachedInputTokens: 1152 }],
  [{ cachedInputTokens: 0 }, { inputTokens: 1200, cachedInputTokens: 0 }],
  [{ cachedInputTokens: 64 }, { inputTokens: 1200, cachedInputTokens: 64 }],
  [{ cachedInputTokens: 5000 }, { inputTokens: 5000, cachedInputTokens: 5000 }],
  [{ cacheWriteInputTokens: 1000 }, { inputTokens: 1200, cachedInputTokens: 200, cacheWriteInputTokens: 1000 }],
  [{ cacheWriteInputTokens: 1300 }, { inputTokens: 1300, cachedInputTokens: 0, cacheWriteInputTokens: 1300 }],
  [{ inputTokens: 100 }, { inputTokens: 100, cachedInputTokens: 0 }],
  [
    { inputTokens: 2000, cachedInputTokens: 10 },
    { inputTokens: 2000, cachedInputTokens: 10 },
  ],
])('a fixture that states %o is taken at its word, and the rest fits', ([stated, counted]) => {
  expect(usageOf(stated)).toEqual({
    outputTokens: 1,
    cacheWriteInputTokens: 0,
    reasoningTokens: 0,
    ...counted,
  })
})

/** Both answers to a turn that is asked for twice. */
function askTwice(
  asked: Asked,
): readonly [first: CompleteUsage, again: CompleteUsage, firstBody: string, body: string] {
  const state = stateOf({ chatScenarios: [{ id: 'c', steps: [{ id: 'a', response: text('Yes.') }] }] })
  const first = ask(state, asked)
  const again = ask(first.state, asked)
  expect(again.record.response.replayed).toBe(true)
  if (first.plan.kind !== 'json' || again.plan.kind !== 'json') throw new Error('Both are JSON')
  return [first.record.response.usage, again.record.response.usage, first.plan.body, again.plan.body]
}

test('a turn that is given again has the usage of the first time, though the cache has its prompt now', () => {
  const [first, again] = askTwice(asksOf(openai, prompt))
  expect(first).toMatchObject({ inputTokens: 1200, cachedInputTokens: 0 })
  expect(again).toEqual(first)
})

test('a turn that is given again has the same lifetimes on the wire', () => {
  const [, , first, again] = askTwice(asksOf(anthropic, prompt, { cache_control }))
  const usageIn = (body: string): unknown => (JSON.parse(body) as { usage: unknown }).usage
  expect(usageIn(first)).toMatchObject({
    cache_creation_input_tokens: 1200,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 1200 },
  })
  expect(usageIn(again)).toEqual(usageIn(first))
})

test('a turn that is given again keeps nothing, and the next turn reads what the first one kept', () => {
  const state = stateOf({
    chatScenarios: [
      {
        id: 'c',
        steps: [
          { id: 'a', response: text('Yes.') },
          { id: 'b', after: 'a', response: text('No.') },
        ],
      },
    ],
  })
  const first = ask(state, asksOf(openai, prompt))
  const again = ask(first.state, asksOf(openai, prompt))
  expect(again.state.caches).toBe(first.state.caches)
  const next = ask(again.state, asksOf(openai, [...prompt, { role: 'assistant', content: 'Yes.' }, user('And?')]))
  expect(next.record.response).toMatchObject({ step: 'b', usage: { inputTokens: 1202, cachedInputTokens: 1152 } })
})
