import type * as builders from 'msw-llm/deepseek'
import { deepseek, filtered, promptBlocked } from 'msw-llm/deepseek'
import type { FixtureResponse, Provider } from 'msw-llm'
import { expectTypeOf, test } from 'vitest'

test('what DeepSeek can say has a builder', () => {
  expectTypeOf(filtered('The story begins')).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(promptBlocked()).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(deepseek({ baseURL: ['https://example.com'] })).toEqualTypeOf<Provider>()
})

test('what DeepSeek cannot say has none', () => {
  expectTypeOf<Extract<keyof typeof builders, 'refused' | 'filtered'>>().toEqualTypeOf<'filtered'>()
  // @ts-expect-error It is the SDK's baseURL.
  deepseek({ endpoint: 'https://example.com' })
})
