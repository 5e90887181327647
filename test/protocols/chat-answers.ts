/** The answers whose bytes are kept in `__wire__`, on each kind of host that chat completions have. */
import { openai, type FixtureResponse, type Route } from 'msw-llm'
import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'
import type { ResponsePlan } from '../../src/delivery/plan.ts'
import { chat } from '../core/ask.ts'
import * as wire from './wire.ts'

export interface WireCase {
  /** The name of its file. */
  readonly name: string
  readonly response: FixtureResponse
  /** What the request says beside its messages. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly route?: Route
}

const official = openai().routes[0]!
const native = official.protocol

/** A host that puts the usage on the finish frame, and sends neither indentation nor padding. */
export const finalChoice: Route = {
  ...official,
  protocol: chatCompletions({
    formatBody: (body) => JSON.stringify(body),
    usage: 'final-choice',
    obfuscation: false,
    encodeRejection: native.encodeRejection,
    encodeError: native.encodeError,
    headers: native.headers,
  }),
}

const ordinary: FixtureResponse = { content: 'Hello there, friend.' }
const refused = { kind: 'refused', category: 'general_harms', explanation: 'Not on the wire.' } as const
const filtered = { kind: 'filtered', category: 'violence', explanation: 'Not on the wire.' } as const
const stream = { stream: true }
const withUsage = { stream: true, stream_options: { include_usage: true } }

const answers: readonly Pick<WireCase, 'name' | 'response'>[] = [
  { name: 'ordinary', response: ordinary },
  { name: 'ordinary-empty', response: {} },
  { name: 'length', response: { content: 'Once upon a', finishReason: 'length' } },
  { name: 'filtered', response: { content: 'The story begins', outputDisposition: filtered } },
  { name: 'filtered-empty', response: { outputDisposition: filtered } },
  { name: 'refused', response: { content: "I can't help with that.", outputDisposition: refused } },
  { name: 'refused-empty', response: { outputDisposition: refused } },
  {
    name: 'explicit-chunks',
    response: { content: 'Grüße 👋🏽\n"ok" \\', streamChunks: ['Grü', '', 'ße 👋', '🏽\n', '"ok" \\'] },
  },
  { name: 'torn-surrogates', response: { content: 'a😀b', streamChunks: ['a\ud83d', '\ude00b'] } },
  {
    name: 'refused-explicit-chunks',
    response: { content: 'I cannot help.', streamChunks: ['I cannot ', '', 'help.'], outputDisposition: refused },
  },
  {
    name: 'stated-usage',
    response: {
      content: 'Hi',
      usage: {
        inputTokens: 100,
        outputTokens: 50,
        cachedInputTokens: 64,
        cacheWriteInputTokens: 7,
        reasoningTokens: 30,
      },
    },
  },
]

const tools = ['weather', 'time'].map((name) => ({ type: 'function', function: { name } }))
const weather = { name: 'weather', arguments: { city: 'Oslo', country: 'Norway' } }

/** Answers that call tools. */
const callAnswers: readonly WireCase[] = [
  { name: 'tool-call', response: { toolCalls: [weather] } },
  { name: 'tool-calls', response: { toolCalls: [weather, { id: 'call_own', name: 'time', arguments: '' }] } },
  {
    name: 'tool-call-after-text',
    response: {
      content: 'Let me look.',
      toolCalls: [{ name: 'time', arguments: '{"zone":"CET"}', argumentChunks: ['{"zone":', '', '"CET"}'] }],
    },
  },
].map((answer) => ({ ...answer, more: { tools } }))

/** Several answers to one request, each with an end of its own. */
const choices: WireCase = {
  name: 'choices',
  response: {
    content: 'One two three.',
    choices: [
      { content: 'No.', outputDisposition: refused },
      { content: 'Cut', outputDisposition: filtered },
      { content: '', finishReason: 'length' },
    ],
  },
  more: { n: 4 },
}

export const jsonCases: readonly WireCase[] = [
  ...answers,
  ...callAnswers,
  choices,
  { name: 'final-choice', response: ordinary, route: finalChoice },
]

export const streamCases: readonly WireCase[] = [
  { ...choices, more: { ...choices.more, ...withUsage } },
  { ...choices, name: 'final-choice-choices', more: { ...choices.more, ...stream }, route: finalChoice },
  ...answers.map((answer) => ({ ...answer, more: withUsage })),
  ...callAnswers.map((answer) => ({ ...answer, more: { ...answer.more, ...withUsage } })),
  { name: 'without-usage', response: ordinary, more: stream },
  { name: 'without-usage-stated', response: ordinary, more: { ...stream, stream_options: { include_usage: false } } },
  { name: 'filtered-without-usage', response: { outputDisposition: filtered, content: 'Cut' }, more: stream },
  { name: 'refused-without-usage', response: { outputDisposition: refused, content: 'No.' }, more: stream },
  {
    name: 'without-obfuscation',
    response: ordinary,
    more: { ...stream, stream_options: { include_usage: true, include_obfuscation: false } },
  },
  { name: 'final-choice-without-usage', response: ordinary, more: stream, route: finalChoice },
  { name: 'final-choice-with-usage', response: ordinary, more: withUsage, route: finalChoice },
  {
    name: 'final-choice-with-usage-declined',
    response: ordinary,
    more: { ...stream, stream_options: { include_usage: false } },
    route: finalChoice,
  },
  {
    name: 'final-choice-filtered-empty',
    response: { outputDisposition: filtered },
    more: withUsage,
    route: finalChoice,
  },
]

/** The case as the golden tests take it. */
export function wireCaseOf({ name, response, more = {}, route: to = official }: WireCase): wire.WireCase {
  return { name, response, body: chat('Hi', more), route: to }
}

export function planOf(wireCase: WireCase): ResponsePlan {
  return wire.planOf(wireCaseOf(wireCase))
}
