import fc from 'fast-check'
import { expect, test } from 'vitest'
import { azureOpenai, FixtureConfigError, microsoftFoundry, openai, parseConfig } from 'msw-llm'
import type { FixtureResponse, Route } from 'msw-llm'
import { buildConfig, type ContentFilter, type DeploymentFilter } from 'msw-llm/core'
import { compactLength } from '../../src/compact-length.ts'
import { waitsOf } from '../../src/delivery/pace.ts'
import { ask, chat, stateOf, type Asked } from '../core/ask.ts'

function chatRoute(contentFilter?: DeploymentFilter & { deployments?: Record<string, DeploymentFilter> }): Route {
  return azureOpenai({ contentFilter }).routes.find(({ path }) => path === '/openai/v1/chat/completions')!
}

function exchange(response: FixtureResponse, asked: Asked = {}): ReturnType<typeof ask> {
  return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), { route: chatRoute(), ...asked })
}

interface Chunk {
  readonly choices: readonly { readonly delta?: { readonly content?: string; readonly refusal?: string } }[]
}

function textOf({ plan }: ReturnType<typeof ask>): string {
  if (plan.kind !== 'stream') throw new Error('No stream')
  return plan.frames
    .filter(({ data }) => data !== '[DONE]')
    .flatMap(({ data }) => (JSON.parse(data) as Chunk).choices)
    .map(({ delta }) => delta?.content ?? delta?.refusal ?? '')
    .join('')
}

const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', ' ', '😀', 'e\u0301', '\ud83d'), maxLength: 12 }), {
  maxLength: 12,
})
const modes = fc.constantFrom('default' as const, 'async' as const, 'off' as const)

test('a fixture without a block gives the same text in every mode', () => {
  const buffers = fc.option(fc.record({ characters: fc.integer({ min: 1, max: 30 }) }), { nil: undefined })
  fc.assert(
    fc.property(pieces, modes, buffers, fc.boolean(), (streamChunks, mode, buffer, refused) => {
      const exchanged = exchange(
        {
          content: streamChunks.join(''),
          streamChunks,
          ...(refused && { outputDisposition: { kind: 'refused' as const } }),
          contentFilter: { mode, buffer, windowCharacters: 7 },
        },
        { body: chat('Hi', { stream: true }) },
      )
      expect(textOf(exchanged)).toBe(streamChunks.join(''))
      expect(exchanged.record.outcome).toBe(refused ? 'refused' : 'ordinary')
    }),
  )
})

test('a block shows what came before it, whole characters alone, and counts that', () => {
  fc.assert(
    fc.property(pieces, fc.nat(), fc.boolean(), (streamChunks, place, stream) => {
      const content = streamChunks.join('')
      // What JSON and Array.from take for characters: half a pair is one, unless the other half follows it.
      const characters = Array.from(content)
      const at = place % (characters.length + 1)
      const { plan, record } = exchange(
        { content, contentFilter: { block: { category: 'hate', at } } },
        { body: chat('Hi', { stream }) },
      )
      const prefix = characters.slice(0, at).join('')
      const shown =
        plan.kind === 'stream'
          ? textOf({ plan, record } as ReturnType<typeof ask>)
          : (JSON.parse(plan.kind === 'json' ? plan.body : '') as { choices: { message: { content: string } }[] })
              .choices[0]!.message.content
      expect(shown).toBe(prefix)
      expect([record.outcome, record.response.content]).toEqual(['filtered', content])
      expect(record.response.usage.outputTokens).toBe(Math.ceil(at / 4))
    }),
  )
})

test('a block ends a stream without the usage that was asked for, and a filtered disposition does not', () => {
  const framesOf = (response: FixtureResponse): number => {
    const { plan } = exchange(response, { body: chat('Hi', { stream: true, stream_options: { include_usage: true } }) })
    return plan.kind === 'stream' ? plan.frames.filter(({ data }) => data.includes('completion_tokens')).length : -1
  }
  expect([
    framesOf({ content: 'No', contentFilter: { block: { category: 'hate', at: 2 } } }),
    framesOf({ content: 'No', contentFilter: { mode: 'async', block: { category: 'hate', at: 2 } } }),
    framesOf({ content: 'No', outputDisposition: { kind: 'filtered' } }),
    framesOf({ content: 'No', contentFilter: { mode: 'async' } }),
  ]).toEqual([0, 0, 1, 1])
})

