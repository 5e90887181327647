import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FixtureResponse } from 'msw-llm'
import type { ResponsePlan, StreamPlan } from '../../src/delivery/plan.ts'
import { isContent, isTerminal } from '../../src/delivery/frame.ts'
import { ask, stateOf } from '../core/ask.ts'
import type { ExchangeRecord } from '../../src/journal/record.ts'
import { contents, generateRoute, ways, type Way } from './generate-content-answers.ts'
import { bytesOf } from './wire.ts'

const texts = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '"', '\\', ': ', ',', '{', '\u0000', 'é', '😀', '\ud83d', '\u2028'),
  maxLength: 60,
})
const nativeReasons = ['RECITATION', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'MALFORMED_FUNCTION_CALL'] as const
const kinds = fc.constantFrom('ordinary', 'length', 'filtered', ...nativeReasons)
type Kind = 'ordinary' | 'length' | 'filtered' | (typeof nativeReasons)[number]

const usages = fc.record(
  { inputTokens: fc.nat(50), outputTokens: fc.integer({ min: 20, max: 50 }), reasoningTokens: fc.nat(20) },
  { requiredKeys: [] },
)

interface Case {
  readonly kind: Kind
  readonly response: FixtureResponse
}

/** A text in pieces, some of them empty. */
const cases: fc.Arbitrary<Case> = fc
  .record({ pieces: fc.array(texts, { maxLength: 6 }), explicit: fc.boolean(), kind: kinds, usage: usages })
  .map(({ pieces, explicit, kind, usage }) => ({
    kind,
    response: {
      content: pieces.join(''),
      usage,
      ...(explicit && { streamChunks: pieces }),
      ...(kind === 'filtered' ? { outputDisposition: { kind } } : kind !== 'ordinary' && { finishReason: kind }),
    },
  }))
const streamWays = fc.constantFrom('sse', 'json-array')

interface Body {
  readonly candidates: readonly {
    readonly content?: { readonly parts: readonly { readonly text: string }[]; readonly role: string }
    readonly finishReason?: string
    readonly index: number
  }[]
  readonly usageMetadata: Readonly<Record<string, number>>
  readonly modelVersion: string
  readonly responseId: string
}

function exchange(
  response: FixtureResponse,
  way: Way,
): { readonly plan: ResponsePlan; readonly record: ExchangeRecord } {
  return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), { body: contents(), ...ways[way] })
}

function streamOf(response: FixtureResponse, way: Way): StreamPlan {
  return exchange(response, way).plan as StreamPlan
}

function framesOf(response: FixtureResponse, way: Way): readonly Body[] {
  return streamOf(response, way).frames.map(({ data }) => JSON.parse(data) as Body)
}

function bodyOf(response: FixtureResponse): Body {
  return JSON.parse((exchange(response, 'json').plan as { body: string }).body) as Body
}

function textsOf(bodies: readonly Body[]): readonly (string | undefined)[] {
  return bodies.map(({ candidates }) => candidates[0]?.content?.parts[0]?.text)
}

const showsText = (kind: Kind): boolean => kind === 'ordinary' || kind === 'length'

test('encodes the same answer twice to the same bytes', () => {
  fc.assert(
    fc.property(cases, streamWays, ({ response }, way) => {
      expect(exchange(response, way).plan).toEqual(exchange(response, way).plan)
    }),
  )
})

test('sends the same frames as events and as elements, and each event as one line', () => {
  fc.assert(
    fc.property(cases, ({ response }) => {
      expect(framesOf(response, 'sse')).toEqual(framesOf(response, 'json-array'))
      expect(streamOf(response, 'sse').frames.filter(({ data }) => /[\r\n]/.test(data))).toEqual([])
    }),
  )
})

test('streams pieces that concatenate to the text of the fixture, which the JSON body has where no policy ended it', () => {
  fc.assert(
    fc.property(cases, streamWays, ({ response, kind }, way) => {
      const streamed = textsOf(framesOf(response, way))
      expect(streamed.map((text) => text ?? '').join('')).toBe(response.content)
      expect(textsOf([bodyOf(response)])).toEqual([showsText(kind) ? response.content : undefined])
    }),
    { numRuns: 300 },
  )
})

test('streams explicit chunks one a frame', () => {
  fc.assert(
    fc.property(cases, streamWays, ({ response, kind }, way) => {
      const { streamChunks } = response
      fc.pre(streamChunks !== undefined && streamChunks.length > 0)
      const end = showsText(kind) ? [] : [undefined]
      expect(textsOf(framesOf(response, way))).toEqual([...streamChunks, ...end])
    }),
  )
})

