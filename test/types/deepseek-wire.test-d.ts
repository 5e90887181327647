/** What DeepSeek sends, against the types of openai's client, which its documents recommend. */
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import { expectTypeOf, test } from 'vitest'
import type { DeepseekBody, DeepseekChunk, DeepseekUsage } from '../../handlers/deepseek/shape.ts'
import type { Received, Undeclared } from './received.ts'

type Choice = DeepseekBody['choices'][number]

test('a completion, but for the refusal of its message', () => {
  expectTypeOf<Omit<Received<DeepseekBody>, 'choices'>>().toExtend<Omit<ChatCompletion, 'choices'>>()
  expectTypeOf<Omit<Received<Choice>, 'message'>>().toExtend<Omit<ChatCompletion.Choice, 'message'>>()
  expectTypeOf<Received<Choice['message']>>().toExtend<Omit<ChatCompletion.Choice['message'], 'refusal'>>()
  // @ts-expect-error Recorded: DeepSeek's messages have no `refusal`, which the client declares as always there.
  expectTypeOf<Received<DeepseekBody>>().toExtend<ChatCompletion>()
})

test('a chunk of a stream', () => {
  expectTypeOf<Received<DeepseekChunk>>().toExtend<ChatCompletionChunk>()
})

test('no undeclared field but the counts of the cache', () => {
  expectTypeOf<Undeclared<DeepseekBody, ChatCompletion>>().toBeNever()
  expectTypeOf<Undeclared<DeepseekChunk, ChatCompletionChunk>>().toBeNever()
  expectTypeOf<Undeclared<DeepseekUsage, NonNullable<ChatCompletion['usage']>>>().toEqualTypeOf<
    'prompt_cache_hit_tokens' | 'prompt_cache_miss_tokens'
  >()
})
