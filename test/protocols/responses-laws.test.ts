import fc from 'fast-check'
import { accumulateResponse } from 'openai/lib/responses/ResponseAccumulator'
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { expect, test } from 'vitest'
import type { FixtureResponse } from 'msw-llm'
import type { StreamPlan } from '../../src/delivery/plan.ts'
import { cutIntoChunks } from '../../src/delivery/chunks.ts'
import { asks, responsesRoute, routeWith } from './responses-answers.ts'
import { planOf } from './wire.ts'

const texts = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '"', '\\', '\u0000', 'é', '😀', '\ud83d', '\u2028'),
  maxLength: 60,
})
const kinds = fc.constantFrom('ordinary', 'length', 'filtered', 'refused')

/** A text in pieces, some of them empty. */
const responses: fc.Arbitrary<FixtureResponse> = fc
  .record({ pieces: fc.array(texts, { maxLength: 6 }), explicit: fc.boolean(), kind: kinds })
  .map(({ pieces, explicit, kind }) => ({
    content: pieces.join(''),
    ...(explicit && { streamChunks: pieces }),
    ...(kind === 'length' && { finishReason: 'length' as const }),
    ...((kind === 'filtered' || kind === 'refused') && { outputDisposition: { kind } }),
  }))

/** What a request says that its answer echoes, with texts that look like other places of a frame. */
const requests = fc.record(
  {
    instructions: texts,
    user: texts,
    metadata: fc.dictionary(texts, texts, { maxKeys: 2 }),
    stream_options: fc.record({ include_obfuscation: fc.boolean() }),
    service_tier: fc.constantFrom('auto', 'default', 'flex'),
  },
  { requiredKeys: [] },
)

function streamOf(response: FixtureResponse, more: Readonly<Record<string, unknown>> = {}): StreamPlan {
  const plan = planOf({ name: 'any', response, route: responsesRoute, body: asks('Hi', { ...more, stream: true }) })
  if (plan.kind !== 'stream') throw new Error(plan.body)
  return plan
}

function eventsOf(response: FixtureResponse, more?: Readonly<Record<string, unknown>>): readonly ResponseStreamEvent[] {
  return streamOf(response, more).frames.map(({ data }) => JSON.parse(data) as ResponseStreamEvent)
}

function bodyOf(response: FixtureResponse, more: Readonly<Record<string, unknown>> = {}): Response {
  const plan = planOf({ name: 'any', response, route: responsesRoute, body: asks('Hi', more) })
  return JSON.parse((plan as { body: string }).body) as Response
}

test('streams what adds up to the JSON body, but for its billing', () => {
  fc.assert(
    fc.property(responses, requests, (response, request) => {
      const { billing, ...whole } = bodyOf(response, request) as Response & { billing: unknown }
      expect(billing).toEqual({ payer: 'developer' })
      const last = eventsOf(response, request).at(-1)
      expect(last?.type).toBe(`response.${whole.status}`)
      expect(last).toEqual({ type: last?.type, response: whole, sequence_number: expect.any(Number) })
    }),
  )
})

test('streams events that the official accumulator takes, whose items add up to those of the last one', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const events = eventsOf(response)
      let snapshot: Response | undefined
      for (const event of events.slice(0, -1)) snapshot = accumulateResponse(event, snapshot)
      const last = events.at(-1) as { response: Response }
      expect(snapshot!.output).toEqual(last.response.output)
    }),
  )
})

test('numbers the events from 0, and names each by its type', () => {
  fc.assert(
    fc.property(responses, requests, (response, request) => {
      const { frames } = streamOf(response, request)
      const events = eventsOf(response, request)
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
      expect(frames.map(({ event }) => event)).toEqual(events.map(({ type }) => type))
    }),
  )
})

test('streams the pieces of the text one a frame, marked as content, and nothing else is', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const pieces = streamOf(response).frames.flatMap(({ role, data }) =>
        role === 'content' ? [(JSON.parse(data) as { delta: string }).delta] : [],
      )
      expect(pieces).toEqual(response.streamChunks ?? cutIntoChunks(response.content!))
      const deltas = eventsOf(response).filter(({ type }) => type.endsWith('.delta'))
      expect(deltas).toHaveLength(pieces.length)
    }),
  )
})

test('ends with the event that tells how, exactly once and last, as the frame that is marked terminal', () => {
  fc.assert(
    fc.property(responses, (response) => {
      const { frames } = streamOf(response)
      const ends = frames.map(({ event }) => event === 'response.completed' || event === 'response.incomplete')
      expect(ends).toEqual(frames.map((_, index) => index === frames.length - 1))
      expect(frames.map(({ role }) => role === 'terminal')).toEqual(ends)
    }),
  )
})

test('writes the keys of an event in alphabetical order, after its type', () => {
  fc.assert(
    fc.property(responses, (response) => {
      for (const event of eventsOf(response)) {
        const [first, ...rest] = Object.keys(event)
        expect([first, rest]).toEqual(['type', rest.toSorted()])
      }
    }),
  )
})

test('pads the deltas of a text, unless the request declines it, and never those of a refusal', () => {
  fc.assert(
    fc.property(responses, fc.constantFrom(undefined, true, false), (response, include_obfuscation) => {
      const paddings = eventsOf(response, { stream_options: { include_obfuscation } }).flatMap((event) => {
        if (!event.type.endsWith('.delta')) return 'obfuscation' in event ? ['elsewhere'] : []
        return [(event as { obfuscation?: string }).obfuscation]
      })
      const pads = include_obfuscation !== false && response.outputDisposition?.kind !== 'refused'
      expect(paddings.filter((text) => (text === undefined) === pads)).toEqual([])
      expect(paddings.filter((text) => text !== undefined && !/^[A-Za-z0-9]{0,15}$/.test(text))).toEqual([])
    }),
  )
})

test('encodes the same answer twice to the same bytes, each frame on one line', () => {
  fc.assert(
    fc.property(responses, requests, (response, request) => {
      const plan = streamOf(response, request)
      expect(streamOf(response, request)).toEqual(plan)
      expect(plan.frames.filter(({ data }) => /[\r\n]/.test(data))).toEqual([])
      expect(bodyOf(response, request)).toEqual(bodyOf(response, request))
    }),
  )
})

test('asks a host for its form of the response in each phase of a stream, and once of a body', () => {
  const phases: string[] = []
  const route = routeWith({
    adaptResponse: (body, phase) => {
      phases.push(`${phase}: ${body.status}`)
      return { phase }
    },
  })
  const ask = (response: FixtureResponse, stream: boolean): void => {
    planOf({ name: 'any', response, route, body: asks('Hi', { stream }) })
  }
  ask({ content: 'Hi' }, true)
  ask({ content: 'Hi', finishReason: 'length' }, true)
  ask({ outputDisposition: { kind: 'filtered' } }, false)
  const open = 'in_progress: in_progress'
  expect(phases).toEqual([
    open,
    open,
    'completed: completed',
    open,
    open,
    'incomplete: incomplete',
    'incomplete: incomplete',
  ])
})
