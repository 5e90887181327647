/** Values that a program may hold and no file: each is an issue with its path, and never another error. */
import { expect, test } from 'vitest'
import { FixtureConfigError } from 'msw-llm'
import { issuesOf, pathsOf, withMatch } from './config-issues.ts'

/** A match whose tool call has these arguments. */
function withArguments(value: unknown): unknown {
  return withMatch({ messages: [{ toolCalls: [{ name: 'f', arguments: value }] }] })
}

const argumentsAt = 'chatScenarios.0.match.messages.0.toolCalls.0.arguments'

test.each([null, 5, 'x', []])('refuses %j in the place of a match', (match) => {
  expect(pathsOf(withMatch(match))).toEqual(['chatScenarios.0.match'])
})

test('refuses a mode that cannot become a text', () => {
  expect(pathsOf(withMatch({ mode: Object.create(null), messages: [{}] }))).toEqual(['chatScenarios.0.match.mode'])
})

test('refuses arguments that contain themselves, once or twice', () => {
  const once: Record<string, unknown> = {}
  once['self'] = once
  const twice: Record<string, unknown> = {}
  twice['a'] = twice
  twice['b'] = twice
  expect([once, twice].map((value) => issuesOf(withArguments(value)).map(({ message }) => message))).toEqual([
    ['Nested deeper than 200 levels'],
    ['More than 100000 values'],
  ])
})

test('counts what is shared as often as it would be written', () => {
  const doubled = (levels: number): unknown =>
    Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner, b: inner }), 1)
  expect(pathsOf(withArguments(doubled(15)))).toEqual([])
  expect(pathsOf(withArguments(doubled(30)))).toEqual([argumentsAt])
})

test('says what reading a getter or a proxy threw', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const getter = {
    get chatScenarios(): never {
      throw new Error('boom')
    },
  }
  expect([getter, proxy].map((value) => issuesOf(value))).toEqual([
    [{ path: [], code: 'custom', message: 'Reading it failed: Error: boom. Give plain data' }],
    [expect.objectContaining({ path: [], message: expect.stringMatching(/^Reading it failed: TypeError: .*revoked/) })],
  ])
})

test('says of a dataset without a name what is wrong with it', () => {
  expect(issuesOf({ datasets: { '': [] } })).toEqual([
    {
      path: ['datasets', ''],
      code: 'invalid_key',
      message: 'This name cannot be used: Too small: expected string to have >=1 characters',
    },
  ])
})

test('names what an object is, also of a class without a name', () => {
  expect(
    [
      new (class {
        readonly id = 'a'
      })(),
      new Error('x'),
      Object.create({ constructor: undefined, a: 1 }),
    ].map((value) => issuesOf(value)[0]?.message),
  ).toEqual([
    'Expected plain data, received an object of a class',
    'Expected plain data, received an Error',
    'Expected plain data, received an object',
  ])
})

test('refuses cached tokens that are more than all of them only together', () => {
  const usage = (counts: object): unknown => ({ chatScenarios: [{ id: 'a', responses: [{ usage: counts }] }] })
  const parts = { cachedInputTokens: 6, cacheWriteInputTokens: 6 }
  expect(issuesOf(usage({ inputTokens: 10, ...parts }))).toEqual([
    {
      path: ['chatScenarios', 0, 'responses', 0, 'usage', 'inputTokens'],
      code: 'custom',
      message: 'cachedInputTokens and cacheWriteInputTokens are parts of inputTokens, and together 12 is more than 10',
    },
  ])
  expect([usage({ inputTokens: 12, ...parts }), usage(parts)].flatMap(pathsOf)).toEqual([])
})

test('lists ten thousand issues in no time, and shows a hundred of them', () => {
  const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, 1]))
  const begin = performance.now()
  const all = issuesOf(unknown)
  const message = new FixtureConfigError(all).message.split('\n')
  expect([all.length, message.length, message.at(-1)]).toEqual([10_000, 102, '- and 9900 more, in issues'])
  expect(performance.now() - begin).toBeLessThan(2000)
})
