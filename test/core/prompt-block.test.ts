import { expect, test } from 'vitest'
import { buildConfig, FixtureConfigError, parseConfig, promptBlocked, type FixtureResponse } from 'msw-llm/core'
import { ask, chat, route, stateOf } from './ask.ts'

const blocked = stateOf({ chatScenarios: [{ id: 'a', responses: [promptBlocked(), { content: 'Next.' }] }] })

test.each([{}, { stream: true }])('answers a blocked prompt in the native form, and uses it up: %o', (more) => {
  const { plan, record, state } = ask(blocked, { body: chat('What is a nice colour?', more) })
  expect([plan.kind, plan.status, record.outcome, record.transport, record.framesTotal]).toEqual([
    'json',
    400,
    'prompt_blocked',
    'json',
    1,
  ])
  expect(record.response).toEqual({
    status: 400,
    code: null,
    message: null,
    dataset: null,
    scenario: 'a',
    step: null,
    index: 0,
    replayed: false,
    content: null,
    outputDisposition: null,
    usage: { inputTokens: 6, outputTokens: 0, cachedInputTokens: 0, cacheWriteInputTokens: 0, reasoningTokens: 0 },
  })
  expect(plan.headers['x-should-retry']).toBe(undefined)
  expect(ask(state).record.response.content).toBe('Next.')
})

test('takes the usage and the headers that the fixture states, but for output that there is not', () => {
  const state = stateOf({
    chatScenarios: [
      {
        id: 'a',
        responses: [{ promptBlock: {}, usage: { inputTokens: 9, outputTokens: 3 }, headers: { 'X-Policy': '7' } }],
      },
    ],
  })
  const { plan, record } = ask(state)
  expect([plan.headers['x-policy'], record.response.usage.inputTokens, record.response.usage.outputTokens]).toEqual([
    '7',
    9,
    0,
  ])
})

test('is a mismatch, and stays, where the route has no form for it', () => {
  const { encodePromptBlock: _, ...protocol } = route.protocol
  const { record, state } = ask(blocked, { route: { ...route, protocol } })
  expect([record.outcome, record.response.code, record.response.message]).toEqual([
    'mismatch',
    'fixture_mismatch',
    "Response 1 of scenario 'a' cannot answer this request to POST /openai/v1/chat/completions: the provider has no native form for a blocked prompt. Use inputFilter or an error, or give the scenario another provider.",
  ])
  expect(state).toBe(blocked)
})

test('answers requests with tools, too: nothing was generated that could be one', () => {
  const body = chat('Hi', { tools: [{ type: 'function', function: { name: 'look' } }], n: 2 })
  expect(ask(blocked, { body }).record.outcome).toBe('prompt_blocked')
})

test.each([
  ['content', { promptBlock: {}, content: '' }],
  ['streamChunks', { promptBlock: {}, streamChunks: [] }],
  ['finishReason', { promptBlock: {}, finishReason: 'stop' }],
] as const)('has no %s', (field, response) => {
  expect(issuesOf(response)).toEqual([
    [
      ['chatScenarios', 0, 'responses', 0, field],
      `A blocked prompt has no answer; remove ${field}, or the promptBlock`,
    ],
  ])
})

test('stands neither with an output disposition nor with an error', () => {
  expect(issuesOf({ promptBlock: {}, outputDisposition: { kind: 'filtered' } })).toEqual([
    [
      ['chatScenarios', 0, 'responses', 0, 'promptBlock'],
      'A response with an outputDisposition cannot also have promptBlock; remove one of the two',
    ],
  ])
  expect(issuesOf({ promptBlock: {}, error: { status: 500 } })).toEqual([
    [
      ['chatScenarios', 0, 'responses', 0, 'promptBlock'],
      'A response with an error answers with that error alone; remove promptBlock, or the error',
    ],
  ])
})

test('is written by the fluent form, too', () => {
  const config = buildConfig((c) =>
    c.chatScenario('a', (s) => s.blocksPrompt().blocksPrompt({ blockReason: 'SAFETY' })),
  )
  expect(config.chatScenarios?.[0]?.responses).toEqual([
    { promptBlock: {} },
    { promptBlock: { blockReason: 'SAFETY' } },
  ])
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
