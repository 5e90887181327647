/** What the core sends is what the official client says it receives, but for what it renames or does not know. */
import type { Candidate, GenerateContentResponse, GenerateContentResponseUsageMetadata } from '@google/genai'
import type { GenerateContentResponse as GenerateContentResponse2 } from 'genai2'
import { expectTypeOf, test } from 'vitest'
import type {
  BlockedPromptBody,
  GenerateContentBody,
  WireCandidate,
  WireUsage,
} from '../../src/protocols/generate-content/wire.ts'

/** The client's types have mutable arrays, and enums for what are strings on the wire. */
type Plain<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Plain<T[Key]> }
      : T

/** The data of a response, without the accessors that the client adds. */
type Body<T extends GenerateContentResponse | GenerateContentResponse2> = Plain<
  Pick<T, 'candidates' | 'promptFeedback' | 'usageMetadata' | 'modelVersion' | 'responseId'>
>
type Undeclared<Sent, Declared> = Exclude<keyof Sent, keyof Declared>

/** Of a response, all but the citations. */
type Uncited = Omit<GenerateContentBody, 'candidates'> & {
  readonly candidates: readonly Omit<WireCandidate, 'citationMetadata'>[]
}

test('a response', () => {
  expectTypeOf<Uncited>().toExtend<Body<GenerateContentResponse>>()
  expectTypeOf<Uncited>().toExtend<Body<GenerateContentResponse2>>()
  expectTypeOf<Undeclared<GenerateContentBody, GenerateContentResponse>>().toBeNever()
})

test('a candidate, whose citations the service calls citationSources', () => {
  expectTypeOf<Undeclared<WireCandidate, Candidate>>().toBeNever()
  type Cited = Required<WireCandidate>['citationMetadata']
  type Declared = Plain<Required<Candidate>['citationMetadata']>
  // @ts-expect-error Recorded as `citationSources` (googleai RECITATION frames); the client renames it to `citations`.
  expectTypeOf<Cited>().toExtend<Required<Declared>>()
  expectTypeOf<Cited['citationSources']>().toExtend<Required<Declared>['citations']>()
})

test('the usage, of which the client does not know the service tier', () => {
  expectTypeOf<WireUsage>().toExtend<Plain<GenerateContentResponseUsageMetadata>>()
  // @ts-expect-error Recorded since 2026 in every usageMetadata of the Gemini API; no field of the client's.
  expectTypeOf<Undeclared<WireUsage, GenerateContentResponseUsageMetadata>>().toBeNever()
  expectTypeOf<Undeclared<WireUsage, GenerateContentResponseUsageMetadata>>().toEqualTypeOf<'serviceTier'>()
})

test('a blocked prompt, whose reason is the fixture’s', () => {
  expectTypeOf<Omit<BlockedPromptBody, 'promptFeedback'>>().toExtend<Body<GenerateContentResponse>>()
  // @ts-expect-error A fixture may state a reason that the client does not know yet.
  expectTypeOf<BlockedPromptBody>().toExtend<Body<GenerateContentResponse>>()
  expectTypeOf<{ blockReason: 'PROHIBITED_CONTENT' }>().toExtend<
    Required<Body<GenerateContentResponse>>['promptFeedback']
  >()
})