test('says why the answer ends in the last frame alone, which is marked terminal', () => {
  const native: Partial<Record<Kind, string>> = { ordinary: 'STOP', length: 'MAX_TOKENS', filtered: 'SAFETY' }
  fc.assert(
    fc.property(cases, streamWays, ({ response, kind }, way) => {
      const { frames } = streamOf(response, way)
      const reasons = framesOf(response, way).map(({ candidates }) => candidates[0]?.finishReason)
      const reason = native[kind] ?? kind
      expect(reasons).toEqual([...frames.slice(1).map(() => undefined), reason])
      expect(frames.map(isTerminal)).toEqual(reasons.map((came) => came !== undefined))
      expect(bodyOf(response).candidates[0]?.finishReason).toBe(reason)
    }),
  )
})

test('marks each piece of the text as content, also the last, and an answer without text not at all', () => {
  fc.assert(
    fc.property(cases, streamWays, ({ response }, way) => {
      const { frames } = streamOf(response, way)
      const isPiece = textsOf(framesOf(response, way)).map((text) => text !== undefined)
      const pieces = response.streamChunks?.length ?? response.content?.length
      expect(frames.map(isContent)).toEqual(pieces === 0 ? [false] : isPiece)
    }),
  )
})

test('gives all frames of a stream one identity, and the body the same', () => {
  fc.assert(
    fc.property(cases, streamWays, ({ response }, way) => {
      const heads = [...framesOf(response, way), bodyOf(response)].map(({ candidates, modelVersion, responseId }) =>
        JSON.stringify([candidates.length, candidates[0]?.index, modelVersion, responseId]),
      )
      expect([...new Set(heads)]).toEqual([JSON.stringify([1, 0, 'gemini-2.5-flash', '1'.padStart(22, '0')])])
    }),
  )
})

test('counts so that the total is the sum on every frame, and the last frame says what the body and the journal say', () => {
  fc.assert(
    fc.property(cases, streamWays, ({ response }, way) => {
      const frames = framesOf(response, way)
      for (const { usageMetadata: usage } of frames) {
        const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage
        expect(usage['totalTokenCount']).toBe(promptTokenCount + candidatesTokenCount + thoughtsTokenCount)
      }
      const early = frames.slice(0, -1).filter(({ usageMetadata }) => 'candidatesTokenCount' in usageMetadata)
      expect(early).toEqual([])
      const { usageMetadata } = bodyOf(response)
      expect(frames.at(-1)?.usageMetadata).toEqual(usageMetadata)
      const { usage } = exchange(response, way).record.response
      expect([
        usageMetadata['promptTokenCount'],
        (usageMetadata['candidatesTokenCount'] ?? 0) + (usageMetadata['thoughtsTokenCount'] ?? 0),
        usageMetadata['thoughtsTokenCount'] ?? 0,
      ]).toEqual([usage.inputTokens, usage.outputTokens, usage.reasoningTokens])
    }),
  )
})

test('ends each event with CRLF CRLF, and has no other line break', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ response }) => {
      const plan = streamOf(response, 'sse')
      const text = new TextDecoder().decode(await bytesOf(plan))
      expect(text.split('\r\n\r\n')).toEqual([...plan.frames.map(({ data }) => `data: ${data}`), ''])
    }),
  )
})

test('sends an array as Google does: a comma on a line between CRLF and LF, no line feed at the end', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ response }) => {
      const elements = framesOf(response, 'json-array').map((body) => JSON.stringify(body, null, 2))
      const text = new TextDecoder().decode(await bytesOf(streamOf(response, 'json-array')))
      expect(text).toBe(`[${elements.join('\n,\r\n')}\n]`)
    }),
  )
})

test('writes an event as Google does: a space after each colon, none after a comma', () => {
  const { frames } = streamOf({ content: '1, 2: "3"', streamChunks: ['1, 2: "3"'], usage: { inputTokens: 8 } }, 'sse')
  expect(frames.map(({ data }) => data)).toEqual([
    '{"candidates": [{"content": {"parts": [{"text": "1, 2: \\"3\\""}],"role": "model"},"finishReason": "STOP","index": 0}],"usageMetadata": {"promptTokenCount": 8,"candidatesTokenCount": 3,"totalTokenCount": 11,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 8}],"serviceTier": "standard"},"modelVersion": "gemini-2.5-flash","responseId": "0000000000000000000001"}',
  ])
})

test('sends each kind of body with its headers, and no request id', () => {
  const { protocol } = generateRoute
  const context = { identity: { id: '12', created: 5 }, snapshot: {} as never, params: {} }
  const always = {
    vary: 'Origin, X-Origin, Referer',
    server: 'scaffolding on HTTPServer2',
    'server-timing': 'gfet4t7; dur=1',
    'x-xss-protection': '0',
    'x-frame-options': 'SAMEORIGIN',
  }
  const json = 'application/json; charset=UTF-8'
  expect((['json', 'error', 'sse', 'json-array'] as const).map((kind) => protocol.headers(kind, context))).toEqual([
    { ...always, 'content-type': json, 'x-gemini-service-tier': 'standard' },
    { ...always, 'content-type': json },
    { ...always, 'content-type': 'text/event-stream', 'content-disposition': 'attachment' },
    { ...always, 'content-type': json, 'content-disposition': 'attachment' },
  ])
})