test('a buffer releases its frames together, when the last of them is there', () => {
  const { plan } = exchange(
    {
      content: 'abcdefgh',
      streamChunks: ['ab', 'cd', 'ef', 'gh'],
      contentFilter: { buffer: { characters: 3 } },
      pace: { firstTokenMilliseconds: 50, tokensPerSecond: 100 },
    },
    { body: chat('Hi', { stream: true }) },
  )
  if (plan.kind !== 'stream') throw new Error('No stream')
  const waitBefore = waitsOf(plan.pace)
  expect(plan.frames.filter(({ role }) => role === 'content').map(waitBefore)).toEqual([60, null, 20, null])
})

test.each([
  [0, ''],
  [3, ''],
  [4, 'abcd'],
  [7, 'abcd'],
  // After the text, in none of its batches.
  [8, 'abcdefgh'],
])('a buffer with a violation after %d characters is not sent at all', (at, shown) => {
  const exchanged = exchange(
    {
      content: 'abcdefgh',
      streamChunks: ['ab', 'cd', 'ef', 'gh'],
      contentFilter: { buffer: { characters: 3 }, block: { category: 'hate', at } },
    },
    { body: chat('Hi', { stream: true }) },
  )
  expect(textOf(exchanged)).toBe(shown)
})

test('choices are blocked, counted and told on their own', () => {
  const response: FixtureResponse = {
    content: 'abcd',
    choices: [{ content: 'abcdefgh', contentFilter: { block: { category: 'hate', at: 4 } } }, { content: 'abcdefgh' }],
  }
  const { plan, record } = exchange(response, { body: chat('Hi', { n: 3 }) })
  const { choices } = JSON.parse(plan.kind === 'json' ? plan.body : '') as {
    choices: { index: number; finish_reason: string; message: { content: string }; content_filter_results: object }[]
  }
  expect(
    choices.map(({ index, finish_reason, message, content_filter_results }) => [
      index,
      finish_reason,
      message.content,
      JSON.stringify(content_filter_results).includes('"filtered":true'),
    ]),
  ).toEqual([
    [0, 'stop', 'abcd', false],
    [1, 'content_filter', 'abcd', true],
    [2, 'stop', 'abcdefgh', false],
  ])
  expect([record.outcome, record.response.content, record.response.usage.outputTokens]).toEqual([
    'filtered',
    'abcdefgh',
    4,
  ])
})

test('usage on the final choice is on the finish that comes last, whichever choice ends with it', () => {
  const inference = microsoftFoundry().routes[1]!
  const usagesOf = (response: FixtureResponse): unknown => {
    const { plan } = exchange(response, {
      route: inference,
      query: '?api-version=2024-05-01-preview',
      headers: { 'extra-parameters': 'pass-through' },
      body: { model: 'm', stream: true, n: 2, messages: [{ role: 'user', content: 'Hi' }] },
    })
    if (plan.kind === 'json') return plan.body
    if (plan.kind !== 'stream') throw new Error('The answer has no bytes of the protocol')
    return plan.frames.slice(0, -1).flatMap(({ data }) => {
      const { choices, usage } = JSON.parse(data) as {
        choices: { index: number; finish_reason: string | null }[]
        usage?: object
      }
      const [choice] = choices
      return choice?.finish_reason == null ? [] : [[choice.index, choice.finish_reason, usage !== undefined]]
    })
  }
  expect([
    usagesOf({ content: 'one two three', choices: [{ content: 'x' }] }),
    usagesOf({ content: 'x', choices: [{ content: 'one two three' }] }),
  ]).toEqual([
    [
      [1, 'stop', false],
      [0, 'stop', true],
    ],
    [
      [0, 'stop', false],
      [1, 'stop', true],
    ],
  ])
})

test('each deployment may filter in its own way, and an answer in its own', () => {
  const route = chatRoute({
    mode: 'async',
    deployments: { careful: { mode: 'default' }, toString: { mode: 'off' as const } },
  })
  const results = (model: string, contentFilter?: ContentFilter): string => {
    const { plan } = exchange(
      { content: 'Hi', contentFilter },
      { route, body: { model, stream: true, messages: [{ role: 'user', content: 'Hi' }] } },
    )
    const frames = plan.kind === 'stream' ? plan.frames.map(({ data }) => data) : []
    const offsets = frames.some((data) => data.includes('content_filter_offsets'))
    const prompt = frames.some((data) => data.includes('prompt_filter_results'))
    return offsets ? 'async' : prompt ? 'default' : 'off'
  }
  expect([
    results('any'),
    results('careful'),
    results('toString'),
    results('constructor'),
    results('careful', { mode: 'off' }),
    results('any', { mode: 'default' }),
  ]).toEqual(['async', 'default', 'off', 'async', 'off', 'default'])
})

