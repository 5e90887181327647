/** What Azure's content filter sends, in every mode. */
import { azureOpenai, microsoftFoundry, type FixtureResponse } from 'msw-llm'
import type { ContentFilter } from 'msw-llm/core'
import { chat } from '../core/ask.ts'
import { storedCases } from './stored-answers.ts'
import { testWire, type WireCase } from './wire.ts'

const azure = azureOpenai({ endpoint: 'https://example.openai.azure.com' }).routes
const chatRoute = azure.find(({ path }) => path === '/openai/v1/chat/completions')!
const responsesRoute = azure.find(({ path }) => path === '/openai/v1/responses')!
const inference = microsoftFoundry({ endpoint: 'https://example.services.ai.azure.com' }).routes.find(
  ({ path }) => path === '/models/chat/completions',
)!

const failing = microsoftFoundry({ endpoint: 'https://example.services.ai.azure.com', blockStatus: 400 }).routes.find(
  ({ path }) => path === '/models/chat/completions',
)!

const notDetected = { filtered: false, detected: false }
const safe = { filtered: false, severity: 'safe' } as const
const harms = { hate: safe, self_harm: safe, sexual: safe, violence: safe }
const everyFilter = {
  custom_blocklists: [],
  ...harms,
  protected_material_code: notDetected,
  protected_material_text: notDetected,
}
const story = 'Once upon a time there was a word that nobody should say.'
const withUsage = { stream: true, stream_options: { include_usage: true } }

function answered(contentFilter: ContentFilter, more: FixtureResponse = {}): FixtureResponse {
  return { content: story, contentFilter, ...more }
}

function severalChoices(mode: 'default' | 'async'): FixtureResponse {
  return {
    content: 'One two three.',
    contentFilter: { mode, windowCharacters: 8 },
    choices: [
      { content: story, contentFilter: { block: { category: 'violence', at: 10 } } },
      { content: 'Four five.', contentFilter: { completion: { ...harms, protected_material_text: notDetected } } },
    ],
  }
}

function streamed(name: string, response: FixtureResponse, more: object = {}): WireCase {
  return { name, response, route: chatRoute, body: chat('Hi', { ...withUsage, ...more }) }
}

function whole(name: string, response: FixtureResponse): WireCase {
  return { name, response, route: chatRoute }
}

const tools = [{ type: 'function', function: { name: 'weather' } }]

