/** Every outcome of an answer, on every route, whole and streamed, as one value. */
import { expect, test } from 'vitest'
import {
  createLlmMock,
  filtered,
  promptBlocked,
  refused,
  scenario,
  text,
  toolCalls,
  type FixtureResponse,
} from 'msw-llm'
import type { ChatPart, ChatRequestOptions, ChatResponse, ChatUpdate } from 'msw-llm/chat-client'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import { hi, updatesOf } from './read.ts'
import { clientOf, responseOf, targets, type ClientTarget } from './targets.ts'

interface Case {
  readonly name: string
  readonly response: FixtureResponse
  readonly request?: ChatRequestOptions
  /** `null`: the route has no such outcome. */
  readonly expected: (target: ClientTarget, stream: boolean) => Expected | null
}

interface Expected {
  readonly parts: readonly ChatPart[]
  readonly finish: readonly [ChatResponse['finishReason'], string]
  readonly usage: readonly [number, number] | readonly [null, null]
  readonly pieces?: readonly string[]
  /** Absent: an id of the route's own. */
  readonly id?: ''
}

function textParts(content: string): readonly ChatPart[] {
  return content === '' ? [] : [{ type: 'text', text: content }]
}

function refusal(message: string): ChatPart {
  return { type: 'error', code: 'Refusal', message }
}

/** Anthropic has no text for a refusal: what comes before it is ordinary text, and its explanation is the message. */
function refusedAs(content: string, explanation: string, pieces: readonly string[], output: number): Case['expected'] {
  return ({ format, words, outcomes }) => {
    if (!outcomes.includes('refused')) return null
    const usage = [1, output] as const
    if (format === 'messages') {
      const parts = [...textParts(content), refusal(explanation)]
      return { parts, finish: ['refusal', 'refusal'], usage, pieces }
    }
    return { parts: [refusal(content)], finish: ['refusal', words.stop], usage }
  }
}

/** A whole Gemini answer shows nothing of what was filtered. */
function filteredAs(content: string, pieces: readonly string[], output: number): Case['expected'] {
  return ({ format, words, outcomes, streamsAlways }, stream) => {
    if (!outcomes.includes('filtered')) return null
    const shown = format === 'contents' && !stream && streamsAlways !== true ? '' : content
    return { parts: textParts(shown), finish: ['content_filter', words.filtered], usage: [1, output], pieces }
  }
}

const call = { id: 'call_1', name: 'look_up', arguments: { city: 'Jena', days: [1, 2] } }
const secondCall = { id: 'call_2', name: 'count', arguments: {} }
const tools = [{ name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } }, { name: 'count' }]

