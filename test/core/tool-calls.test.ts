import { expect, test } from 'vitest'
import { buildConfig, FixtureConfigError, parseConfig, toolCalls, type FixtureResponse } from 'msw-llm/core'
import { ask, chat, stateOf } from './ask.ts'

const body = chat('Hi', { tools: [{ type: 'function', function: { name: 'weather' } }] })

test('end an answer for the reason of tool calls, unless the fixture says another', () => {
  const finishOf = (response: FixtureResponse): unknown => {
    const { plan } = ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), { body })
    const { choices } = JSON.parse(plan.kind === 'json' ? plan.body : '') as { choices: { finish_reason: string }[] }
    return choices[0]?.finish_reason
  }
  const calls = [{ name: 'weather', arguments: {} }]
  expect([
    finishOf({ toolCalls: calls }),
    finishOf({ toolCalls: calls, finishReason: 'length' }),
    finishOf({}),
  ]).toEqual(['tool_calls', 'length', 'stop'])
})

test('count as generated, by name and arguments', () => {
  const { record } = ask(
    stateOf({
      chatScenarios: [
        { id: 'a', responses: [toolCalls([{ name: 'weather', arguments: { a: 1 } }], { content: 'Wait' })] },
      ],
    }),
    { body },
  )
  // Wait + weather + {"a":1}: 18 characters.
  expect(record.response.usage.outputTokens).toBe(5)
  expect([record.outcome, record.response.content]).toEqual(['ordinary', 'Wait'])
})

test('are written by the fluent form, too', () => {
  const config = buildConfig((c) =>
    c.chatScenario('a', (s) => s.respondsWithToolCalls({ name: 'weather', arguments: '{}' })),
  )
  expect(config.chatScenarios?.[0]?.responses).toEqual([{ toolCalls: [{ name: 'weather', arguments: '{}' }] }])
})

test.each([
  [
    'chunks that give another text',
    [{ name: 'weather', arguments: { a: 1 }, argumentChunks: ['{"a":', '2}'] }],
    ['toolCalls', 0, 'argumentChunks'],
    'The chunks must concatenate to the arguments exactly: they give "{\\"a\\":2}", and the arguments are "{\\"a\\":1}"',
  ],
  [
    'no name',
    [{ name: '', arguments: {} }],
    ['toolCalls', 0, 'name'],
    'Too small: expected string to have >=1 characters',
  ],
  ['no arguments', [{ name: 'x' }], ['toolCalls', 0, 'arguments'], 'Expected a JSON value'],
  ['no calls', [], ['toolCalls'], 'Too small: expected array to have >=1 items'],
])('are refused with %s', (_, calls, path, message) => {
  expect(issuesOf({ toolCalls: calls as never })).toEqual([[['chatScenarios', 0, 'responses', 0, ...path], message]])
})

test('stand neither with an output disposition nor with an error nor with a blocked prompt', () => {
  const calls = [{ name: 'x', arguments: {} }]
  expect([
    issuesOf({ toolCalls: calls, outputDisposition: { kind: 'refused' } }),
    issuesOf({ toolCalls: calls, error: { status: 500 } }),
    issuesOf({ toolCalls: calls, promptBlock: {} }),
  ]).toEqual(
    [
      'A response with an outputDisposition cannot also have toolCalls; remove one of the two',
      'A response with an error answers with that error alone; remove toolCalls, or the error',
      'A blocked prompt has no answer; remove toolCalls, or the promptBlock',
    ].map((message) => [[['chatScenarios', 0, 'responses', 0, 'toolCalls'], message]]),
  )
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