testWire('azure-filter', [
  // Mode default.
  streamed('default-stated', answered({ prompt: { ...harms, jailbreak: notDetected }, completion: everyFilter })),
  whole('default-stated', answered({ prompt: { ...harms, jailbreak: notDetected }, completion: everyFilter })),
  streamed('default-block', answered({ block: { category: 'custom_blocklists', at: 27 } })),
  streamed('default-block-buffered', answered({ buffer: { characters: 20 }, block: { category: 'violence', at: 27 } })),
  streamed('default-block-at-once', answered({ block: { category: 'hate' } })),
  whole('default-block', answered({ block: { category: 'violence', at: 27 } })),
  whole('default-block-null', answered({ block: { category: 'violence' }, blockedMessage: 'null' })),
  whole('default-block-absent', answered({ block: { category: 'violence' }, blockedMessage: 'absent' })),
  streamed('default-error', answered({ error: {} })),
  whole('default-error', answered({ error: { code: 'content_filter_error', message: 'Not today.' } })),
  streamed('default-documented', answered({ dialect: 'documented' })),
  // Mode off.
  streamed('off', answered({ mode: 'off' })),
  whole('off', answered({ mode: 'off' })),
  // Mode async, as recorded in 2025 and October 2026.
  streamed('async', answered({ mode: 'async' })),
  whole('async', answered({ mode: 'async' })),
  streamed('async-refused', {
    content: 'No.',
    contentFilter: { mode: 'async' },
    outputDisposition: { kind: 'refused' },
  }),
  streamed('async-windows', answered({ mode: 'async', windowCharacters: 30 })),
  streamed('async-every-filter', answered({ mode: 'async', completion: everyFilter, windowCharacters: 30 })),
  streamed(
    'async-block',
    answered({ mode: 'async', windowCharacters: 30, block: { category: 'custom_blocklists', at: 20 } }),
  ),
  streamed('async-block-at-the-end', answered({ mode: 'async', block: { category: 'custom_blocklists', at: 20 } })),
  streamed('async-block-of-nothing', { contentFilter: { mode: 'async', block: { category: 'hate' } } }),
  streamed(
    'async-verdict-after-stop',
    answered({
      mode: 'async',
      completion: { ...harms, custom_blocklists: [{ filtered: true, id: 'words' }] },
    }),
  ),
  streamed(
    'async-annotates-only',
    answered({ mode: 'async', completion: { ...harms, protected_material_text: { filtered: false, detected: true } } }),
  ),
  streamed(
    'async-raw',
    answered({
      mode: 'async',
      annotations: [{ after: 'finish', checkOffset: 32, startOffset: 32, endOffset: 80, raw: [{ score: 1 }] }],
    }),
  ),
  streamed(
    'async-tool-call',
    {
      toolCalls: [{ name: 'weather', arguments: { city: 'Oslo', country: 'Norway' } }],
      contentFilter: { mode: 'async', windowCharacters: 20 },
    },
    { tools },
  ),
  streamed(
    'async-tool-call-block',
    {
      content: 'Wait.',
      toolCalls: [
        { name: 'weather', arguments: { city: 'Oslo', country: 'Norway' } },
        { name: 'weather', arguments: {} },
      ],
      contentFilter: { mode: 'async', windowCharacters: 20, block: { category: 'hate', at: 10 } },
    },
    { tools },
  ),
  streamed('async-documented', answered({ mode: 'async', dialect: 'documented', completion: everyFilter })),
  // Several choices, decided on their own.
  ...[false, true].map((stream) => ({
    name: 'choices-default',
    response: severalChoices('default'),
    route: chatRoute,
    body: chat('Hi', { n: 3, ...(stream && withUsage) }),
  })),
  streamed('choices-async', severalChoices('async'), { n: 3 }),
  // A prompt that is blocked.
  whole('prompt-block', { promptBlock: {} }),
  streamed('prompt-block-streamed', { promptBlock: { categories: { jailbreak: { filtered: true, detected: true } } } }),
  whole('prompt-block-without-innererror', { promptBlock: { innererror: false } }),
])

const asked = { model: 'gpt-5.5', input: 'Hi' }
testWire(
  'azure-responses',
  [false, true].flatMap((stream): WireCase[] =>
    Object.entries({
      ordinary: { content: 'Hello there, friend.' },
      filtered: { content: 'The story', outputDisposition: { kind: 'filtered' as const } },
      refused: { content: 'No.', outputDisposition: { kind: 'refused' as const } },
      block: answered({ block: { category: 'violence', at: 27 } }),
      async: answered({ mode: 'async' }),
      off: answered({ mode: 'off' }),
      error: answered({ error: {} }),
      stated: answered({ completion: everyFilter }),
      'prompt-block': { promptBlock: {} },
    }).map(([name, response]) => ({
      name: name === 'prompt-block' && stream ? 'prompt-block-streamed' : name,
      response,
      route: responsesRoute,
      body: { ...asked, stream },
    })),
  ),
)

testWire('azure-responses', storedCases(azure, '/openai/v1/responses', { content: 'Hello there, friend.' }))

const inferred = { route: inference, query: '?api-version=2024-05-01-preview' }
testWire('model-inference-filter', [
  { name: 'default', response: answered({ mode: 'default' }), ...inferred },
  { name: 'default', response: answered({ mode: 'default' }), ...inferred, body: chat('Hi', { stream: true }) },
  { name: 'async', response: answered({ mode: 'async' }), ...inferred, body: chat('Hi', { stream: true }) },
  {
    name: 'block',
    response: answered({ mode: 'default', block: { category: 'hate', at: 27 } }),
    ...inferred,
    body: chat('Hi', { stream: true }),
  },
  { name: 'prompt-block', response: { promptBlock: {} }, ...inferred },
  ...['filtered', 'block'].map((kind) => ({
    name: `${kind}-400`,
    response:
      kind === 'block'
        ? answered({ mode: 'default', block: { category: 'hate' as const, at: 27 } })
        : { content: 'The story', outputDisposition: { kind: 'filtered' as const } },
    ...inferred,
    route: failing,
  })),
])
