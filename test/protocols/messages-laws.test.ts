import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FixtureResponse } from 'msw-llm'
import type { ResponsePlan } from '../../src/delivery/plan.ts'
import { messages } from '../../src/protocols/messages/index.ts'
import { arrivalOf } from '../core/ask.ts'
import { asking, route } from './messages-answers.ts'
import { planOf } from './wire.ts'

const texts = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '"', '\\', '\u0000', 'é', '😀', '\ud83d', '\u2028'),
  maxLength: 60,
})
const counts = fc.nat({ max: 50 })

/** A text in pieces, some of them empty, or a blocked prompt. */
const responses: fc.Arbitrary<FixtureResponse> = fc
  .record({
    pieces: fc.array(texts, { maxLength: 6 }),
    explicit: fc.boolean(),
    kind: fc.constantFrom('ordinary', 'length', 'refused', 'blocked'),
    counts: fc.tuple(counts, counts, counts, counts, counts),
    isStated: fc.boolean(),
  })
  .map(({ pieces, explicit, kind, counts: [input, cached, written, output, thought], isStated }) => ({
    ...(kind === 'blocked'
      ? { promptBlock: {} }
      : { content: pieces.join(''), ...(explicit && { streamChunks: pieces }) }),
    ...(kind === 'length' && { finishReason: 'length' as const }),
    ...(kind === 'refused' && { outputDisposition: { kind, category: 'bio', explanation: null } as const }),
    ...(isStated && {
      usage: {
        inputTokens: input + cached + written,
        cachedInputTokens: cached,
        cacheWriteInputTokens: written,
        outputTokens: output + thought,
        reasoningTokens: thought,
      },
    }),
  }))

interface Usage {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation: { readonly ephemeral_5m_input_tokens: number; readonly ephemeral_1h_input_tokens: number }
  readonly output_tokens: number
}

interface Body {
  readonly id: string
  readonly model: string
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly stop_reason: string
  readonly stop_sequence: null
  readonly stop_details: unknown
  readonly usage: Usage
}

interface Event {
  readonly type: string
  readonly index?: number
  readonly message?: Body
  readonly delta?: { readonly text?: string; readonly stop_reason?: string; readonly stop_details?: unknown }
  readonly usage?: Partial<Usage>
}

function streamPlanOf(response: FixtureResponse): ResponsePlan & { kind: 'stream' } {
  return planOf({ name: 'any', response, ...asking('Hi', { stream: true }) }) as ResponsePlan & { kind: 'stream' }
}

function eventsOf(response: FixtureResponse): readonly Event[] {
  return streamPlanOf(response).frames.map(({ data }) => JSON.parse(data) as Event)
}

function bodyOf(response: FixtureResponse): Body {
  return JSON.parse((planOf({ name: 'any', response, ...asking() }) as { body: string }).body) as Body
}

test('encodes the same answer twice to the same bytes', () => {
  fc.assert(
    fc.property(responses, (response) => {
      expect(streamPlanOf(response)).toEqual(streamPlanOf(response))
      expect(bodyOf(response)).toEqual(bodyOf(response))
    }),
  )
})

test('streams the text and the end of the JSON body', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const events = eventsOf(response)
      const { content, stop_reason, stop_sequence, stop_details } = bodyOf(response)
      const streamed = events.map(({ delta }) => delta?.text ?? '').join('')
      expect([streamed, streamed]).toEqual([content.map(({ text }) => text).join(''), response.content ?? ''])
      expect(events.filter(({ type }) => type === 'message_delta').map(({ delta }) => delta)).toEqual([
        { stop_reason, stop_sequence, stop_details },
      ])
      const isRefusal = response.outputDisposition !== undefined || response.promptBlock !== undefined
      const ordinary = response.finishReason === 'length' ? 'max_tokens' : 'end_turn'
      expect([stop_reason, stop_sequence]).toEqual([isRefusal ? 'refusal' : ordinary, null])
    }),
    { numRuns: 300 },
  )
})

