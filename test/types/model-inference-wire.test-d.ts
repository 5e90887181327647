/** What Model Inference sends is what Azure's client says it receives. */
import type { ChatChoiceOutput, ChatCompletionsOutput } from '@azure-rest/ai-inference'
import { expectTypeOf, test } from 'vitest'
import type { InferenceBody, InferenceChunk } from '../../handlers/microsoft-foundry/shape.ts'
import type { Received, Undeclared } from './received.ts'

test('a completion', () => {
  expectTypeOf<Received<InferenceBody>>().toExtend<ChatCompletionsOutput>()
})

test('a chunk of a stream has what the client declares of a completion, but for usage and delta', () => {
  expectTypeOf<Omit<Received<InferenceChunk>, 'usage' | 'choices'>>().toExtend<
    Omit<ChatCompletionsOutput, 'usage' | 'choices'>
  >()
})

test('no undeclared field but two that are recorded', () => {
  expectTypeOf<Undeclared<InferenceBody, ChatCompletionsOutput>>().toEqualTypeOf<'object'>()
  expectTypeOf<Undeclared<InferenceBody['choices'][number], ChatChoiceOutput>>().toEqualTypeOf<'logprobs'>()
})
