/** The answers whose bytes are kept for the hosts of chat completions beside OpenAI. */
import type { FixtureResponse, Route } from 'msw-llm'
import { chat, type Asked } from '../core/ask.ts'
import type { WireCase } from './wire.ts'

const ordinary: FixtureResponse = { content: 'Hello there, friend.' }
const filtered = { kind: 'filtered', category: 'violence', explanation: 'Not on the wire.' } as const
const refused = { kind: 'refused', category: 'general_harms', explanation: 'Not on the wire.' } as const

const answers: Readonly<Record<string, FixtureResponse>> = {
  ordinary,
  'ordinary-empty': {},
  length: { content: 'Once upon a', finishReason: 'length' },
  filtered: { content: 'The story begins', outputDisposition: filtered },
  'filtered-empty': { outputDisposition: filtered },
  'explicit-chunks': { content: 'Grüße 👋🏽\n"ok" \\', streamChunks: ['Grü', '', 'ße 👋', '🏽\n', '"ok" \\'] },
  'stated-usage': {
    content: 'Hi',
    usage: { inputTokens: 100, outputTokens: 50, cachedInputTokens: 64, reasoningTokens: 30 },
  },
}

const refusals: Readonly<Record<string, FixtureResponse>> = {
  refused: { content: "I can't help with that.", outputDisposition: refused },
  'refused-empty': { outputDisposition: refused },
}

/** What `stream_options` may say of usage, by the name that its file has. */
export const usageOptions: Readonly<Record<string, object>> = {
  'with-usage': { stream_options: { include_usage: true } },
  'without-usage': {},
  'with-usage-declined': { stream_options: { include_usage: false } },
}

/** Each answer as JSON and streamed with usage; an ordinary and a filtered one with each option for usage. */
export function casesOf(route: Route, asked: Asked = {}): readonly WireCase[] {
  const to = (name: string, response: FixtureResponse, more: object = {}): WireCase => ({
    ...asked,
    name,
    response,
    route,
    body: chat('Hi', { ...more }),
  })
  const all = { ...answers, ...(route.outcomes.refused === 'native' && refusals) }
  return [
    ...Object.entries(all).map(([name, response]) => to(name, response)),
    ...Object.entries(all).map(([name, response]) =>
      to(name, response, { stream: true, ...usageOptions['with-usage'] }),
    ),
    ...Object.entries(usageOptions)
      .slice(1)
      .flatMap(([option, more]) => [
        to(`ordinary-${option}`, ordinary, { stream: true, ...more }),
        to(`filtered-${option}`, all['filtered']!, { stream: true, ...more }),
      ]),
  ]
}
