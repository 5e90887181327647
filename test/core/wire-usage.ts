/** The usage that an answer carries on the wire, whole or streamed, and the laws that its provider's fields keep. */
import { expect } from 'vitest'
import type { CompleteUsage } from '../../src/conversation/usage.ts'
import type { ResponsePlan } from '../../src/delivery/plan.ts'
import type { ChatRoute, Family } from './chat-routes.ts'

type Fields = Readonly<Record<string, unknown>>

/** Every usage of an answer, the last one being that of the whole. */
export function usagesOf(family: Family, plan: ResponsePlan): readonly Fields[] {
  const bodies = plan.kind === 'json' ? [plan.body] : plan.kind === 'stream' ? plan.frames.map(({ data }) => data) : []
  return bodies
    .filter((body) => body !== undefined && body.startsWith('{'))
    .map((body) => usageIn(family, JSON.parse(body) as Fields))
    .filter((usage) => usage != null)
}

function usageIn(family: Family, body: Fields): Fields | null | undefined {
  const inside = (body['response'] ?? body['message']) as Fields | undefined
  const key = family === 'generateContent' ? 'usageMetadata' : 'usage'
  return (inside?.[key] ?? body[key]) as Fields | null | undefined
}

/** Holds a usage against what was counted, field by field, and nothing else may be in it. */
export function expectUsage({ family, route }: ChatRoute, wire: Fields, counted: CompleteUsage): void {
  const { inputTokens: input, outputTokens: output, cachedInputTokens: cached } = counted
  const { cacheWriteInputTokens: written, reasoningTokens: reasoning } = counted
  const totals = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  const isInference = /^POST \/microsoft-foundry\/(models\/)?chat/.test(route.id)
  if (isInference) return expect(wire).toEqual(totals)
  if (route.provider === 'deepseek') {
    return expect(wire).toEqual({
      ...totals,
      prompt_tokens_details: { cached_tokens: cached },
      ...(reasoning > 0 && { completion_tokens_details: { reasoning_tokens: reasoning } }),
      prompt_cache_hit_tokens: cached,
      prompt_cache_miss_tokens: input - cached,
    })
  }
  switch (family) {
    case 'chat':
      return expect(wire).toEqual({
        ...totals,
        prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
        completion_tokens_details: {
          reasoning_tokens: reasoning,
          audio_tokens: 0,
          accepted_prediction_tokens: 0,
          rejected_prediction_tokens: 0,
        },
      })
    case 'responses':
      return expect(wire).toEqual({
        input_tokens: input,
        input_tokens_details: { cache_write_tokens: written, cached_tokens: cached },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: reasoning },
        total_tokens: input + output,
      })
    case 'messages':
      return expect(wire).toMatchObject({
        input_tokens: input - cached - written,
        cache_creation_input_tokens: written,
        cache_read_input_tokens: cached,
        output_tokens: output,
      })
    case 'generateContent':
      return expect(wire).toEqual({
        promptTokenCount: input,
        ...(output > reasoning && { candidatesTokenCount: output - reasoning }),
        totalTokenCount: input + output,
        ...(cached > 0 && { cachedContentTokenCount: cached }),
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
        ...(cached > 0 && { cacheTokensDetails: [{ modality: 'TEXT', tokenCount: cached }] }),
        ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
        serviceTier: 'standard',
      })
  }
}

/** Every number in a value, however deep. */
export function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
