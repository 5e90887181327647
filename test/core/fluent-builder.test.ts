import { expect, test } from 'vitest'
import {
  exactly,
  fails,
  filtered,
  json,
  parseConfig,
  refused,
  scenario,
  text,
  userContains,
  type Config,
  type ConfigBuilder,
} from 'msw-llm'
import { buildConfig } from '../../src/fixture/builder.ts'
import { issuesThrownBy } from './config-issues.ts'

test('writes the same data as the literal form', () => {
  const fluent = buildConfig((config) =>
    config
      .chatModel('gpt-5.5')
      .chatModel('gpt-5')
      .requireBearerToken('secret')
      .simulateContentFilter('bomb', 'poison')
      .simulateContentFilter('acid')
      .chatScenario('policy-and-recovery', (policy) =>
        policy
          .forModel('gpt-5.5')
          .forProvider('openai', 'azure-openai')
          .requireBearerToken('other')
          .whenUserContains('recipe')
          .responds('I cannot provide that response.', 'I cannot ', 'provide that response.')
          .withOutputDisposition({ kind: 'refused', category: 'general_harms', explanation: 'Explicit.' })
          .withPace({ tokensPerSecond: 50 })
          .withDelay(20)
          .withUsage({ inputTokens: 3 })
          .withHeaders({ 'x-a': '1' })
          .responds('Explicit next attempt.')
          .repeat('last'),
      )
      .chatScenario('structured', (structured) =>
        structured
          .whenExactly([{ role: 'user', content: 'Where?' }])
          .respondsWithJson({ city: 'Oslo' })
          .fails(429, { retryAfterMilliseconds: 20 })
          .fails(500),
      )
      .dataset('evening', (evening) =>
        evening.chatScenario('greeting', (greeting) => greeting.responds('Good evening.')),
      )
      .dataset('empty', () => {}),
  )
  const literal: Config = {
    models: [{ id: 'gpt-5.5' }, { id: 'gpt-5' }],
    requiredBearerToken: 'secret',
    inputFilter: { terms: ['bomb', 'poison', 'acid'] },
    chatScenarios: [
      {
        id: 'policy-and-recovery',
        modelId: 'gpt-5.5',
        provider: ['openai', 'azure-openai'],
        requiredBearerToken: 'other',
        match: { messages: [{ role: 'user', content: 'recipe' }] },
        responses: [
          {
            content: 'I cannot provide that response.',
            streamChunks: ['I cannot ', 'provide that response.'],
            outputDisposition: { kind: 'refused', category: 'general_harms', explanation: 'Explicit.' },
            pace: { tokensPerSecond: 50 },
            delayMilliseconds: 20,
            usage: { inputTokens: 3 },
            headers: { 'x-a': '1' },
          },
          { content: 'Explicit next attempt.' },
        ],
        repeat: 'last',
      },
      {
        id: 'structured',
        match: { mode: 'exact', messages: [{ role: 'user', content: 'Where?' }] },
        responses: [
          { content: '{"city":"Oslo"}' },
          { error: { status: 429, retryAfterMilliseconds: 20 } },
          { error: { status: 500 } },
        ],
      },
    ],
    datasets: { evening: [{ id: 'greeting', responses: [{ content: 'Good evening.' }] }], empty: [] },
  }
  expect(fluent).toEqual(literal)
  expect(parseConfig(fluent)).toEqual(literal)
})

test('writes nothing where nothing was called', () => {
  expect(buildConfig(() => {})).toEqual({})
})

test('adds patterns in their order', () => {
  const { chatScenarios } = buildConfig((config) => {
    config.chatScenario('both', (both) => both.whenUserContains('first').whenUserContains('second').responds(''))
  })
  expect(chatScenarios?.map(({ match }) => match)).toEqual([
    {
      messages: [
        { role: 'user', content: 'first' },
        { role: 'user', content: 'second' },
      ],
    },
  ])
})

test('gathers the scenarios of a dataset that is written in two places', () => {
  const config = buildConfig((builder) =>
    builder
      .dataset('evening', (evening) => evening.chatScenario('a', (a) => a.responds('a')))
      .chatScenario('c', (c) => c.responds('c'))
      .dataset('evening', (evening) => evening.chatScenario('b', (b) => b.responds('b'))),
  )
  expect(config.datasets).toEqual({
    evening: [
      { id: 'a', responses: [{ content: 'a' }] },
      { id: 'b', responses: [{ content: 'b' }] },
    ],
  })
})

for (const method of ['withOutputDisposition', 'withUsage', 'withPace', 'withDelay', 'withHeaders'] as const) {
  test(`throws on ${method} without a response before it, and says where`, () => {
    const build = (): unknown =>
      buildConfig((config) =>
        config
          .chatScenario('other', (other) => other.responds('Hi'))
          .dataset('evening', (evening) =>
            evening
              .chatScenario('first', (first) => first.responds('Hi'))
              .chatScenario('second', (second) => (second[method] as (value: unknown) => unknown)({ kind: 'refused' })),
          ),
      )
    expect(issuesThrownBy(build)).toEqual([
      {
        path: ['datasets', 'evening', 1, 'responses'],
        code: 'custom',
        message: `${method}() amends the response before it, and there is none yet; call responds() first`,
      },
    ])
  })
}

