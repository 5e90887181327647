import * as provider from 'msw-llm/anthropic'
import { refused, text, type RefusalCategory } from 'msw-llm/anthropic'
import type { RefusalStopDetails } from '@anthropic-ai/sdk/resources/messages'
import type { FixtureResponse } from 'msw-llm'
import { expectTypeOf, test } from 'vitest'

test('a refusal has one of the categories that the client declares, or none', () => {
  expectTypeOf<RefusalCategory | null>().toEqualTypeOf<RefusalStopDetails['category']>()
  expectTypeOf(refused('No.', { category: 'cyber' })).toEqualTypeOf<FixtureResponse>()
  refused()
  refused('', { category: null, explanation: 'Because.', requests: ['tools'] })
  refused('No.', { category: undefined })
  // @ts-expect-error Anthropic has no such category.
  refused('No.', { category: 'violence' })
  // @ts-expect-error The provider's own reason follows from the disposition.
  refused('No.', { finishReason: 'stop' })
})

test('there is nothing that Anthropic cannot tell', () => {
  expectTypeOf(provider).not.toHaveProperty('filtered')
  expectTypeOf(provider).toHaveProperty('promptBlocked')
  expectTypeOf(text('Hi', { finishReason: 'length' })).toEqualTypeOf<FixtureResponse>()
})
