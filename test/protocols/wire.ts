/** Golden wire files: every byte of an answer, kept in `__wire__` where a reviewer sees it. */
import { createParser } from 'eventsource-parser'
import { expect, test } from 'vitest'
import type { FixtureResponse } from 'msw-llm'
import type { Frame } from '../../src/delivery/frame.ts'
import type { JsonPlan, StreamPlan } from '../../src/delivery/plan.ts'
import { streamBody } from '../../src/delivery/stream-body.ts'
import { ask, stateOf, type Asked } from '../core/ask.ts'

/** One answer to one request; its route, body, query, headers and parameters are given as to `ask`. */
export interface WireCase extends Asked {
  /** The name of its file. */
  readonly name: string
  readonly response: FixtureResponse
  /** Was asked of the same mock before, as request 1, and got the same answer. */
  readonly before?: Asked
}

export function planOf({ response, before, ...asked }: WireCase): JsonPlan | StreamPlan {
  const state = stateOf({ chatScenarios: [{ id: 'a', repeat: 'last', responses: [response] }] })
  const { plan } = before === undefined ? ask(state, asked) : ask(ask(state, before).state, { sequence: 2, ...asked })
  if (plan.kind === 'raw' || plan.kind === 'broken') throw new Error('The answer has no bytes of the protocol')
  return plan
}

/** The bytes of the body, as a host gets them. */
export async function bytesOf(plan: JsonPlan | StreamPlan): Promise<Uint8Array> {
  if (plan.kind === 'json') return new TextEncoder().encode(plan.body)
  const clock = { now: () => 0, sleep: () => Promise.resolve() }
  const observer = { onFrame: () => {}, onWaiting: () => {}, onEnd: () => {} }
  const { stream: body } = streamBody(plan, { clock, Stream: ReadableStream, turn: () => Promise.resolve() }, observer)
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** Keeps each answer's bytes in a file of the folder, and has an independent parser read them wherever they are cut. */
export function testWire(folder: string, cases: readonly WireCase[]): void {
  for (const wireCase of cases) {
    const plan = planOf(wireCase)
    const transport = plan.kind === 'json' ? 'json' : plan.framing.transport
    const extension = { json: 'json', sse: 'sse', 'json-array': 'array.json' }[transport]

    test(`sends ${transport} for ${folder}/${wireCase.name} as it is kept`, async () => {
      const text = new TextDecoder().decode(await bytesOf(plan))
      await expect(text).toMatchFileSnapshot(`__wire__/${folder}/${wireCase.name}.${extension}`)
    })

    test(`sends the same ${transport} twice for ${folder}/${wireCase.name}`, async () => {
      expect(await bytesOf(planOf(wireCase))).toEqual(await bytesOf(plan))
    })

    if (plan.kind === 'json') {
      test(`sends JSON that reads back for ${folder}/${wireCase.name}`, () => {
        expect(JSON.parse(plan.body)).toEqual(expect.any(Object))
      })
      continue
    }
    if (transport === 'json-array') {
      test(`sends an array for ${folder}/${wireCase.name} whose elements are its frames`, async () => {
        const text = new TextDecoder().decode(await bytesOf(plan))
        expect(JSON.parse(text)).toEqual(plan.frames.map(({ data }) => JSON.parse(data)))
      })
      continue
    }
    test(`sends in ${folder}/${wireCase.name} what another parser reads the same wherever it is cut`, async () => {
      const bytes = await bytesOf(plan)
      const sent = plan.frames.map(({ event, data }): Frame => (event === undefined ? { data } : { event, data }))
      expect(readEvents([bytes])).toEqual(sent)
      expect(readEvents(Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)))).toEqual(sent)
      const text = JSON.stringify(sent)
      const cutsReadOtherwise: number[] = []
      // Every place in the first frames, and then every thirteenth: parsing costs the whole stream each time.
      for (let cut = 0; cut <= bytes.length; cut += cut < 2000 ? 1 : 13) {
        const events = readEvents([bytes.subarray(0, cut), bytes.subarray(cut)])
        if (JSON.stringify(events) !== text) cutsReadOtherwise.push(cut)
      }
      expect(cutsReadOtherwise).toEqual([])
    })
  }
}

/** The events that come in these pieces. */
function readEvents(pieces: readonly Uint8Array[]): readonly Frame[] {
  const events: Frame[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = createParser({
    onEvent: ({ data, event, id }) => {
      events.push(event === undefined ? { data } : { event, data })
      if (id !== undefined) events.push({ data: `unexpected: id ${id}` })
    },
    onComment: (comment) => events.push({ data: `unexpected: comment ${comment}` }),
    onError: (error) => events.push({ data: `unexpected: ${error.message}` }),
  })
  for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }))
  parser.feed(decoder.decode())
  return events
}