test('versions before annotations have none, unless the fixture states them', () => {
  const [dated] = azureOpenai().routes
  const keyOf = (version: string, contentFilter?: ContentFilter): string => {
    const { plan } = exchange(
      { content: 'Hi', contentFilter },
      { route: dated!, params: { deployment: 'gpt' }, query: `?api-version=${version}` },
    )
    const text = plan.kind === 'json' ? plan.body : ''
    return (
      /prompt_(annotations|filter_results)/.exec(text)?.[0] ?? (text.includes('content_filter') ? 'choice' : 'none')
    )
  }
  expect([
    keyOf('2023-05-15'),
    keyOf('2023-05-15', {}),
    keyOf('2023-03-15-preview'),
    keyOf('2023-06-01-preview'),
    keyOf('2023-07-01-preview'),
    keyOf('2023-08-01-preview'),
    keyOf('2023-12-01'),
    keyOf('2024-02-01'),
    keyOf('2024-10-21'),
    keyOf('2024-10-21', { promptKey: 'prompt_annotations' }),
    keyOf('2023-05-15', { dialect: 'documented' }),
  ]).toEqual([
    'none',
    'prompt_annotations',
    'none',
    'prompt_annotations',
    'prompt_annotations',
    'prompt_filter_results',
    'none',
    'prompt_filter_results',
    'prompt_filter_results',
    'prompt_annotations',
    'prompt_annotations',
  ])
})

const filtered: FixtureResponse = { content: 'abcdef', streamChunks: ['abc', 'def'], contentFilter: { mode: 'async' } }

test.each<[string, FixtureResponse, readonly (string | number)[], string]>([
  [
    'a block beside a disposition',
    { outputDisposition: { kind: 'refused' }, contentFilter: { block: { category: 'hate' } } },
    ['contentFilter', 'block'],
    'A block says how the answer ends, and so does an outputDisposition; remove one of the two',
  ],
  [
    'a block beside a finishReason',
    { finishReason: 'stop', contentFilter: { block: { category: 'hate' } } },
    ['contentFilter', 'block'],
    'A block ends the answer; remove it, or the finishReason',
  ],
  [
    'a block of a filter that is off',
    { contentFilter: { mode: 'off', block: { category: 'hate' } } },
    ['contentFilter', 'block'],
    "A filter that is off blocks nothing; remove the block, or mode: 'off'",
  ],
  [
    'a block of a filter that did not run',
    { contentFilter: { error: {}, block: { category: 'hate' } } },
    ['contentFilter', 'block'],
    'A filter that did not run blocks nothing; remove the block, or the error',
  ],
  [
    'a block after the end',
    { content: '😀', contentFilter: { block: { category: 'hate', at: 2 } } },
    ['contentFilter', 'block', 'at'],
    'The answer has 1 characters: a violation has from 0 to 1 before it',
  ],
  [
    'a check that falls',
    {
      ...filtered,
      contentFilter: {
        annotations: [
          { after: 1, checkOffset: 5, startOffset: 1, endOffset: 6 },
          { after: 2, checkOffset: 4, startOffset: 1, endOffset: 7 },
        ],
      },
    },
    ['contentFilter', 'annotations', 1, 'checkOffset'],
    'The check never falls: it was 5 before',
  ],
  [
    'a block of a choice, where the filter did not run',
    { contentFilter: { error: {} }, choices: [{}, { content: 'a', contentFilter: { block: { category: 'hate' } } }] },
    ['choices', 1, 'contentFilter', 'block'],
    "The response's filter did not run, and blocks nothing; remove the block",
  ],
  [
    'a block of a choice, where the filter is off',
    { contentFilter: { mode: 'off' }, choices: [{ content: 'a', contentFilter: { block: { category: 'hate' } } }] },
    ['choices', 0, 'contentFilter', 'block'],
    "The response's filter is off, and blocks nothing; remove the block",
  ],
  [
    'annotations out of order',
    {
      ...filtered,
      contentFilter: {
        annotations: [
          { after: 'finish', checkOffset: 5, startOffset: 1, endOffset: 6 },
          { after: 2, checkOffset: 5, startOffset: 1, endOffset: 7 },
        ],
      },
    },
    ['contentFilter', 'annotations', 1, 'after'],
    'Annotations stand in the order in which they are sent',
  ],
  [
    'an end above what was sent, where the base is known',
    {
      ...filtered,
      contentFilter: { offsetBase: 10, annotations: [{ after: 3, checkOffset: 10, startOffset: 10, endOffset: 14 }] },
    },
    ['contentFilter', 'annotations', 0, 'endOffset'],
    'Only what was sent is annotated: 3 characters from 10 on are 13',
  ],
  [
    'a filter beside an error',
    { error: { status: 500 }, contentFilter: {} },
    ['contentFilter'],
    'A response with an error answers with that error alone; remove contentFilter, or the error',
  ],
])('refuses %s, with its path', (_, response, path, message) => {
  expect(issuesOf(response)).toEqual([[['chatScenarios', 0, 'responses', 0, ...path], message]])
})

