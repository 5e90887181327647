/** What the core sends is what the official client says it receives. */
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import type {
  ChatCompletion as ChatCompletion6,
  ChatCompletionChunk as ChatCompletionChunk6,
} from 'openai6/resources/chat/completions'
import { expectTypeOf, test } from 'vitest'
import type { ChatCompletionBody, ChatCompletionChunk as Chunk } from '../../src/protocols/chat-completions/wire.ts'
import type { Received, Undeclared } from './received.ts'

test('a completion', () => {
  expectTypeOf<Received<ChatCompletionBody>>().toExtend<ChatCompletion>()
  expectTypeOf<Received<ChatCompletionBody>>().toExtend<ChatCompletion6>()
})

test('a chunk of a stream', () => {
  expectTypeOf<Received<Chunk>>().toExtend<ChatCompletionChunk>()
  expectTypeOf<Received<Chunk>>().toExtend<ChatCompletionChunk6>()
})

test('no field that the client does not declare', () => {
  expectTypeOf<Undeclared<ChatCompletionBody, ChatCompletion>>().toBeNever()
  expectTypeOf<Undeclared<ChatCompletionBody, ChatCompletion6>>().toBeNever()
  expectTypeOf<Undeclared<Chunk, ChatCompletionChunk>>().toBeNever()
  // The service sends it to every client; version 6 has no word for it.
  expectTypeOf<Undeclared<Chunk, ChatCompletionChunk6>>().toEqualTypeOf<'obfuscation'>()
})
