import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openai, type FixtureResponse } from 'msw-llm'
import type { ResponsePlan } from '../../src/delivery/plan.ts'
import { arrivalOf } from '../core/ask.ts'
import { finalChoice, planOf, type WireCase } from './chat-answers.ts'

const texts = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '"', '\\', '\u0000', 'é', '😀', '\ud83d', '\u2028'),
  maxLength: 60,
})
const kinds = fc.constantFrom('ordinary', 'length', 'filtered', 'refused')
const routes = fc.constantFrom(undefined, finalChoice)

/** A text in pieces, some of them empty. */
const responses: fc.Arbitrary<FixtureResponse> = fc
  .record({ pieces: fc.array(texts, { maxLength: 6 }), explicit: fc.boolean(), kind: kinds })
  .map(({ pieces, explicit, kind }) => ({
    content: pieces.join(''),
    ...(explicit && { streamChunks: pieces }),
    ...(kind === 'length' && { finishReason: 'length' as const }),
    ...((kind === 'filtered' || kind === 'refused') && { outputDisposition: { kind } }),
  }))

const streams: fc.Arbitrary<WireCase> = fc
  .record({
    response: responses,
    route: routes,
    include_usage: fc.constantFrom(undefined, null, true, false),
    include_obfuscation: fc.constantFrom(undefined, true, false),
  })
  .map(({ response, route, ...stream_options }) => ({
    name: 'any',
    response,
    more: { stream: true, stream_options },
    ...(route !== undefined && { route }),
  }))

interface Chunk {
  readonly id: string
  readonly object: string
  readonly created: number
  readonly model: string
  readonly choices: readonly {
    readonly index: number
    readonly delta: { readonly role?: string; readonly content?: string | null; readonly refusal?: string | null }
    readonly finish_reason: string | null
  }[]
  readonly usage?: unknown
  readonly obfuscation?: string
}

interface Body {
  readonly choices: readonly {
    readonly message: { readonly content: string | null; readonly refusal: string | null }
    readonly finish_reason: string
  }[]
  readonly usage: unknown
}

function framesOf(plan: ResponsePlan): readonly string[] {
  return plan.kind === 'stream' ? plan.frames.map(({ data }) => data) : []
}

function chunksOf(wireCase: WireCase): readonly Chunk[] {
  return framesOf(planOf(wireCase))
    .slice(0, -1)
    .map((data) => JSON.parse(data) as Chunk)
}

function bodyOf({ response, route }: WireCase): Body {
  const plan = planOf({ name: 'any', response, ...(route !== undefined && { route }) })
  return JSON.parse((plan as { body: string }).body) as Body
}

test('encodes the same answer twice to the same bytes', () => {
  fc.assert(
    fc.property(streams, (wireCase) => {
      expect(planOf(wireCase)).toEqual(planOf(wireCase))
      expect(bodyOf(wireCase)).toEqual(bodyOf(wireCase))
    }),
  )
})

test('streams pieces that concatenate to the text of the JSON body, with its finish reason', () => {
  fc.assert(
    fc.property(streams, (wireCase) => {
      const chunks = chunksOf(wireCase)
      const [choice] = bodyOf(wireCase).choices
      const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
      const isRefusal = choice!.message.refusal !== null
      expect(deltas.map(({ content }) => content ?? '').join('')).toBe(isRefusal ? '' : choice!.message.content)
      expect(deltas.map(({ refusal }) => refusal ?? '').join('')).toBe(choice!.message.refusal ?? '')
      const reasons = chunks.flatMap(({ choices }) => choices.map(({ finish_reason }) => finish_reason))
      expect(reasons.filter((reason) => reason !== null)).toEqual([choice!.finish_reason])
      expect(choice!.message[isRefusal ? 'refusal' : 'content']).toBe(wireCase.response.content)
    }),
    { numRuns: 300 },
  )
})

test('streams explicit chunks one a frame', () => {
  fc.assert(
    fc.property(streams, (wireCase) => {
      const { streamChunks } = wireCase.response
      fc.pre(streamChunks !== undefined)
      const pieces = chunksOf(wireCase)
        .filter(({ choices }) => choices.some(({ delta, finish_reason }) => delta.role === undefined && !finish_reason))
        .map(({ choices }) => choices[0]!.delta.refusal ?? choices[0]!.delta.content)
      expect(pieces).toEqual(streamChunks)
    }),
  )
})