test('an end above what was sent is a mismatch where only the prompt tells the base', () => {
  const annotations = [{ after: 3, checkOffset: 32, startOffset: 32, endOffset: 36 }]
  const response = { ...filtered, contentFilter: { mode: 'async' as const, annotations } }
  expect(exchange(response, { body: chat('Hi!', { stream: true }) }).record.outcome).toBe('ordinary')
  const { record } = exchange(response, { body: chat('Hi', { stream: true }) })
  expect([record.response.code, record.response.message]).toEqual([
    'fixture_mismatch',
    "Response 1 of scenario 'a' cannot answer this request to POST /azure-openai/openai/v1/chat/completions: contentFilter.annotations[0].endOffset does not hold for this prompt. Only what was sent is annotated: 3 characters from 32 on are 35.",
  ])
})

test('a filter is a mismatch where there is none, and a block where it is off', () => {
  const messageOf = (route: Route, contentFilter: ContentFilter): string | null =>
    exchange({ content: 'Hi', contentFilter }, { route, query: '?api-version=2024-10-21' }).record.response.message
  expect(messageOf(openai().routes[0]!, {})).toContain(
    'the provider has no content filter. Leave contentFilter out, or give the scenario another provider.',
  )
  const inference = microsoftFoundry().routes[0]!
  expect(messageOf(inference, { block: { category: 'hate' } })).toContain(
    "the deployment's content filter is off, and blocks nothing. Give the response contentFilter.mode, or the deployment.",
  )
  expect(messageOf(inference, { mode: 'default', block: { category: 'hate' } })).toBe(null)
  expect(messageOf(inference, {})).toBe(null)
})

test('a provider refuses a filter that it cannot use, with every issue', () => {
  const issues = (contentFilter: unknown): unknown => {
    try {
      azureOpenai({ contentFilter } as never)
    } catch (error) {
      if (error instanceof FixtureConfigError) return error.issues.map(({ path, message }) => [path.join('.'), message])
      throw error
    }
    return 'none'
  }
  expect(issues({ mode: 'Async', deployments: { a: { mode: 'OFF' } } })).toBe('none')
  expect(issues({ mode: 'sync', buffer: { characters: 0 }, deployments: { a: { windowCharacters: 1.5 } } })).toEqual([
    ['mode', expect.any(String)],
    ['buffer.characters', 'Too small: expected number to be >=1'],
    ['deployments.a.windowCharacters', expect.any(String)],
  ])
  expect(issues({ block: { category: 'hate' } })).toEqual([['block', expect.stringContaining('Unknown field "block"')]])
})

test('a filter is written by the fluent form, too', () => {
  const config = buildConfig((c) =>
    c.chatScenario('a', (s) => s.responds('Hi').withContentFilter({ block: { category: 'hate' } })),
  )
  expect(config.chatScenarios?.[0]?.responses).toEqual([
    { content: 'Hi', contentFilter: { block: { category: 'hate' } } },
  ])
})

test('the input filter says the categories that the configuration says', () => {
  const categories = { jailbreak: { filtered: true, detected: true } }
  const state = stateOf({ inputFilter: { terms: ['hi'], categories }, chatScenarios: [] })
  const { plan, record } = ask(state, { route: chatRoute() })
  const body = JSON.parse(plan.kind === 'json' ? plan.body : '') as { error: { innererror: unknown } }
  expect([plan.status, record.outcome, body.error.innererror]).toEqual([
    400,
    'input_filtered',
    { code: 'ResponsibleAIPolicyViolation', content_filter_result: categories },
  ])
})

