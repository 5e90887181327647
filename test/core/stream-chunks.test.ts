import { expect, test } from 'vitest'
import { issuesOf, pathsOf, withResponse } from './config-issues.ts'

const chunks = 'chatScenarios.0.responses.0.streamChunks'

for (const [what, response] of [
  ['an empty chunk between others', { content: 'Hello', streamChunks: ['Hel', '', 'lo'] }],
  ['nothing but empty chunks for an empty text', { content: '', streamChunks: ['', ''] }],
  ['no chunk for an empty text', { content: '', streamChunks: [] }],
  ['empty chunks where no content is stated', { streamChunks: [''] }],
  ['a cut inside a surrogate pair', { content: 'a😀b', streamChunks: ['a\ud83d', '\ude00b'] }],
  ['chunks of a refusal', { content: 'No.', streamChunks: ['No', '.'], outputDisposition: { kind: 'refused' } }],
  ['chunks of a filtered text', { content: 'No', streamChunks: ['N', 'o'], outputDisposition: { kind: 'filtered' } }],
] as const) {
  test(`takes ${what}`, () => {
    expect(issuesOf(withResponse(response))).toEqual([])
  })
}

for (const [what, response] of [
  ['that leave something out', { content: 'Hello', streamChunks: ['Hel', 'o'] }],
  ['that add something', { content: 'Hello', streamChunks: ['Hello', ' '] }],
  ['in another order', { content: 'ab', streamChunks: ['b', 'a'] }],
  ['in another case', { content: 'ab', streamChunks: ['A', 'b'] }],
  ['in another normal form', { content: '\u00e9', streamChunks: ['e', '\u0301'] }],
  ['without a content', { streamChunks: ['a'] }],
  ['that are none, of a text', { content: 'a', streamChunks: [] }],
  ['of a refusal that differ from its text', { content: 'No.', streamChunks: ['No'], outputDisposition: null }],
] as const) {
  test(`refuses chunks ${what}`, () => {
    expect(pathsOf(withResponse(response))).toEqual([chunks])
  })
}

test('shows what the chunks give and what the content is', () => {
  expect(issuesOf(withResponse({ content: 'He said "hi"', streamChunks: ['He', ' said'] }))).toEqual([
    {
      path: ['chatScenarios', 0, 'responses', 0, 'streamChunks'],
      code: 'custom',
      message: 'The chunks must concatenate to content exactly: they give "He said", and content is "He said \\"hi\\""',
    },
  ])
})

test('refuses chunks that are no texts, each at its index', () => {
  expect(pathsOf(withResponse({ content: 'a', streamChunks: ['a', 1, null] }))).toEqual([`${chunks}.1`, `${chunks}.2`])
})

test('refuses more wrong chunks than a call can have arguments', () => {
  const streamChunks: readonly unknown[] = Array.from({ length: 200_000 }, () => 1)
  expect(pathsOf(withResponse({ content: '', streamChunks }))).toHaveLength(200_000)
})
