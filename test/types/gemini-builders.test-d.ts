import type { FixtureResponse, Provider } from 'msw-llm'
import * as builders from 'msw-llm/gemini'
import { gemini, filtered, promptBlocked, text, type GeminiOptions } from 'msw-llm/gemini'
import { expectTypeOf, test } from 'vitest'

test('there is no builder for what Gemini has no form for', () => {
  expectTypeOf(builders).not.toHaveProperty('refused')
  expectTypeOf<keyof typeof builders>().toEqualTypeOf<
    'exactly' | 'fails' | 'filtered' | 'gemini' | 'json' | 'promptBlocked' | 'scenario' | 'text' | 'userContains'
  >()
})

test('answers can end in Gemini’s own reasons', () => {
  expectTypeOf(text('The', { finishReason: 'RECITATION' })).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(filtered('The')).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(promptBlocked({ blockReason: 'BLOCKLIST' })).toEqualTypeOf<FixtureResponse>()
  // @ts-expect-error `filtered` is what ends in SAFETY.
  text('The', { finishReason: 'SAFETY' })
  // @ts-expect-error DeepSeek's.
  text('The', { finishReason: 'insufficient_system_resource' })
})

test('the provider has its options', () => {
  expectTypeOf(gemini({ baseURL: 'https://x.test', safetyContent: 'empty' })).toEqualTypeOf<Provider>()
  expectTypeOf<GeminiOptions['safetyContent']>().toEqualTypeOf<'absent' | 'empty' | undefined>()
  // @ts-expect-error There is no such content.
  gemini({ safetyContent: 'none' })
  // @ts-expect-error The client takes a base, and no endpoint.
  gemini({ endpoint: 'https://x.test' })
})
