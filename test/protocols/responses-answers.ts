/** The answers whose bytes are kept in `__wire__`. */
import { openai, type FixtureResponse, type Route } from 'msw-llm'
import { responses, type ResponsesTraits } from '../../src/protocols/responses/index.ts'
import type { WireCase } from './wire.ts'

/** The official route. */
export const responsesRoute: Route = openai().routes.find(({ path }) => path === '/responses')!

export function routeWith(traits: ResponsesTraits): Route {
  return { ...responsesRoute, protocol: responses(traits) }
}

/** The body of a request with this input. */
export function asks(
  input: string | readonly unknown[] = 'Hi',
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return { model: 'gpt-5.5', input, ...more }
}

/** A host that moves, adds and leaves out fields, and does not indent. */
const adapted = routeWith({
  formatBody: (body) => JSON.stringify(body),
  adaptResponse: ({ billing, ...body }, phase) => ({ billed: billing !== undefined, phase, ...body }),
})

const ordinary: FixtureResponse = { content: 'Hello there, friend.' }
const refused = { kind: 'refused', category: 'general_harms', explanation: 'Not on the wire.' } as const
const filtered = { kind: 'filtered', category: 'violence', explanation: 'Not on the wire.' } as const

interface Case extends Pick<WireCase, 'name' | 'response' | 'route'> {
  /** What the request says beside its input. */
  readonly more?: Readonly<Record<string, unknown>>
}

const cases: readonly Case[] = [
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
  {
    name: 'echoes',
    response: ordinary,
    more: {
      instructions: 'Be brief.',
      max_output_tokens: 16,
      max_tool_calls: 2,
      metadata: { run: '7' },
      parallel_tool_calls: false,
      prompt_cache_key: 'key',
      prompt_cache_retention: '24h',
      reasoning: { summary: 'auto', effort: 'low' },
      safety_identifier: 'someone',
      service_tier: 'flex',
      store: false,
      temperature: 0,
      text: { verbosity: 'low', format: { type: 'json_schema', schema: { type: 'object' }, name: 'city' } },
      tool_choice: { type: 'function', name: 'look' },
      tools: [
        { name: 'look', parameters: { type: 'object' }, type: 'function' },
        { strict: false, type: 'function', name: 'hear', description: 'Hears.', parameters: null },
        { user_location: null, type: 'web_search' },
      ],
      top_logprobs: 3,
      top_p: 0.5,
      truncation: 'auto',
      user: 'me',
    },
  },
  { name: 'echoes-object-format', response: ordinary, more: { text: { format: { type: 'json_object' } } } },
  { name: 'adapted', response: ordinary, route: adapted },
  { name: 'adapted-filtered', response: { outputDisposition: filtered }, route: adapted },
]

const unpadded = { stream_options: { include_obfuscation: false } }

const streamCases: readonly Case[] = [
  ...cases,
  { name: 'ordinary-without-obfuscation', response: ordinary, more: unpadded },
  { name: 'refused-without-obfuscation', response: { content: 'No.', outputDisposition: refused }, more: unpadded },
].map(({ more, ...rest }) => ({ ...rest, more: { ...more, stream: true } }))

export const wireCases: readonly WireCase[] = [...cases, ...streamCases].map(
  ({ more, route = responsesRoute, ...rest }) => ({ ...rest, route, body: asks('Hi', more) }),
)
