/** The answers to Messages requests whose bytes are kept in `__wire__`. */
import { anthropic, type FixtureResponse, type Route } from 'msw-llm'
import type { Asked } from '../core/ask.ts'
import type { WireCase } from './wire.ts'

export const route: Route = anthropic().routes[0]!

/** A request with these messages, or with one message of a user. */
export function said(words: string | readonly unknown[] = 'Hi', more: Readonly<Record<string, unknown>> = {}): object {
  return {
    model: 'claude-sonnet-5',
    max_tokens: 1024,
    messages: typeof words === 'string' ? [{ role: 'user', content: words }] : words,
    ...more,
  }
}

/** The same, sent to the route. */
export function asking(words?: string | readonly unknown[], more?: Readonly<Record<string, unknown>>): Asked {
  return { route, body: said(words, more) }
}

const ordinary: FixtureResponse = { content: 'Hello there, friend.' }
const refused = { kind: 'refused', category: 'general_harms', explanation: 'It asks for "harm".' } as const

const answers: readonly Pick<WireCase, 'name' | 'response'>[] = [
  { name: 'ordinary', response: ordinary },
  { name: 'ordinary-empty', response: {} },
  { name: 'length', response: { content: 'Once upon a', finishReason: 'length' } },
  { name: 'refused', response: { content: 'Hi, I was about', outputDisposition: refused } },
  { name: 'refused-empty', response: { outputDisposition: refused } },
  {
    name: 'refused-without-details',
    response: {
      content: 'I cannot help.',
      streamChunks: ['I cannot ', '', 'help.'],
      outputDisposition: { kind: 'refused' },
    },
  },
  { name: 'prompt-blocked', response: { promptBlock: { blockReason: 'NOT_ON_THE_WIRE' } } },
  {
    name: 'explicit-chunks',
    response: { content: 'Grüße 👋🏽\n"ok" \\', streamChunks: ['Grü', '', 'ße 👋', '🏽\n', '"ok" \\'] },
  },
  { name: 'empty-chunks', response: { content: '', streamChunks: ['', ''] } },
  { name: 'torn-surrogates', response: { content: 'a😀b', streamChunks: ['a\ud83d', '\ude00b'] } },
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

export const wireCases: readonly WireCase[] = [false, true].flatMap((stream) =>
  answers.map((answer) => ({ ...answer, ...asking('Hi', { stream }) })),
)