const cases: readonly Case[] = [
  {
    name: 'an ordinary answer',
    response: text('Grüße 👋🏽, friend.', { streamChunks: ['Grü', '', 'ße 👋🏽,', ' friend.'] }),
    expected: ({ words }) => ({
      parts: textParts('Grüße 👋🏽, friend.'),
      finish: ['stop', words.stop],
      usage: [1, 5],
      pieces: ['Grü', 'ße 👋🏽,', ' friend.'],
    }),
  },
  {
    name: 'an empty answer',
    response: text(''),
    expected: ({ words }) => ({ parts: [], finish: ['stop', words.stop], usage: [1, 0] }),
  },
  {
    name: 'an answer that was too long',
    response: text('One two', { finishReason: 'length' }),
    expected: ({ words }) => ({
      parts: textParts('One two'),
      finish: ['length', words.length],
      usage: [1, 2],
      pieces: ['One', ' two'],
    }),
  },
  {
    name: 'a refusal',
    response: refused('I cannot help.', { streamChunks: ['I cannot ', 'help.'] }),
    expected: refusedAs('I cannot help.', '', ['I cannot ', 'help.'], 4),
  },
  {
    name: 'a refusal with an explanation',
    response: refused('I will not ', { explanation: 'Because.', category: 'cyber' }),
    expected: refusedAs('I will not ', 'Because.', ['I', ' will', ' not', ' '], 3),
  },
  { name: 'a refusal without a word', response: refused(''), expected: refusedAs('', '', [], 0) },
  {
    name: 'a filtered answer',
    response: filtered('Once upon'),
    expected: filteredAs('Once upon', ['Once', ' upon'], 3),
  },
  { name: 'a filtered answer without text', response: filtered(), expected: filteredAs('', [], 0) },
  {
    name: 'a blocked prompt',
    response: promptBlocked(),
    expected: ({ blockWord, format }) => {
      if (blockWord === null) return { parts: [refusal('')], finish: ['refusal', 'refusal'], usage: [1, 0] }
      const usage = format === 'contents' ? ([1, 0] as const) : ([null, null] as const)
      return { parts: [], finish: ['content_filter', blockWord], usage, id: '' }
    },
  },
  {
    name: 'tool calls behind a text',
    response: toolCalls([call, secondCall], { content: 'Let me see.' }),
    request: { tools },
    expected: ({ callsTools }) =>
      callsTools
        ? {
            parts: [...textParts('Let me see.'), { type: 'tool-call', ...call }, { type: 'tool-call', ...secondCall }],
            finish: ['tool_calls', 'tool_calls'],
            usage: [1, 14],
            pieces: ['Let', ' me', ' see.'],
          }
        : null,
  },
  {
    name: 'a tool call alone',
    response: toolCalls([call]),
    request: { tools },
    expected: ({ callsTools }) =>
      callsTools
        ? { parts: [{ type: 'tool-call', ...call }], finish: ['tool_calls', 'tool_calls'], usage: [1, 9] }
        : null,
  },
]

function valueOf({ id: pattern }: ClientTarget, { id, parts, finish, usage }: Expected): ChatResponse {
  return responseOf(id ?? expect.stringMatching(pattern), parts, finish, usage)
}

for (const host of hosts) {
  for (const target of targets) {
    for (const { name, response, request = {}, expected } of cases) {
      if (expected(target, false) === null) continue

      test(`${target.route} gives ${name}, whole and streamed, on ${host.name}`, async () => {
        const llm = createLlmMock()
        llm.use(scenario('outcome', { responses: [response], repeat: 'last' }))
        await withHost(host, llm, async (connection) => {
          const client = clientOf(target, connection)
          const whole = valueOf(target, expected(target, false)!)
          expect(await client.getResponse(hi, request)).toEqual(whole)

          const awaited = expected(target, true)!
          const finish = { type: 'finish', response: valueOf(target, awaited) } as const
          const updates: readonly ChatUpdate[] = [
            ...(awaited.pieces ?? []).map((piece) => ({ type: 'text-delta' as const, text: piece })),
            ...awaited.parts.filter(({ type }) => type === 'tool-call' || type === 'error'),
            finish,
          ]
          expect(await updatesOf(client, hi, request)).toEqual(updates)
          await llm.settled()
          expect(llm.journal.map((entry) => [entry.request.route, entry.delivery.end])).toEqual(
            [false, true].map((stream) => [routeOf(target, stream), 'completed']),
          )
        })
      })
    }

    test(`${target.route} gives a prompt that the input filter blocked as an answer, on ${host.name}`, async () => {
      const llm = createLlmMock({ config: { inputFilter: { terms: ['bomb'] } } })
      await withHost(host, llm, async (connection) => {
        const client = clientOf(target, connection)
        const prompt = [{ role: 'user', content: 'A bomb, please.' }] as const
        const blocked = responseOf('', [], ['content_filter', 'content_filter'], [null, null])
        expect(await client.getResponse(prompt)).toEqual(blocked)
        expect(await updatesOf(client, prompt)).toEqual([{ type: 'finish', response: blocked }])
        expect(llm.journal.map(({ outcome }) => outcome)).toEqual(['input_filtered', 'input_filtered'])
      })
    })
  }
}

/** What is streamed from Gemini has a route of its own. */
function routeOf({ route }: ClientTarget, stream: boolean): string {
  return stream ? route.replace(':generateContent', ':streamGenerateContent') : route
}