test('ends a stream with its end mark, exactly once and last, as the frame that is marked terminal', () => {
  fc.assert(
    fc.property(streams, (wireCase) => {
      const plan = planOf(wireCase)
      const marks =
        plan.kind === 'stream' ? plan.frames.map(({ data, role }) => [data === '[DONE]', role === 'terminal']) : []
      expect(marks.filter(([isMark]) => isMark)).toHaveLength(1)
      expect(marks.filter(([isMark, isTerminal]) => isMark !== isTerminal)).toEqual([])
      expect(marks.at(-1)).toEqual([true, true])
    }),
  )
})

test('gives all frames of a stream one identity, and marks the pieces of text as content', () => {
  fc.assert(
    fc.property(streams, (wireCase) => {
      const chunks = chunksOf(wireCase)
      const heads = new Set(
        chunks.map(({ id, object, created, model }) => JSON.stringify([id, object, created, model])),
      )
      expect([...heads]).toEqual([
        JSON.stringify([`chatcmpl-${'1'.padStart(29, '0')}`, 'chat.completion.chunk', 1_700_000_001, 'gpt-5.5']),
      ])
      const plan = planOf(wireCase)
      const roles = plan.kind === 'stream' ? plan.frames.slice(0, -1).map(({ role }) => role === 'content') : []
      const isText = chunks.map(({ choices }) =>
        choices.some(({ delta, finish_reason }) => delta.role === undefined && finish_reason === null),
      )
      expect(roles).toEqual(isText)
    }),
  )
})

test('puts the usage where the host puts it, and the same numbers as into the JSON body', () => {
  fc.assert(
    fc.property(streams, (wireCase) => {
      const chunks = chunksOf(wireCase)
      const { usage } = bodyOf(wireCase)
      const asked =
        (wireCase.more as { stream_options: { include_usage?: boolean } }).stream_options.include_usage === true
      const place = wireCase.route === undefined ? asked : true
      const before = chunks.slice(0, place ? -1 : undefined)
      expect(before.map((chunk) => ('usage' in chunk ? chunk.usage : 'absent'))).toEqual(
        before.map(() => (asked ? null : 'absent')),
      )
      if (place) expect(chunks.at(-1)!.usage).toEqual(usage)
      const lastChoices = chunks.at(-1)!.choices.length
      expect(lastChoices).toBe(wireCase.route === undefined && asked ? 0 : 1)
    }),
  )
})

test('pads every frame of a host that pads, unless the request declines it', () => {
  fc.assert(
    fc.property(streams, (wireCase) => {
      const declined =
        (wireCase.more as { stream_options: { include_obfuscation?: boolean } }).stream_options.include_obfuscation ===
        false
      const pads = wireCase.route === undefined && !declined
      const padding = chunksOf(wireCase).map(({ obfuscation }) => obfuscation)
      expect(padding.filter((text) => (text === undefined) === pads)).toEqual([])
      expect(padding.filter((text) => text !== undefined && !/^[A-Za-z0-9]{0,15}$/.test(text))).toEqual([])
    }),
  )
})

test('changes nothing about a frame but its padding', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const stream = (include_obfuscation: boolean): readonly Chunk[] =>
        chunksOf({ name: 'any', response, more: { stream: true, stream_options: { include_obfuscation } } })
      expect(stream(true).map((chunk) => ({ ...chunk, obfuscation: undefined }))).toEqual(stream(false))
    }),
  )
})

test('sends each frame as one line', () => {
  fc.assert(
    fc.property(streams, (wireCase) => {
      expect(framesOf(planOf(wireCase)).filter((data) => /[\r\n]/.test(data))).toEqual([])
    }),
  )
})

test('sends a stream with the content type of one, and a body with that of JSON', () => {
  const { protocol } = openai().routes[0]!
  const context = { ...arrivalOf(), identity: { id: '12', created: 5 } }
  expect([
    protocol.headers('json', context),
    protocol.headers('sse', context),
    protocol.headers('error', context),
  ]).toEqual(
    ['application/json', 'text/event-stream; charset=utf-8', 'application/json'].map((contentType) => ({
      'content-type': contentType,
      'x-request-id': `req_${'12'.padStart(32, '0')}`,
      'openai-version': '2020-10-01',
      'openai-organization': 'org-mock',
      'openai-project': 'proj_mock',
      'openai-processing-ms': '1',
      'x-ratelimit-limit-requests': '10000',
      'x-ratelimit-limit-tokens': '2000000',
      'x-ratelimit-remaining-requests': '9999',
      'x-ratelimit-remaining-tokens': '1999999',
      'x-ratelimit-reset-requests': '6ms',
      'x-ratelimit-reset-tokens': '0s',
    })),
  )
})
