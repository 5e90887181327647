import { expect, test } from 'vitest'
import { azureOpenai, FixtureConfigError, microsoftFoundry, parseConfig } from 'msw-llm'
import type { FixtureResponse, Route } from 'msw-llm'
import { waitsOf } from '../../src/delivery/pace.ts'
import { filterResults } from '../../src/index.ts'
import { ask, chat, stateOf, type Asked } from '../core/ask.ts'

const azure = azureOpenai().routes.find(({ path }) => path === '/openai/v1/chat/completions')!
const dated = azureOpenai().routes.find(({ path }) => path.startsWith('/openai/deployments/'))!
const query = '?api-version=2024-05-01-preview'
const passed = { 'extra-parameters': 'pass-through' }

function exchange(response: FixtureResponse, asked: Asked): ReturnType<typeof ask> {
  return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), asked)
}

function inference(response: FixtureResponse, route: Route, n: number, stream = false): ReturnType<typeof ask> {
  return exchange(response, { route, query, headers: passed, body: chat('Hi', { n, stream }) })
}

function issuesOf(response: unknown): readonly (readonly [string, string])[] {
  try {
    parseConfig({ chatScenarios: [{ id: 'a', responses: [response] }] })
  } catch (error) {
    if (!(error instanceof FixtureConfigError)) throw error
    return error.issues.map(({ path, message }) => [path.slice(4).join('.'), message])
  }
  return []
}

test('a completion of Model Inference that is blocked in any choice is a 400, and shows what was not blocked', () => {
  const [, failing] = microsoftFoundry({ blockStatus: 400 }).routes as unknown as readonly [Route, Route]
  const filtered = { content: 'secret words', outputDisposition: { kind: 'filtered' } } as const
  const blocked = {
    message: { role: 'assistant', content: '' },
    finish_reason: 'content_filter',
    content_filter_results: { error: { code: 'content_filter', message: 'Response content blocked.' } },
  }
  const fine = {
    finish_reason: 'stop',
    logprobs: null,
    message: { content: 'abc', role: 'assistant', tool_calls: null },
  }
  const seen = [
    inference({ content: 'abc', choices: [filtered] }, failing, 2),
    inference({ ...filtered, choices: [{ content: 'abc' }] }, failing, 2),
  ].map(({ plan, record }) => {
    if (plan.kind !== 'json') throw new Error('No body')
    const { choices, usage } = JSON.parse(plan.body) as { choices: { message: object }[]; usage: unknown }
    return [plan.status, choices, usage, record.outcome, record.response.content, record.response.usage.outputTokens]
  })
  const { tool_calls: _, ...message } = fine.message
  const usage = { prompt_tokens: 1, total_tokens: 1 }
  const shown = { ...fine, message }
  expect(seen).toEqual([
    [
      400,
      [
        { index: 0, ...shown },
        { index: 1, ...blocked },
      ],
      usage,
      'filtered',
      'secret words',
      0,
    ],
    [
      400,
      [
        { index: 0, ...blocked },
        { index: 1, ...shown },
      ],
      usage,
      'filtered',
      'secret words',
      0,
    ],
  ])
})

test('a completion that is answered with 400 counts the prompt alone, whatever the fixture states', () => {
  const [, failing] = microsoftFoundry({ blockStatus: 400 }).routes as unknown as readonly [Route, Route]
  const block = { category: 'hate', at: 3 } as const
  const usage = { inputTokens: 7, outputTokens: 9, reasoningTokens: 2 }
  const response: FixtureResponse = { content: 'abc def', usage, contentFilter: { mode: 'default', block } }
  expect(inference(response, failing, 1).record.response).toMatchObject({
    status: 400,
    usage: { inputTokens: 7, outputTokens: 0, reasoningTokens: 0 },
  })
  expect(inference(response, failing, 1, true).record.response).toMatchObject({
    status: 200,
    usage: { inputTokens: 7, outputTokens: 9, reasoningTokens: 2 },
  })
})

test('the journal shows the choice that a policy decided', () => {
  const disposition = { kind: 'refused', category: 'c', explanation: 'e' } as const
  const shown = (response: FixtureResponse): unknown => {
    const { outcome, response: told } = exchange(response, { route: azure, body: chat('Hi', { n: 2 }) }).record
    return [outcome, told.content, told.outputDisposition]
  }
  const block = { category: 'hate', at: 4 } as const
  expect([
    shown({ content: 'abcdef', choices: [{ content: 'one two', contentFilter: { block } }] }),
    shown({ content: 'abcdef', choices: [{ content: 'no', outputDisposition: disposition }] }),
    shown({ content: 'no', outputDisposition: { kind: 'filtered' }, choices: [{ content: 'yes' }] }),
    shown({ content: 'a', choices: [{ content: 'b' }] }),
  ]).toEqual([
    ['filtered', 'one two', null],
    ['refused', 'no', disposition],
    ['filtered', 'no', { kind: 'filtered', category: null, explanation: null }],
    ['ordinary', 'a', null],
  ])
})

