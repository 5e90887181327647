import { expect, test } from 'vitest'
import { parseConfig } from 'msw-llm'
import { issuesOf, pathsOf, withResponse } from './config-issues.ts'

const response = 'chatScenarios.0.responses.0'
const refused = { kind: 'refused' }

test('refuses an error beside a disposition', () => {
  expect(issuesOf(withResponse({ outputDisposition: refused, error: { status: 500 } }))).toEqual([
    {
      path: ['chatScenarios', 0, 'responses', 0, 'error'],
      code: 'custom',
      message: 'A response with an outputDisposition cannot also have error; remove one of the two',
    },
  ])
})

test('refuses a finish reason beside a disposition, also the one that would be the default', () => {
  expect(pathsOf(withResponse({ outputDisposition: refused, finishReason: 'stop' }))).toEqual([
    `${response}.finishReason`,
  ])
})

test('lets pace, delay, usage, headers and chunks stand beside a disposition', () => {
  const whole = {
    content: 'No.',
    streamChunks: ['No', '.'],
    outputDisposition: { kind: 'refused' as const },
    delayMilliseconds: 5,
    pace: { firstTokenMilliseconds: 1, tokensPerSecond: 50, jitter: [1, -1] },
    usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0, cacheWriteInputTokens: 0, reasoningTokens: 0 },
    headers: { 'x-a': '1' },
  }
  expect(parseConfig(withResponse(whole))).toEqual(withResponse(whole))
})

test('refuses an answer beside an error, field by field', () => {
  expect(
    pathsOf(withResponse({ error: { status: 500 }, content: '', streamChunks: [''], finishReason: 'stop' })),
  ).toEqual([`${response}.content`, `${response}.streamChunks`, `${response}.finishReason`])
})

test('lets delay and headers stand beside an error', () => {
  expect(issuesOf(withResponse({ error: { status: 500 }, delayMilliseconds: 5, headers: { 'x-a': '1' } }))).toEqual([])
})

test('names all that a disposition, an error and the chunks exclude at once', () => {
  const everything = {
    content: 'a',
    streamChunks: ['b'],
    finishReason: 'stop',
    outputDisposition: refused,
    error: { status: 500 },
  }
  expect(pathsOf(withResponse(everything))).toEqual([
    `${response}.streamChunks`,
    `${response}.error`,
    `${response}.finishReason`,
    `${response}.content`,
    `${response}.streamChunks`,
    `${response}.finishReason`,
  ])
})
