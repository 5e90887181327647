import { expect, test } from 'vitest'
import { FixtureConfigError, parseConfig, text } from 'msw-llm'
import { parseResponse, parseScenarios } from '../../src/fixture/parse.ts'
import { issuesOf, issuesThrownBy, pathsOf, withMatch } from './config-issues.ts'

const manyFaults = {
  models: [{ id: 'm', kind: 'video' }],
  chatScenarios: [
    {
      id: 'a',
      match: { mode: 'exact', messages: [{ content: 'Hi', last: true }] },
      responses: [
        { content: 'Hi', streamChunks: ['H'], delayMilliseconds: -1, finishReason: 'content_filter' },
        { outputDisposition: { kind: 'refused', category: 'x'.repeat(257) }, error: { status: 200 } },
        'Hello!',
      ],
      repeat: 'twice',
    },
    { id: 'a', responses: [], surprise: true },
  ],
  datasets: { evening: [{ id: 'b', responses: [{ contents: 'Hi' }, { usage: { inputTokens: -1 } }] }] },
  inputFilter: { terms: 'bomb' },
}

test('names every fault of a configuration in one error', () => {
  expect(pathsOf(manyFaults).toSorted()).toEqual([
    'chatScenarios.0.match.messages.0.last',
    'chatScenarios.0.match.messages.0.role',
    'chatScenarios.0.repeat',
    'chatScenarios.0.responses.0.delayMilliseconds',
    'chatScenarios.0.responses.0.finishReason',
    'chatScenarios.0.responses.0.streamChunks',
    'chatScenarios.0.responses.1.error',
    'chatScenarios.0.responses.1.error.status',
    'chatScenarios.0.responses.1.outputDisposition.category',
    'chatScenarios.0.responses.2',
    'chatScenarios.1.id',
    'chatScenarios.1.responses',
    'chatScenarios.1.surprise',
    'datasets.evening.0.responses.0.contents',
    'datasets.evening.0.responses.1.usage.inputTokens',
    'inputFilter.terms',
    'models.0.kind',
  ])
})

test('says of a configuration that is none what was expected', () => {
  expect([null, undefined, 5, 'config', []].map((value) => issuesOf(value))).toEqual(
    [
      'Invalid input: expected object, received null',
      'Missing: expected an object',
      'Invalid input: expected object, received number',
      'Invalid input: expected object, received string',
      'Invalid input: expected object, received array',
    ].map((message) => [{ path: [], code: 'invalid_type', message }]),
  )
})

test('says of a response that is none what it can be', () => {
  expect(
    [null, 'Hello!', 5, []].map((response) => issuesOf({ chatScenarios: [{ id: 'a', responses: [response] }] })),
  ).toEqual(
    ['null', 'a string', 'a number', 'an array'].map((kind) => [
      {
        path: ['chatScenarios', 0, 'responses', 0],
        code: 'invalid_union',
        message: `Expected a response, or a function that gives one; received ${kind}`,
      },
    ]),
  )
})

test('says of a provider that is none what it can be', () => {
  expect(issuesOf({ chatScenarios: [{ id: 'a', provider: 5, responses: [{}] }] })).toEqual([
    {
      path: ['chatScenarios', 0, 'provider'],
      code: 'invalid_union',
      message: expect.stringMatching(/provider|name|string|text/),
    },
  ])
})

test('lists the issues in its message, each with its path', () => {
  const error = new FixtureConfigError(issuesOf({ chatScenarios: [{ id: '', responses: [{ content: 1 }] }], x: 1 }))
  expect(error.message).toMatchInlineSnapshot(`
    "The configuration cannot be used:
    - chatScenarios[0].id: Too small: expected string to have >=1 characters
    - chatScenarios[0].responses[0].content: Invalid input: expected string, received number
    - x: Unknown field "x": known are $schema, models, chatScenarios, datasets, activeDatasets, requiredBearerToken, inputFilter, capacities"
  `)
  expect([error.name, error.code]).toEqual(['FixtureConfigError', 'invalid_config'])
})

test('calls the root of what was given by a name', () => {
  expect(new FixtureConfigError(issuesOf(null)).message).toBe(
    'The configuration cannot be used:\n- (root): Invalid input: expected object, received null',
  )
})

test('lets only the last pattern ask for the last message', () => {
  expect(
    issuesOf(
      withMatch({
        messages: [
          { content: 'a', last: true },
          { content: 'b', last: true },
        ],
      }),
    ),
  ).toEqual([
    {
      path: ['chatScenarios', 0, 'match', 'messages', 0, 'last'],
      code: 'custom',
      message: 'Only the last pattern can ask for the last message',
    },
  ])
  expect(pathsOf(withMatch({ messages: [{ content: 'b', last: false }] }))).toEqual([
    'chatScenarios.0.match.messages.0.last',
  ])
})

test('refuses arguments of a pattern that are no JSON', () => {
  expect(
    pathsOf(withMatch({ messages: [{ toolCalls: [{ name: 'x', arguments: { at: new Date(0) } }] }] })),
  ).not.toEqual([])
})

test('refuses arguments of a pattern that are nested deeper than the stack', () => {
  let nested: unknown = 1
  for (let depth = 0; depth < 50_000; depth++) nested = [nested]
  expect(pathsOf(withMatch({ messages: [{ toolCalls: [{ name: 'x', arguments: nested }] }] }))).not.toEqual([])
})

test('reads used scenarios and the response of a function by the same rules', () => {
  expect(issuesThrownBy(() => parseScenarios([{ id: 'a', responses: [{ surprise: 1 }] }, { id: 'b' }]))).toEqual([
    {
      path: [0, 'responses', 0, 'surprise'],
      code: 'unrecognized_keys',
      message: expect.stringMatching(/^Unknown field "surprise": known are content, /),
    },
    {
      path: [1, 'responses'],
      code: 'custom',
      message: 'A scenario has responses, or the steps of a conversation: give one of the two',
    },
  ])
  expect(issuesThrownBy(() => parseScenarios([[{ id: 'a', responses: [{}] }]]))).toEqual([
    { path: [0], code: 'custom', message: 'Scenarios are given one by one, not as a list: llm.use(...scenarios)' },
  ])
  expect(issuesThrownBy(() => parseResponse({ content: 'a', streamChunks: ['b'] })).map(({ path }) => path)).toEqual([
    ['streamChunks'],
  ])
  expect(parseResponse({ outputDisposition: { kind: 'Filtered' } })).toEqual({
    outputDisposition: { kind: 'filtered' },
  })
})

test('throws nothing of a configuration that can be used', () => {
  expect(parseConfig({})).toEqual({})
})

test.each([
  [{ models: ['gpt-5.5'] }, 'models.0', "Expected a model, for example { id: 'gpt-5.5' }; received a string"],
  [
    { chatScenarios: [{ id: 'a', match: 'hello', responses: [{}] }] },
    'chatScenarios.0.match',
    "Expected a match, for example userContains('…') or exactly([…]); received a string",
  ],
])('says what to write in the place of %o', (config, path, message) => {
  expect(issuesOf(config).map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]])
})

test('says what a function is to return', () => {
  expect(issuesThrownBy(() => parseResponse('Hi')).map(({ message }) => message)).toEqual([
    "Expected a response, for example text('…'); received a string",
  ])
})

test('an answer without a text is no empty one', () => {
  expect(issuesThrownBy(() => text(undefined as never)).map(({ message }) => message)).toEqual([
    "text() takes the text of the answer, which may be ''",
  ])
})