test('amends the response before it alone', () => {
  const { chatScenarios } = buildConfig((config) =>
    config.chatScenario('a', (a) =>
      a.responds('first').responds('second').withOutputDisposition({ kind: 'filtered' }).withDelay(1).withDelay(2),
    ),
  )
  expect(chatScenarios?.[0]?.responses).toEqual([
    { content: 'first' },
    { content: 'second', outputDisposition: { kind: 'filtered' }, delayMilliseconds: 2 },
  ])
})

test('leaves to the schema what it is to check', () => {
  const written = buildConfig((config) =>
    config.chatScenario('a', (a) => a.fails(500).withOutputDisposition({ kind: 'refused' }).responds('Hi', 'H')),
  )
  expect(issuesThrownBy(() => parseConfig(written)).map(({ path }) => path.join('.'))).toEqual([
    'chatScenarios.0.responses.0.error',
    'chatScenarios.0.responses.1.streamChunks',
  ])
})

for (const [what, build, path] of [
  ['the configuration', () => buildConfig(async () => {}), []],
  ['a scenario', () => buildConfig((config) => config.chatScenario('a', async () => {})), ['chatScenarios', 0]],
  ['a dataset', () => buildConfig((config) => config.dataset('evening', async () => {})), ['datasets', 'evening']],
  [
    'a scenario of a dataset',
    () => buildConfig((config) => config.dataset('evening', (evening) => evening.chatScenario('a', async () => {}))),
    ['datasets', 'evening', 0],
  ],
] as const) {
  test(`refuses an async callback for ${what}`, () => {
    expect(issuesThrownBy(build)).toEqual([
      {
        path,
        code: 'custom',
        message: 'The callback returned a promise; write the configuration synchronously',
      },
    ])
  })
}

test('writes fixtures in fewer words', () => {
  expect([
    text('Hi'),
    text('Hi', { streamChunks: ['H', 'i'], finishReason: 'length' }),
    json({ a: [1, null] }),
    refused('No.'),
    filtered(),
    filtered('Cut', { category: 'x', headers: { 'x-a': '1' } }),
    refused('No.', { category: 'x', explanation: null, requests: ['tools'], usage: { outputTokens: 1 } }),
    fails(429),
    fails(429, { code: 'slow_down', retryAfterSeconds: 1 }),
    userContains('Hi'),
    exactly([{ role: 'user' }]),
    scenario('a', { repeat: 'all', responses: [text('')] }),
  ]).toEqual([
    { content: 'Hi' },
    { content: 'Hi', streamChunks: ['H', 'i'], finishReason: 'length' },
    { content: '{"a":[1,null]}' },
    { content: 'No.', outputDisposition: { kind: 'refused' } },
    { content: '', outputDisposition: { kind: 'filtered' } },
    { content: 'Cut', outputDisposition: { kind: 'filtered', category: 'x' }, headers: { 'x-a': '1' } },
    {
      content: 'No.',
      outputDisposition: { kind: 'refused', category: 'x', explanation: null, requests: ['tools'] },
      usage: { outputTokens: 1 },
    },
    { error: { status: 429 } },
    { error: { status: 429, code: 'slow_down', retryAfterSeconds: 1 } },
    { messages: [{ role: 'user', content: 'Hi' }] },
    { mode: 'exact', messages: [{ role: 'user' }] },
    { id: 'a', repeat: 'all', responses: [{ content: '' }] },
  ])
})

const cyclic: { self?: unknown } = {}
cyclic.self = cyclic

test.each([
  [
    'an exact match after another',
    (config) => config.chatScenario('a', (a) => a.whenUserContains('x').whenExactly([])),
    'chatScenarios.0.match',
    'There is one match: whenExactly() once, or whenUserContains() once or more',
  ],
  [
    'another match after an exact one',
    (config) => config.dataset('d', (d) => d.chatScenario('a', (a) => a.whenExactly([]).whenUserContains('x'))),
    'datasets.d.0.match',
    'There is one match: whenExactly() once, or whenUserContains() once or more',
  ],
  [
    'a scenario without a callback',
    (config) => config.chatScenario('a', undefined as never),
    'chatScenarios.0',
    'Expected a function that is given a builder, received nothing',
  ],
  [
    'a dataset without a callback',
    (config) => config.dataset('d', [] as never),
    'datasets.d',
    'Expected a function that is given a builder, received an array',
  ],
  [
    'an answer without a text',
    (config) => config.chatScenario('a', (a) => a.responds('x').responds(undefined as never)),
    'chatScenarios.0.responses.1',
    'responds() takes the text of the answer, and received nothing',
  ],
  [
    'a value that JSON leaves out',
    (config) => config.chatScenario('a', (a) => a.respondsWithJson(undefined as never)),
    'chatScenarios.0.responses.0',
    'json() takes a value of JSON: received nothing',
  ],
  [
    'a value that JSON cannot hold',
    (config) => config.chatScenario('a', (a) => a.respondsWithJson(1n as never)),
    'chatScenarios.0.responses.0',
    'json() takes a value of JSON: TypeError: Do not know how to serialize a BigInt',
  ],
] as [string, (config: ConfigBuilder) => unknown, string, string][])('refuses %s', (_, build, at, message) => {
  const issues = issuesThrownBy(() => buildConfig(build))
  expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[at, message]])
})

test('json() refuses a value that contains itself', () => {
  expect(issuesThrownBy(() => json(cyclic as never)).map(({ message }) => message.split('\n')[0])).toEqual([
    'json() takes a value of JSON: TypeError: Converting circular structure to JSON',
  ])
})

test('takes null for no options', () => {
  expect([text('Hi', null as never), refused('No.', null as never)]).toEqual([text('Hi'), refused('No.')])
})
