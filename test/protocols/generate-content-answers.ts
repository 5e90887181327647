/** The answers of generate-content whose bytes are kept in `__wire__`, and the ways to ask for them. */
import { gemini, type FixtureResponse, type Route } from 'msw-llm'
import type { Asked } from '../core/ask.ts'
import type { WireCase } from './wire.ts'

const [generate, , , stream] = gemini().routes as [Route, Route, Route, Route]
export const generateRoute = generate
export const streamRoute = stream

export function contents(text = 'Hi', more: Readonly<Record<string, unknown>> = {}): unknown {
  return { contents: [{ role: 'user', parts: [{ text }] }], ...more }
}

const params = { model: 'gemini-2.5-flash' }

/** The three ways in which an answer is sent. */
export const ways = {
  json: { route: generate, params },
  sse: { route: stream, params, query: '?alt=sse' },
  'json-array': { route: stream, params },
} satisfies Readonly<Record<string, Asked>>

export type Way = keyof typeof ways

const filtered = { kind: 'filtered', category: 'violence', explanation: 'Not on the wire.' } as const
const cut = 'The story begins'

const answers: readonly { readonly name: string; readonly response: FixtureResponse }[] = [
  { name: 'ordinary', response: { content: 'Hello there, friend.' } },
  { name: 'ordinary-one-chunk', response: { content: '1,2,3', streamChunks: ['1,2,3'] } },
  { name: 'ordinary-empty', response: {} },
  { name: 'length', response: { content: 'Once upon a', finishReason: 'length' } },
  { name: 'filtered', response: { content: cut, outputDisposition: filtered } },
  { name: 'filtered-empty', response: { outputDisposition: filtered } },
  { name: 'recitation', response: { content: cut, finishReason: 'RECITATION' } },
  { name: 'prohibited-content', response: { content: cut, finishReason: 'PROHIBITED_CONTENT' } },
  { name: 'blocklist-empty', response: { finishReason: 'BLOCKLIST' } },
  { name: 'spii-empty', response: { finishReason: 'SPII' } },
  { name: 'malformed-function-call-empty', response: { finishReason: 'MALFORMED_FUNCTION_CALL' } },
  { name: 'prompt-block', response: { promptBlock: {} } },
  { name: 'prompt-block-stated', response: { promptBlock: { blockReason: 'SAFETY' }, usage: { inputTokens: 13 } } },
  {
    name: 'explicit-chunks',
    response: {
      content: 'Grüße 👋🏽\n"ok" \\: {"a": [1]}',
      streamChunks: ['Grü', '', 'ße 👋', '🏽\n', '"ok" \\', ': {"a": [1]}'],
    },
  },
  { name: 'last-chunk-empty', response: { content: 'One', streamChunks: ['One', ''] } },
  { name: 'torn-surrogates', response: { content: 'a😀b', streamChunks: ['a\ud83d', '\ude00b'] } },
  {
    name: 'stated-usage',
    response: {
      content: 'Hi there',
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

const failure: FixtureResponse = { error: { status: 429, retryAfterSeconds: 48 } }
const emptyContent = gemini({ safetyContent: 'empty' }).routes

export const wireCases: readonly WireCase[] = [
  ...answers.flatMap(({ name, response }) =>
    Object.values(ways).map((way) => ({ name, response, body: contents(), ...way })),
  ),
  // Each is JSON, whatever the way.
  ...Object.entries(ways).map(([way, asked]) => ({
    name: `error-on-${way}`,
    response: failure,
    body: contents(),
    ...asked,
  })),
  ...(['json', 'sse'] as const).map((way) => ({
    name: 'filtered-empty-content',
    response: { content: cut, outputDisposition: filtered },
    body: contents(),
    ...ways[way],
    route: emptyContent[way === 'json' ? 0 : 3]!,
  })),
]
