import { expect, test } from 'vitest'
import type { OutputDisposition } from 'msw-llm'
import { ask, stateOf } from './ask.ts'
import { issuesOf, pathsOf, withResponse } from './config-issues.ts'

const kind = 'chatScenarios.0.responses.0.outputDisposition.kind'

for (const [what, disposition] of [
  ['that is missing', {}],
  ['that is null', { kind: null }],
  ['that is empty', { kind: '' }],
  ['that is the number of the first kind', { kind: 0 }],
  ['that is the number of the second kind', { kind: 1 }],
  ['in an array', { kind: ['refused'] }],
  ['that there is none of', { kind: 'blocked' }],
  ['with white space around it', { kind: ' refused' }],
] as const) {
  test(`refuses a kind of disposition ${what}`, () => {
    expect(pathsOf(withResponse({ outputDisposition: disposition }))).toEqual([kind])
  })
}

test('says which kinds there are', () => {
  expect(issuesOf(withResponse({ outputDisposition: {} }))).toEqual([
    {
      path: ['chatScenarios', 0, 'responses', 0, 'outputDisposition', 'kind'],
      code: 'invalid_value',
      message: 'Invalid option: expected one of "filtered"|"refused"',
    },
  ])
})

test('refuses a disposition that is a text', () => {
  expect(pathsOf(withResponse({ outputDisposition: 'refused' }))).toEqual([
    'chatScenarios.0.responses.0.outputDisposition',
  ])
})

const astral = '😀'

for (const [field, bound] of [
  ['category', 256],
  ['explanation', 4096],
] as const) {
  const half = bound / 2
  for (const [what, text] of [
    [`${bound} letters`, 'x'.repeat(bound)],
    [`${half} characters of two code units each`, astral.repeat(half)],
  ] as const) {
    test(`takes as ${field} ${what}`, () => {
      expect(text).toHaveLength(bound)
      expect(issuesOf(withResponse({ outputDisposition: { kind: 'refused', [field]: text } }))).toEqual([])
    })
    test(`refuses as ${field} one code unit more than ${what}`, () => {
      expect(pathsOf(withResponse({ outputDisposition: { kind: 'refused', [field]: `${text}x` } }))).toEqual([
        `chatScenarios.0.responses.0.outputDisposition.${field}`,
      ])
    })
  }
  test(`refuses as ${field} a text whose last character has its second code unit beyond ${bound}`, () => {
    const text = astral.repeat(half - 1) + 'x' + astral
    expect(text).toHaveLength(bound + 1)
    expect(pathsOf(withResponse({ outputDisposition: { kind: 'filtered', [field]: text } }))).toEqual([
      `chatScenarios.0.responses.0.outputDisposition.${field}`,
    ])
  })
  test(`takes an empty text as ${field}, and keeps it apart from an absent one`, () => {
    const { record } = ask(
      stateOf({
        chatScenarios: [{ id: 'a', responses: [{ outputDisposition: { kind: 'refused', [field]: '' } }] }],
      }),
    )
    expect(record.response.outputDisposition).toEqual({
      kind: 'refused',
      category: null,
      explanation: null,
      [field]: '',
    })
  })
}

test('reads null as the absence of category and explanation', () => {
  const answers = [
    { kind: 'refused', category: null, explanation: null },
    { kind: 'refused' },
    { kind: 'refused', category: undefined, explanation: undefined },
  ].map((outputDisposition) =>
    ask(
      stateOf({
        chatScenarios: [
          { id: 'a', responses: [{ content: 'No.', outputDisposition: outputDisposition as OutputDisposition }] },
        ],
      }),
    ),
  )
  expect(answers.map(({ record }) => record.response.outputDisposition)).toEqual([
    { kind: 'refused', category: null, explanation: null },
    { kind: 'refused', category: null, explanation: null },
    { kind: 'refused', category: null, explanation: null },
  ])
  expect(answers[1]!.plan).toEqual(answers[0]!.plan)
  expect(answers[2]!.plan).toEqual(answers[0]!.plan)
})

test('reads null as the absence of a disposition', () => {
  const answers = [null, undefined].map((outputDisposition) =>
    ask(stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'Yes.', outputDisposition }] }] })),
  )
  expect(answers.map(({ record: { outcome, response } }) => [outcome, response.outputDisposition])).toEqual([
    ['ordinary', null],
    ['ordinary', null],
  ])
  expect(answers[1]!.plan).toEqual(answers[0]!.plan)
})

test('lets a disposition that is null stand beside what a disposition excludes', () => {
  expect(issuesOf(withResponse({ outputDisposition: null, finishReason: 'length' }))).toEqual([])
  expect(issuesOf(withResponse({ outputDisposition: null, error: { status: 500 } }))).toEqual([])
})
