import { expect, test } from 'vitest'
import { parseConfig, type Match } from 'msw-llm'
import { compareMessages } from '../../src/scenario/match.ts'
import { issuesOf, pathsOf, withMatch, withResponse } from './config-issues.ts'

const surprise = { surprise: 1 }

const places: readonly (readonly [place: string, config: unknown, path: string])[] = [
  ['the configuration', surprise, 'surprise'],
  ['a model', { models: [{ id: 'm', ...surprise }] }, 'models.0.surprise'],
  ['the input filter', { inputFilter: { terms: ['x'], ...surprise } }, 'inputFilter.surprise'],
  ['a scenario', { chatScenarios: [{ id: 'a', responses: [{}], ...surprise }] }, 'chatScenarios.0.surprise'],
  [
    'a scenario of a dataset',
    {
      datasets: {
        evening: [
          { id: 'a', responses: [{}] },
          { id: 'b', responses: [{}], ...surprise },
        ],
      },
    },
    'datasets.evening.1.surprise',
  ],
  ['a match', withMatch({ messages: [{}], ...surprise }), 'chatScenarios.0.match.surprise'],
  ['a pattern', withMatch({ messages: [{}, surprise] }), 'chatScenarios.0.match.messages.1.surprise'],
  [
    'a part of a pattern',
    withMatch({ messages: [{ parts: [{ type: 'image', ...surprise }] }] }),
    'chatScenarios.0.match.messages.0.parts.0.surprise',
  ],
  [
    'a tool call of a pattern',
    withMatch({ messages: [{ toolCalls: [{ name: 'x', ...surprise }] }] }),
    'chatScenarios.0.match.messages.0.toolCalls.0.surprise',
  ],
  [
    'the disposition of a pattern',
    withMatch({ messages: [{ outputDisposition: { kind: 'refused', ...surprise } }] }),
    'chatScenarios.0.match.messages.0.outputDisposition.surprise',
  ],
  ['a response', withResponse(surprise), 'chatScenarios.0.responses.0.surprise'],
  [
    'a disposition',
    withResponse({ outputDisposition: { kind: 'refused', ...surprise } }),
    'chatScenarios.0.responses.0.outputDisposition.surprise',
  ],
  ['an error', withResponse({ error: { status: 500, ...surprise } }), 'chatScenarios.0.responses.0.error.surprise'],
  ['a usage', withResponse({ usage: surprise }), 'chatScenarios.0.responses.0.usage.surprise'],
  ['a pace', withResponse({ pace: surprise }), 'chatScenarios.0.responses.0.pace.surprise'],
]

test('says of an unknown field what is known in its place, or what was meant', () => {
  const unknown = { repeats: 1, replies: [] }
  expect(
    issuesOf({ chatScenarios: [{ id: 'a', responses: [{ delay: 5 }], ...unknown }] }).map(({ message }) => message),
  ).toEqual([
    'Unknown field "delay": did you mean delayMilliseconds?',
    'Unknown field "repeats": did you mean repeat?',
    'Unknown field "replies": known are id, provider, modelId, requiredBearerToken, match, responses, repeat, steps',
  ])
})

test.each([
  ['a Map', new Map([['chatScenarios', []]]), 'a Map'],
  ['a Date', new Date(0), 'a Date'],
  [
    'an object of a class',
    new (class Settings {
      readonly id = 'a'
    })(),
    'a Settings',
  ],
])('refuses %s as a configuration, which would pass for an empty one', (_, value, name) => {
  expect(issuesOf(value)).toEqual([{ path: [], code: 'custom', message: `Expected plain data, received ${name}` }])
})

test('refuses a promise as a response, and other objects with a class in the place of data', () => {
  const config = {
    chatScenarios: [{ id: 'a', responses: [Promise.resolve({}), { pace: new Map() }], match: new Set() }],
    datasets: new Map(),
  }
  expect(pathsOf(config).toSorted()).toEqual([
    'chatScenarios.0.match',
    'chatScenarios.0.responses.0',
    'chatScenarios.0.responses.1.pace',
    'datasets',
  ])
})

for (const [place, config, path] of places) {
  test(`refuses an unknown field of ${place}, and says where it is`, () => {
    expect(issuesOf(config)).toEqual([
      {
        path: toPath(path),
        code: 'unrecognized_keys',
        message: expect.stringMatching(/^Unknown field "surprise": known are \S/),
      },
    ])
  })
}

/** Indexes are numbers in a path, keys are texts. */
function toPath(path: string): readonly (string | number)[] {
  return path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}

test('names each of several unknown fields', () => {
  expect(pathsOf({ first: 1, second: undefined, third: null })).toEqual(['first', 'second', 'third'])
})

test('takes a known name in another case for an unknown field', () => {
  expect(pathsOf(withResponse({ Content: 'Hi', outputdisposition: { kind: 'refused' } }))).toEqual([
    'chatScenarios.0.responses.0.Content',
    'chatScenarios.0.responses.0.outputdisposition',
  ])
})

test('takes __proto__ for an unknown field, as JSON writes it', () => {
  expect(pathsOf(JSON.parse('{"__proto__": {"chatScenarios": []}}'))).toEqual(['__proto__'])
})

test('refuses a dataset named __proto__, which no object could hold, and does not drop its scenarios in silence', () => {
  const config: unknown = JSON.parse('{"datasets": {"__proto__": [{"id": "a", "responses": [{}]}]}}')
  expect(pathsOf(config)).toEqual(['datasets.__proto__'])
})

test('does not forget a __proto__ among the arguments of a pattern, and match what lacks it', () => {
  const match: unknown = JSON.parse(
    '{"messages": [{"toolCalls": [{"name": "x", "arguments": {"__proto__": {"a": 1}}}]}]}',
  )
  const withoutIt = { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'x', arguments: {} }] } as const
  const refused = issuesOf(withMatch(match)).length > 0
  expect(refused || compareMessages(matchOf(withMatch(match)), [withoutIt]).matches).toBe(refused)
})

function matchOf(config: unknown): Match {
  return parseConfig(config).chatScenarios![0]!.match!
}

test('takes a $schema for editors, and nothing else beside what it knows', () => {
  expect(issuesOf({ $schema: './config.schema.json' })).toEqual([])
})