test('what is released together stays together beside another choice', () => {
  const pace = { firstTokenMilliseconds: 100, tokensPerSecond: 10 }
  const response: FixtureResponse = {
    content: 'aabbcc',
    streamChunks: ['aa', 'bb', 'cc'],
    pace,
    contentFilter: { buffer: { characters: 6 } },
    choices: [{ content: 'ddeeff', streamChunks: ['dd', 'ee', 'ff'] }],
  }
  const { plan } = exchange(response, { route: azure, body: chat('Hi', { n: 2, stream: true }) })
  if (plan.kind !== 'stream') throw new Error('No stream')
  const waits = waitsOf(pace)
  const texts = plan.frames.map((frame) => {
    const wait = waits(frame)
    const parsed = frame.data === '[DONE]' ? null : (JSON.parse(frame.data) as Chunk)
    return [parsed?.choices[0]?.delta?.content ?? '', wait]
  })
  expect(texts.filter(([text]) => text !== '')).toEqual([
    ['aa', 300],
    ['bb', null],
    ['cc', null],
    ['dd', 300],
    ['ee', null],
    ['ff', null],
  ])
})

interface Chunk {
  readonly choices: readonly { readonly index: number; readonly delta?: { readonly content?: string } }[]
}

test('on a version without annotations, what one choice states is said of all', () => {
  const low = { hate: { filtered: false, severity: 'low' } } as const
  const response: FixtureResponse = { content: 'a', choices: [{ content: 'b', contentFilter: { completion: low } }] }
  const asked = { route: dated, params: { deployment: 'd' }, query: '?api-version=2023-05-15' }
  const { plan } = exchange(response, { ...asked, body: chat('Hi', { n: 2 }) })
  if (plan.kind !== 'json') throw new Error('No body')
  const body = JSON.parse(plan.body) as Record<string, unknown> & { choices: { content_filter_results?: unknown }[] }
  const safe = { filtered: false, severity: 'safe' }
  const harms = { hate: safe, self_harm: safe, sexual: safe, violence: safe }
  expect(body.choices.map((choice) => choice.content_filter_results)).toEqual([harms, low])
  expect(body['prompt_annotations']).toEqual([{ prompt_index: 0, content_filter_results: harms }])
})

test('a thousand calls before an asynchronous block are looked at once', () => {
  const calls = Array.from({ length: 1000 }, () => ({ name: 'look', arguments: 'x'.repeat(200) }))
  const tools = [{ type: 'function', function: { name: 'look', parameters: true } }]
  const response: FixtureResponse = {
    toolCalls: calls,
    contentFilter: { mode: 'async', offsetBase: 0, block: { category: 'hate', at: 200 * 999 } },
  }
  const { record } = exchange(response, { route: azure, body: chat('Hi', { stream: true, tools }) })
  expect([record.outcome, record.response.usage.outputTokens]).toEqual(['filtered', 51_000])
})

test('as many annotations in one place as anyone may write', () => {
  const annotation = { after: 1, checkOffset: 0, startOffset: 0, endOffset: 1 } as const
  const annotations = Array.from({ length: 150_000 }, () => annotation)
  const { plan } = exchange(
    { content: 'ab', contentFilter: { mode: 'async', offsetBase: 0, annotations } },
    { route: azure, body: chat('Hi', { stream: true }) },
  )
  expect(plan.kind === 'stream' && plan.frames.length).toBe(150_005)
})

test('several choices are counted for the client who asks for one', () => {
  const { record } = exchange({ content: 'a', choices: [{ content: 'b' }] }, { route: azure })
  expect(record.response.message).toBe(
    "Response 1 of scenario 'a' cannot answer this request to POST /azure-openai/openai/v1/chat/completions: " +
      'the request asks for n = 1 answers, and the response holds 2. Send n: 2, or leave its choices out.',
  )
})

test('what has no effect, or none that can be meant, is refused where it stands', () => {
  const range = { after: 1, checkOffset: 10, startOffset: 10, endOffset: 11 }
  const listed = (annotation: object): unknown => ({
    content: 'ab',
    contentFilter: { mode: 'async', offsetBase: 10, annotations: [{ ...range, ...annotation }] },
  })
  expect([
    issuesOf({ error: { status: 503 }, choices: [{ content: 'x' }] }),
    issuesOf({ content: 'a', choices: Array.from({ length: 128 }, () => ({ content: 'x' })) }),
    issuesOf(listed({ startOffset: 12 })),
    issuesOf(listed({ checkOffset: 99 })),
    issuesOf({ content: 'ab', contentFilter: { block: { category: 'hate', results: {} } } }),
    issuesOf({ content: 'ab', contentFilter: { completion: filterResults({ hate: 'filtered' as 'high' }) } }),
    issuesOf({ content: 'ab', contentFilter: { completion: filterResults({ jailbreak: 'low' as 'none' }) } }),
    issuesOf(listed({})),
  ]).toEqual([
    [['choices', 'A response with an error answers with that error alone; remove choices, or the error']],
    [['choices', 'Too big: expected array to have <=127 items']],
    [['contentFilter.annotations.0.startOffset', 'A range ends where it starts or later: it ends at 11']],
    [['contentFilter.annotations.0.checkOffset', "Nothing is checked beyond the range's end, which is 11"]],
    [['contentFilter.block.results', 'The results of a block name what it found: add hate, or leave results out']],
    [['contentFilter.completion.hate', 'Invalid input: expected object, received string']],
    [['contentFilter.completion.jailbreak', 'Invalid input: expected object, received string']],
    [],
  ])
})
