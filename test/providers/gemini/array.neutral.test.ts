/** The JSON array, which the official client never asks for: by `fetch`, byte by byte. */
import { expect, test } from 'vitest'
import { createLlmMock, fails, filtered, promptBlocked, scenario, text, type FixtureResponse } from 'msw-llm'
import { hosts } from '#hosts'
import { geminiBody, geminiUrl } from '../../support/gemini.ts'
import { withHost } from '../../support/host.ts'

interface Element {
  readonly candidates?: readonly {
    readonly content?: { readonly parts: readonly { readonly text: string }[] }
    readonly finishReason?: string
  }[]
  readonly promptFeedback?: unknown
}

const queries = ['', '?alt=json', '?key=test']
const answers: readonly [string, FixtureResponse, readonly unknown[], string][] = [
  [
    'an ordinary answer',
    text('Hello there'),
    [
      ['Hello', undefined],
      [' there', 'STOP'],
    ],
    'ordinary',
  ],
  [
    'a filtered answer',
    filtered('The story'),
    [
      ['The', undefined],
      [' story', undefined],
      [undefined, 'SAFETY'],
    ],
    'filtered',
  ],
  ['a filtered answer without text', filtered(), [[undefined, 'SAFETY']], 'filtered'],
  ['a blocked prompt', promptBlocked(), [{ blockReason: 'PROHIBITED_CONTENT' }], 'prompt_blocked'],
]

function readElement({ candidates, promptFeedback }: Element): unknown {
  const [candidate] = candidates ?? []
  return candidate === undefined ? promptFeedback : [candidate.content?.parts[0]?.text, candidate.finishReason]
}

for (const host of hosts) {
  for (const query of queries) {
    for (const [name, response, elements, outcome] of answers) {
      test(`${host.name}: ${name} in an array, asked for by "${query}"`, async () => {
        const llm = createLlmMock()
        llm.use(scenario('array', { responses: [response] }))
        await withHost(host, llm, async ({ fetch: send = fetch }) => {
          const received = await send(geminiUrl(`streamGenerateContent${query}`), geminiBody('Hi'))
          const body = await received.text()
          expect([received.status, received.headers.get('content-type')]).toEqual([
            200,
            'application/json; charset=UTF-8',
          ])
          const read = JSON.parse(body) as readonly Element[]
          expect(read.map(readElement)).toEqual(elements)
          expect(body).toBe(`[${read.map((element) => JSON.stringify(element, null, 2)).join('\n,\r\n')}\n]`)
          await llm.settled()
          expect(llm.journal.map((entry) => [entry.outcome, entry.request.stream, entry.delivery])).toEqual([
            [
              outcome,
              true,
              {
                transport: 'json-array',
                framesTotal: elements.length,
                framesSent: elements.length,
                terminalMarkerObserved: true,
                end: 'completed',
              },
            ],
          ])
        })
      })
    }
  }

  test(`${host.name}: an error is an array of one`, async () => {
    const llm = createLlmMock()
    llm.use(scenario('array', { responses: [fails(503, { message: 'Busy.' })] }))
    await withHost(host, llm, async ({ fetch: send = fetch }) => {
      const call = (): Promise<Response> => send(geminiUrl('streamGenerateContent'), geminiBody('Hi'))
      const scripted = await call()
      expect([scripted.status, scripted.headers.get('content-type'), await scripted.text()]).toEqual([
        503,
        'application/json; charset=UTF-8',
        '[{\n  "error": {\n    "code": 503,\n    "message": "Busy.",\n    "status": "UNAVAILABLE"\n  }\n}\n]',
      ])
      const ours = await call()
      expect([ours.status, await ours.json()]).toEqual([
        409,
        [
          {
            error: {
              code: 409,
              message: expect.stringMatching(/^scenario_exhausted: /),
              status: 'ABORTED',
            },
          },
        ],
      ])
    })
  })

  test(`${host.name}: alt=sse is events with CRLF, under each version and spelling`, async () => {
    const llm = createLlmMock()
    llm.use(scenario('events', { responses: [text('Hi')], repeat: 'last' }))
    await withHost(host, llm, async ({ fetch: send = fetch }) => {
      for (const version of ['v1', 'v1beta', 'v1alpha']) {
        for (const alt of ['alt=sse', '$alt=sse', 'key=k&alt=sse']) {
          const received = await send(geminiUrl(`streamGenerateContent?${alt}`, version), geminiBody('Hi'))
          expect(received.headers.get('content-type')).toBe('text/event-stream')
          expect(await received.text()).toMatch(/^data: \{"candidates": \[.*"finishReason": "STOP".*\}\r\n\r\n$/)
        }
      }
    })
  })
}