test('what is undefined leaves the deployment\u2019s filter as it is', () => {
  const hasOffsets = (route: Route, contentFilter?: ContentFilter): boolean => {
    const { plan } = exchange({ content: 'Hi', contentFilter }, { route, body: chat('Hi', { stream: true }) })
    return plan.kind === 'stream' && plan.frames.some(({ data }) => data.includes('content_filter_offsets'))
  }
  const own = { mode: undefined, dialect: undefined }
  expect([
    hasOffsets(chatRoute({ mode: 'async' }), own),
    hasOffsets(chatRoute({ mode: 'async', deployments: { 'gpt-5.5': own } })),
    hasOffsets(chatRoute({ mode: undefined })),
  ]).toEqual([true, true, false])
})

test('a filter that did not run says so in mode async, too, and annotates nothing', () => {
  const { plan } = exchange(
    { content: 'Hi', contentFilter: { mode: 'async', error: {} } },
    { body: chat('Hi', { stream: true }) },
  )
  const frames = plan.kind === 'stream' ? plan.frames.map(({ data }) => data) : []
  expect(
    frames.map((data) => data.includes('"content_filter_result":{"error":{"code":"content_filter_error"')),
  ).toEqual([true, true, true, false])
  expect(frames.filter((data) => data.includes('content_filter_offsets'))).toEqual([])
})

test('a version before annotations has none of those that follow the text, unless the fixture states them', () => {
  const [dated] = azureOpenai({ contentFilter: { mode: 'async' } }).routes
  const keys = (contentFilter?: ContentFilter): number => {
    const { plan } = exchange(
      { content: 'Hi', contentFilter },
      {
        route: dated!,
        params: { deployment: 'gpt' },
        query: '?api-version=2023-05-15',
        body: chat('Hi', { stream: true }),
      },
    )
    return plan.kind === 'stream' ? plan.frames.filter(({ data }) => data.includes('content_filter')).length : -1
  }
  expect([keys(), keys({})]).toEqual([0, 2])
})