test('streams explicit chunks one a frame, unless they are all empty', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const { streamChunks, content } = response
      fc.pre(streamChunks !== undefined)
      const pieces = eventsOf(response).flatMap(({ type, delta }) =>
        type === 'content_block_delta' ? [delta?.text] : [],
      )
      expect(pieces).toEqual(content === '' ? [] : streamChunks)
    }),
  )
})

test('sends the events in their order, with one ping and one block at most', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const types = eventsOf(response).map(({ type }) => type)
      const deltas = types.filter((type) => type === 'content_block_delta')
      const block = ['content_block_start', 'ping', ...deltas, 'content_block_stop']
      expect(types).toEqual([
        'message_start',
        ...(bodyOf(response).content.length === 0 ? ['ping'] : block),
        'message_delta',
        'message_stop',
      ])
    }),
  )
})

test('names each event by its type, in one line, and marks deltas as content and the end as terminal', () => {
  fc.assert(
    fc.property(responses, (response) => {
      for (const { event, data, role } of streamPlanOf(response).frames) {
        const { type } = JSON.parse(data) as Event
        const roles: Readonly<Record<string, string>> = { content_block_delta: 'content', message_stop: 'terminal' }
        expect([event, role, /[\r\n]/.test(data)]).toEqual([type, roles[type], false])
      }
    }),
  )
})

test('starts a message with the identity of the JSON body', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const [{ message }] = eventsOf(response) as [Event]
      const { id, model } = bodyOf(response)
      expect([message?.id, message?.model]).toEqual([id, model])
      expect([id, id.length]).toEqual([`msg_01${'1'.padStart(22, '0')}`, 28])
    }),
  )
})

test('counts the input without the cache, and the output to the end', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const events = eventsOf(response)
      const { usage } = bodyOf(response)
      const { inputTokens = 1, cachedInputTokens = 0, cacheWriteInputTokens = 0 } = response.usage ?? {}
      expect(usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens).toBe(inputTokens)
      expect([usage.cache_read_input_tokens, usage.cache_creation_input_tokens]).toEqual([
        cachedInputTokens,
        cacheWriteInputTokens,
      ])
      expect(usage.cache_creation).toEqual({
        ephemeral_5m_input_tokens: cacheWriteInputTokens,
        ephemeral_1h_input_tokens: 0,
      })
      const {
        cache_creation: _,
        service_tier: __,
        inference_geo: ___,
        ...total
      } = usage as Usage & {
        service_tier: string
        inference_geo: string
      }
      expect(events.find(({ type }) => type === 'message_delta')?.usage).toEqual(total)
      const started = events[0]?.message?.usage
      expect(started).toMatchObject({ input_tokens: usage.input_tokens, cache_creation: usage.cache_creation })
      expect(started?.output_tokens).toBe(Math.min(1, usage.output_tokens))
    }),
  )
})

test('sends a stream with the content type of one, a body with that of JSON, and fixed account headers', () => {
  const context = { ...arrivalOf(asking()), identity: { id: '12', created: 5 } }
  const limits = (kind: string, limit: number): Readonly<Record<string, string>> => ({
    [`anthropic-ratelimit-${kind}-limit`]: String(limit),
    [`anthropic-ratelimit-${kind}-remaining`]: String(limit - 1),
    [`anthropic-ratelimit-${kind}-reset`]: '2026-01-01T00:00:00Z',
  })
  const common = {
    'request-id': 'req_011000000000000000000012',
    'anthropic-organization-id': '00000000-0000-0000-0000-000000000000',
    ...limits('requests', 4000),
    ...limits('tokens', 4_800_000),
    ...limits('input-tokens', 4_000_000),
    ...limits('output-tokens', 800_000),
  }
  expect((['json', 'sse', 'error'] as const).map((kind) => route.protocol.headers(kind, context))).toEqual([
    { 'content-type': 'application/json', ...common },
    { 'content-type': 'text/event-stream; charset=utf-8', ...common, 'cache-control': 'no-cache' },
    { 'content-type': 'application/json', ...common },
  ])
})

test('sends the content type and the request id where a host has no headers of its own', () => {
  const context = { ...arrivalOf(asking()), identity: { id: '12', created: 5 } }
  expect(messages().headers('sse', context)).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'request-id': 'req_011000000000000000000012',
  })
})
