import { expect, test } from 'vitest'
import { issuesOf, pathsOf, withResponse } from './config-issues.ts'

const longest = 2_147_483_647

const fields: readonly {
  readonly field: string
  readonly of: (value: unknown) => unknown
  readonly taken: readonly unknown[]
  readonly refused: readonly unknown[]
}[] = [
  {
    field: 'error.status',
    of: (status) => ({ error: { status } }),
    taken: [400, 429, 599],
    refused: [undefined, 399, 600, 400.5, '400', null],
  },
  {
    field: 'error.retryAfterSeconds',
    of: (retryAfterSeconds) => ({ error: { status: 429, retryAfterSeconds } }),
    taken: [0, 0.5, 60],
    refused: [-1, NaN, Infinity, '1'],
  },
  {
    field: 'error.retryAfterMilliseconds',
    of: (retryAfterMilliseconds) => ({ error: { status: 429, retryAfterMilliseconds } }),
    taken: [0, 20],
    refused: [-1, NaN, Infinity],
  },
  {
    field: 'delayMilliseconds',
    of: (delayMilliseconds) => ({ delayMilliseconds }),
    taken: [0, 0.5, longest],
    refused: [-1, longest + 1, NaN, Infinity, '5', null],
  },
  {
    field: 'pace.firstTokenMilliseconds',
    of: (firstTokenMilliseconds) => ({ pace: { firstTokenMilliseconds } }),
    taken: [0, longest],
    refused: [-1, longest + 1],
  },
  {
    field: 'pace.tokensPerSecond',
    of: (tokensPerSecond) => ({ pace: { tokensPerSecond } }),
    taken: [0.1, 1000],
    refused: [0, -1, Infinity, NaN],
  },
  {
    field: 'pace.jitter',
    of: (jitter) => ({ pace: { jitter } }),
    taken: [[0], [5, -5]],
    refused: [[], 5],
  },
  ...['inputTokens', 'outputTokens', 'cachedInputTokens', 'cacheWriteInputTokens', 'reasoningTokens'].map((field) => ({
    field: `usage.${field}`,
    of: (value: unknown) => ({ usage: { [field]: value } }),
    taken: [0, 1_000_000],
    refused: [-1, 1.5, NaN, Infinity, 2 ** 53, '1', null],
  })),
]

for (const { field, of, taken, refused } of fields) {
  test(`takes ${field} up to its bounds`, () => {
    expect(taken.flatMap((value) => issuesOf(withResponse(of(value))))).toEqual([])
  })
  test(`refuses ${field} beyond its bounds, and of another type`, () => {
    expect(refused.map((value) => pathsOf(withResponse(of(value))))).toEqual(
      refused.map(() => [`chatScenarios.0.responses.0.${field}`]),
    )
  })
}

test('refuses an empty text or list where something has to be named', () => {
  expect(
    pathsOf({
      models: [{ id: '' }],
      requiredBearerToken: '',
      inputFilter: { terms: ['', 'x'] },
      activeDatasets: [''],
      chatScenarios: [
        {
          id: '',
          provider: ['openai', ''],
          modelId: '',
          requiredBearerToken: '',
          match: { messages: [] },
          responses: [],
        },
      ],
    }).toSorted(),
  ).toEqual([
    'activeDatasets.0',
    'activeDatasets.0',
    'chatScenarios.0.id',
    'chatScenarios.0.match.messages',
    'chatScenarios.0.modelId',
    'chatScenarios.0.provider.1',
    'chatScenarios.0.requiredBearerToken',
    'chatScenarios.0.responses',
    'inputFilter.terms.0',
    'models.0.id',
    'requiredBearerToken',
  ])
  expect(pathsOf({ inputFilter: { terms: [] } })).toEqual(['inputFilter.terms'])
  expect(pathsOf({ datasets: { '': [] } })).toEqual(['datasets.'])
})

test('takes lists of scenarios and models that are empty', () => {
  expect(issuesOf({ models: [], chatScenarios: [], datasets: { none: [] }, activeDatasets: [] })).toEqual([])
})