test('a block after the text lets a buffer and the calls before it pass', () => {
  const { plan, record } = exchange(
    {
      content: 'abcdefghij',
      streamChunks: ['abcde', 'fghij'],
      toolCalls: [{ name: 'f', arguments: 'abcdefghij' }],
      contentFilter: { buffer: { characters: 5 }, block: { category: 'hate', at: 12 } },
    },
    { body: chat('Hi', { stream: true, tools: [{ type: 'function', function: { name: 'f' } }] }) },
  )
  const deltas =
    plan.kind === 'stream'
      ? plan.frames.flatMap(({ data }) => data.match(/"(?:content|arguments)":"[^"]*"/g) ?? [])
      : []
  expect(deltas).toEqual([
    '"content":""',
    '"content":"abcde"',
    '"content":"fghij"',
    '"arguments":""',
    '"arguments":"ab"',
  ])
  expect(record.response.usage.outputTokens).toBe(4)
})

test('a call that a block keeps from being sent is not counted', () => {
  const { record } = exchange(
    {
      content: 'ab',
      toolCalls: [{ name: 'f'.repeat(40), arguments: '{}' }],
      contentFilter: { mode: 'async', windowCharacters: 1, block: { category: 'hate' } },
    },
    { body: chat('Hi', { stream: true, tools: [{ type: 'function', function: { name: 'f'.repeat(40) } }] }) },
  )
  expect(record.response.usage.outputTokens).toBe(1)
})

test('a chunk that ends within a surrogate pair counts no character twice', () => {
  const torn = { content: '😀b', streamChunks: ['\ud83d', '\ude00b'] }
  const { plan } = exchange(
    { ...torn, contentFilter: { block: { category: 'hate', at: 1 } } },
    { body: chat('Hi', { stream: true }) },
  )
  expect(textOf({ plan } as ReturnType<typeof ask>)).toBe('😀')
  const { plan: annotated } = exchange(
    { ...torn, contentFilter: { mode: 'async' } },
    { body: chat('Hi', { stream: true }) },
  )
  const offsets =
    annotated.kind === 'stream' && annotated.frames.map(({ data }) => /"end_offset":(\d+)/.exec(data)?.[1])
  expect(offsets).toEqual([undefined, undefined, undefined, undefined, undefined, '34', undefined])
})

test('annotations concern chat streams alone', () => {
  const contentFilter: ContentFilter = {
    mode: 'async',
    annotations: [{ after: 1, checkOffset: 32, startOffset: 32, endOffset: 33 }],
  }
  const items = azureOpenai().routes.find(({ path }) => path === '/openai/v1/responses')!
  const outcomes = [false, true].flatMap((stream) => [
    exchange({ content: 'x', contentFilter }, { body: chat('Hi', { stream }) }).record.outcome,
    exchange({ content: 'x', contentFilter }, { route: items, body: { model: 'm', input: 'Hi', stream } }).record
      .outcome,
  ])
  expect(outcomes).toEqual(['ordinary', 'ordinary', 'ordinary', 'ordinary'])
})

test('a buffer holds up the text of the Responses routes, too', () => {
  const items = azureOpenai().routes.find(({ path }) => path === '/openai/v1/responses')!
  const { plan } = exchange(
    { content: 'aabbcc', streamChunks: ['aa', 'bb', 'cc'], contentFilter: { buffer: { characters: 3 } } },
    { route: items, body: { model: 'm', input: 'Hi', stream: true } },
  )
  expect(plan.kind === 'stream' && plan.frames.flatMap(({ batch }) => (batch === undefined ? [] : [batch]))).toEqual([
    2, 0, 1,
  ])
})

test('a serverless deployment is filtered by the name that its host begins with', () => {
  const [serverless] = microsoftFoundry({ contentFilter: { deployments: { small: { mode: 'default' } } } }).routes
  const filters = (name: string): boolean => {
    const { plan } = exchange(
      { content: 'Hi' },
      { route: serverless!, params: { name, region: 'north' }, query: '?api-version=2024-05-01-preview' },
    )
    return plan.kind === 'json' && plan.body.includes('prompt_filter_results')
  }
  expect([filters('small'), filters('other')]).toEqual([true, false])
})

test('a filtered answer of Model Inference is a 400 where the provider is told so, and a stream is not', () => {
  const failing = microsoftFoundry({ blockStatus: 400 }).routes[1]!
  const query = '?api-version=2024-05-01-preview'
  const statusOf = (response: FixtureResponse, stream = false): unknown => {
    const { plan, record } = exchange(response, { route: failing, query, body: chat('Hi', { stream }) })
    return [plan.status, record.response.status, record.outcome]
  }
  const cut: FixtureResponse = { content: 'No', outputDisposition: { kind: 'filtered' } }
  expect([statusOf(cut), statusOf(cut, true), statusOf({ content: 'Yes' })]).toEqual([
    [400, 400, 'filtered'],
    [200, 200, 'filtered'],
    [200, 200, 'ordinary'],
  ])
  expect(() => microsoftFoundry({ blockStatus: 500 as never })).toThrow(
    new TypeError('microsoftFoundry() takes 200 or 400 as blockStatus.'),
  )
})

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

test('a prompt that is nested deeper than the stack has a length', () => {
  const message = `{"role":"user","content":"Hi","extra":${nested(20_000)}}`
  const { record } = exchange(
    { content: 'Hi', contentFilter: { mode: 'async' } },
    { body: `{"model":"m","stream":true,"messages":[${message}]}` },
  )
  expect(record.outcome).toBe('ordinary')
  const items = azureOpenai().routes.find(({ path }) => path === '/openai/v1/responses')!
  const asked = { route: items, body: `{"model":"m","input":[${message}]}` }
  expect([
    exchange({ content: 'Hi' }, asked).record.outcome,
    exchange({ promptBlock: {} }, asked).record.outcome,
  ]).toEqual(['ordinary', 'prompt_blocked'])
})

test('the length of a prompt is that of its compact JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(compactLength(value as never)).toBe(Array.from(JSON.stringify(value)).length)
    }),
  )
})

test('the input filter of the Responses routes says the length of the prompt', () => {
  const items = azureOpenai().routes.find(({ path }) => path === '/openai/v1/responses')!
  const { plan } = ask(stateOf({ inputFilter: { terms: ['hi'] }, chatScenarios: [] }), {
    route: items,
    body: { model: 'm', input: 'Hi!' },
  })
  expect(plan.kind === 'json' && /"end_offset": (\d+)/.exec(plan.body)?.[1]).toBe('5')
})

function issuesOf(response: FixtureResponse): unknown {
  try {
    parseConfig({ chatScenarios: [{ id: 'a', responses: [response] }] })
  } catch (error) {
    if (error instanceof FixtureConfigError) return error.issues.map(({ path, message }) => [path, message])
    throw error
  }
  return 'no issue'
}
