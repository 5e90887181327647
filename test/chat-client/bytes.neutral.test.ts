/** Legal bytes in unusual shapes give the same answer. */
import fc from 'fast-check'
import { createParser } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { createLlmMock, refused, scenario, text, type FixtureResponse, type Wire } from 'msw-llm'
import type { ChatUpdate } from 'msw-llm/chat-client'
import { hosts } from '#hosts'
import { createEventReader } from '../../handlers/chat-client/server-sent-events.ts'
import { withHost } from '../support/host.ts'
import { updatesOf } from './read.ts'
import { clientOf, targets, type ClientTarget } from './targets.ts'

const content = 'Grüße, 👋🏽 du da.\r\nZeile, die zweite.'
const streaming = targets.filter(({ streamsAlways }) => streamsAlways !== true)

async function read(target: ClientTarget, fetch: typeof globalThis.fetch | undefined): Promise<readonly ChatUpdate[]> {
  return updatesOf(clientOf(target, { fetch }))
}

/** Its client reads no data of several lines, so the mock sends none. */
function wireFor({ format }: ClientTarget, { multilineData, ...wire }: Wire): Wire {
  return format === 'contents' ? wire : { ...wire, multilineData }
}

const wires: fc.Arbitrary<Wire> = fc.record(
  {
    fragment: fc.oneof(
      fc.record({ size: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ seed: fc.integer({ min: 0, max: 1000 }) }),
      fc.record({
        at: fc
          .uniqueArray(fc.integer({ min: 1, max: 3000 }), { minLength: 1 })
          .map((cuts) => cuts.toSorted((a, b) => a - b)),
      }),
    ),
    lineEnding: fc.constantFrom('lf' as const, 'crlf' as const, 'cr' as const),
    bom: fc.boolean(),
    multilineData: fc.boolean(),
    comments: fc.array(
      fc.record({ beforeFrame: fc.integer({ min: 1, max: 4 }), text: fc.constantFrom('', ' keep-alive', 'data: {}') }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
)

for (const target of streaming) {
  test(`${target.route}: any wire gives the same updates`, async () => {
    const plain: FixtureResponse = target.outcomes.includes('refused') ? refused(content) : text(content)
    const updates = async (wire: Wire): Promise<readonly ChatUpdate[]> => {
      const llm = createLlmMock()
      llm.use(scenario('shaped', { responses: [{ ...plain, wire: wireFor(target, wire) }] }))
      return read(target, llm.fetch)
    }
    const expected = await updates({})
    await fc.assert(
      fc.asyncProperty(wires, async (wire) => {
        expect(await updates(wire)).toEqual(expected)
      }),
      { numRuns: 20, seed: 7 },
    )
  })
}

for (const host of hosts) {
  test(`bytes that come one by one, with every line ending and a byte order mark, give the same text on ${host.name}`, async () => {
    for (const target of streaming.slice(0, 2).concat(streaming.slice(-2))) {
      const llm = createLlmMock()
      const endings = ['lf', 'crlf', 'cr'] as const
      const responses = endings.map((lineEnding) =>
        text('Grüße 👋🏽.', { wire: { fragment: { size: 1 }, bom: true, lineEnding } }),
      )
      llm.use(scenario('shaped', { responses }))
      await withHost(host, llm, async ({ fetch }) => {
        for (const _ of endings) {
          expect((await read(target, fetch)).at(-1)).toMatchObject({ response: { text: 'Grüße 👋🏽.' } })
        }
      })
    }
  })
}

/** Whole bodies are read in pieces, too. */
test('a JSON body may be cut anywhere', async () => {
  for (const target of streaming) {
    const llm = createLlmMock()
    llm.use(scenario('cut', { responses: [text(content)], repeat: 'last' }))
    const whole = await clientOf(target, { fetch: llm.fetch }).getResponse([{ role: 'user', content: 'Hi' }])
    const inBytes: typeof fetch = async (...call) => {
      const response = await llm.fetch(...call)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const pieces = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        },
      })
      return new Response(pieces, response)
    }
    const again = await clientOf(target, { fetch: inBytes }).getResponse([{ role: 'user', content: 'Hi' }])
    expect({ ...again, id: whole.id }).toEqual(whole)
  }
})

test('events are those that an independent parser finds, however the text is cut', () => {
  const lines = fc.constantFrom(
    'data: a',
    'data:b',
    'data:  c',
    'data',
    'datum: d',
    'event: e',
    ':data: f',
    'id: 1',
    '',
    '',
  )
  const endings = fc.constantFrom('\n', '\r\n', '\r')
  const streams = fc.tuple(fc.array(fc.tuple(lines, endings)), fc.array(fc.nat(8)))
  fc.assert(
    fc.property(streams, ([parts, sizes]) => {
      // A line feed behind a return would belong to it, whatever was meant.
      const whole = parts.map(([line, ending]) => line + ending).join('')
      const expected: string[] = []
      const parser = createParser({ onEvent: ({ data }) => void expected.push(data) })
      parser.feed(whole)
      const reader = createEventReader()
      const found: string[] = []
      let start = 0
      for (const size of [...sizes, whole.length]) {
        found.push(...reader.push(whole.slice(start, start + size)))
        start += size
      }
      // A return at the very end has ended its line here; the other waits for what may follow it.
      if (whole.endsWith('\r')) parser.feed('\n')
      expect(found).toEqual(expected)
    }),
    { numRuns: 2000, seed: 7 },
  )
})
