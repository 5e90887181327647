/** The conformance suite: what every route must do, on every host, through its provider's own client. */
import { expect, test } from 'vitest'
import { createLlmMock, filtered, refused, scenario, text, type FixtureResponse, type LlmMock } from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import type { ConformanceTarget, Reading } from './target.ts'

interface Case {
  readonly name: string
  readonly kind: 'ordinary' | 'filtered' | 'refused'
  readonly response: FixtureResponse
  readonly content: string
  /** As streamed. */
  readonly pieces: readonly string[]
}

const cases: readonly Case[] = [
  {
    name: 'an ordinary answer in default chunks',
    kind: 'ordinary',
    response: text('Hello there, friend.'),
    content: 'Hello there, friend.',
    pieces: ['Hello', ' there,', ' friend.'],
  },
  {
    name: 'an ordinary answer in explicit chunks, one of them empty',
    kind: 'ordinary',
    response: text('Grüße 👋🏽!', { streamChunks: ['Grü', '', 'ße 👋🏽', '!'] }),
    content: 'Grüße 👋🏽!',
    pieces: ['Grü', '', 'ße 👋🏽', '!'],
  },
  { name: 'an ordinary empty answer', kind: 'ordinary', response: text(''), content: '', pieces: [] },
  {
    name: 'a filtered answer with a prefix',
    kind: 'filtered',
    response: filtered('The story begins', { category: 'violence', explanation: 'Not on the wire.' }),
    content: 'The story begins',
    pieces: ['The', ' story', ' begins'],
  },
  { name: 'a filtered answer without text', kind: 'filtered', response: filtered(), content: '', pieces: [] },
  {
    name: 'a refusal in explicit chunks',
    kind: 'refused',
    response: refused('I cannot help with that.', { streamChunks: ['I cannot ', 'help with that.'] }),
    content: 'I cannot help with that.',
    pieces: ['I cannot ', 'help with that.'],
  },
  { name: 'a refusal without text', kind: 'refused', response: refused(''), content: '', pieces: [] },
]

function mockOf(target: ConformanceTarget, responses: readonly FixtureResponse[]): LlmMock {
  const llm = createLlmMock({ providers: target.providers() })
  llm.use(scenario('conformance', { modelId: target.model, responses }))
  return llm
}

/** A route may show nothing of a filtered text in a JSON body. */
function shownText(
  target: ConformanceTarget,
  { kind, content }: Pick<Case, 'kind' | 'content'>,
  stream: boolean,
): string {
  return kind === 'filtered' && !stream && target.filteredBodyWithoutText === true ? '' : content
}

function expectedReading(target: ConformanceTarget, example: Case, stream: boolean): Reading {
  const { kind, content, pieces } = example
  const isRefusal = kind === 'refused'
  const shown = shownText(target, example, stream)
  return {
    kind: 'answer',
    text: isRefusal ? '' : shown,
    refusal: isRefusal ? content : null,
    finish: target.finish[kind],
    pieces: stream ? pieces : shown === '' ? [] : [shown],
    usage: { input: 1, output: Math.ceil([...content].length / 4) },
  }
}

export function testConformance(target: ConformanceTarget): void {
  const supported = cases.filter(({ kind }) => kind === 'ordinary' || !target.unsupported.includes(kind))
  const variants = hosts.flatMap((host) => (target.transports ?? [false, true]).map((stream) => ({ host, stream })))

  for (const { host, stream } of variants) {
    const where = `${target.client} on ${host.name}, ${stream ? 'streamed' : 'JSON'}`

    for (const example of supported) {
      test(`${where}: reads ${example.name}, and the journal tells it`, async () => {
        await withHost(host, mockOf(target, [example.response]), async (connection) => {
          const reading = await target.ask(connection, { prompt: 'Hi', stream })
          expect(reading).toEqual(expectedReading(target, example, stream))

          await connection.llm.settled()
          const disposition = example.response.outputDisposition
          expect(connection.llm.journal).toHaveLength(1)
          expect(connection.llm.journal[0]).toMatchObject({
            sequence: 1,
            outcome: example.kind,
            request: { route: target.route, model: target.model, stream, messages: [{ role: 'user', content: 'Hi' }] },
            response: {
              status: 200,
              code: null,
              scenario: 'conformance',
              index: 0,
              replayed: false,
              content: example.content,
              outputDisposition: disposition
                ? {
                    kind: example.kind,
                    category: disposition.category ?? null,
                    explanation: disposition.explanation ?? null,
                  }
                : null,
              usage: { inputTokens: 1, outputTokens: Math.ceil([...example.content].length / 4) },
            },
            delivery: { terminalMarkerObserved: stream ? true : null, end: 'completed' },
          })
          const { framesSent, framesTotal } = connection.llm.journal[0]!.delivery
          expect(framesSent).toBe(framesTotal)
          connection.llm.verify({ terminalMarkers: true })
        })
      })
    }

    test(`${where}: gives the queue in order, recovers after a policy outcome, and is exhausted`, async () => {
      const kind = target.unsupported.includes('refused') ? 'filtered' : 'refused'
      const outcome = kind === 'filtered' ? filtered('No.') : refused('No.')
      await withHost(host, mockOf(target, [outcome, text('Yes.')]), async (connection) => {
        const first = await target.ask(connection, { prompt: 'Hi', stream })
        const second = await target.ask(connection, { prompt: 'Again', stream })
        const third = await target.ask(connection, { prompt: 'And again', stream })
        expect(
          [first, second].map((reading) => reading.kind === 'answer' && (reading.refusal ?? reading.text)),
        ).toEqual([shownText(target, { kind, content: 'No.' }, stream), 'Yes.'])
        expect(third).toMatchObject({ kind: 'failure', status: 409 })
        expect(connection.llm.journal.map(({ outcome: came, response }) => [came, response.code])).toEqual([
          [kind, null],
          ['ordinary', null],
          ['mismatch', 'scenario_exhausted'],
        ])
      })
    })

    test(`${where}: a request that fits no scenario uses nothing up, and is sent once`, async () => {
      await withHost(host, mockOf(target, [text('Still here.')]), async (connection) => {
        const miss = await target.ask(connection, { prompt: 'Hi', stream, model: 'another-model' })
        const hit = await target.ask(connection, { prompt: 'Hi', stream })
        expect(miss).toMatchObject({ kind: 'failure', status: 409 })
        expect(hit).toMatchObject({ kind: 'answer', text: 'Still here.' })
        expect(connection.llm.journal.map(({ response }) => response.code)).toEqual(['fixture_not_found', null])
      })
    })

    for (const kind of target.unsupported) {
      test(`${where}: a ${kind} answer, which the route cannot express, is a mismatch and stays in the queue`, async () => {
        const response = kind === 'refused' ? refused('No.') : filtered('Cut')
        await withHost(host, mockOf(target, [response]), async (connection) => {
          for (const _ of [1, 2]) {
            const reading = await target.ask(connection, { prompt: 'Hi', stream })
            expect(reading).toMatchObject({ kind: 'failure', status: 409 })
          }
          expect(connection.llm.journal.map(({ response: { code, index } }) => [code, index])).toEqual([
            ['fixture_mismatch', 0],
            ['fixture_mismatch', 0],
          ])
        })
      })
    }
  }
}
