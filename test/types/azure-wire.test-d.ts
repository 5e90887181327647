/** What Azure's chat routes send is what openai's client says it receives, and what more they send. */
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import type {
  ChatCompletion as ChatCompletion6,
  ChatCompletionChunk as ChatCompletionChunk6,
} from 'openai6/resources/chat/completions'
import { expectTypeOf, test } from 'vitest'
import type { AzureCompletionBody, AzureCompletionChunk, AzurePromptFrame } from '../../src/moderation/chat.ts'
import type { Received, Undeclared } from './received.ts'

test('a completion', () => {
  expectTypeOf<Received<AzureCompletionBody>>().toExtend<ChatCompletion>()
  expectTypeOf<Received<AzureCompletionBody>>().toExtend<ChatCompletion6>()
})

test('a chunk of a stream', () => {
  expectTypeOf<Received<AzureCompletionChunk>>().toExtend<ChatCompletionChunk>()
  expectTypeOf<Received<AzureCompletionChunk>>().toExtend<ChatCompletionChunk6>()
})

test('the first frame of a stream, but for its empty object', () => {
  expectTypeOf<Omit<Received<AzurePromptFrame>, 'object'>>().toExtend<Omit<ChatCompletionChunk, 'object'>>()
  // @ts-expect-error Recorded in every default-mode stream: the client declares one value for `object`, and this is ''.
  expectTypeOf<Received<AzurePromptFrame>>().toExtend<ChatCompletionChunk>()
})

test('no undeclared field but the content filter’s', () => {
  type Choice = AzureCompletionBody['choices'][number]
  type ChunkChoice = AzureCompletionChunk['choices'][number]
  expectTypeOf<Undeclared<AzureCompletionBody, ChatCompletion>>().toEqualTypeOf<
    'prompt_filter_results' | 'prompt_annotations'
  >()
  expectTypeOf<Undeclared<Choice, ChatCompletion.Choice>>().toEqualTypeOf<'content_filter_results'>()
  expectTypeOf<Undeclared<AzureCompletionChunk, ChatCompletionChunk>>().toBeNever()
  expectTypeOf<Undeclared<ChunkChoice, ChatCompletionChunk.Choice>>().toEqualTypeOf<'content_filter_results'>()
})
