/** What Anthropic rejects of `cache_control`, and the requests that ask for nothing but the cache. */
import { expect, test } from 'vitest'
import { ask, stateOf, type Asked } from './ask.ts'
import { tokens } from './cache-reads.ts'
import { routeOf } from './chat-routes.ts'
import { block, counts, forAnHour, forMinutes, hour, messages, minute } from './messages-cache.ts'

const { route } = routeOf('anthropic')
const long = tokens(1024)
const tool = (cache_control?: object): object => ({
  name: 'look',
  input_schema: {},
  ...(cache_control && { cache_control }),
})

/** Status, code and message. */
function rejection(body: object): readonly unknown[] {
  const before = stateOf({})
  const { plan, record, state } = ask(before, { route, body })
  expect(state).toBe(before)
  const { code, message } = record.response
  return [plan.status, code, message]
}

const tooMany = (found: number): readonly unknown[] => [
  400,
  'invalid_value',
  `A maximum of 4 blocks with cache_control may be provided. Found ${found}.`,
]

test.for<readonly [name: string, body: object]>([
  ['blocks of a message', messages([...'abcde'].map((letter) => block(letter, forMinutes)))],
  ['blocks of several messages', messages([...'abcde'].map((letter) => [block(letter, forMinutes)]))],
  ['blocks of the system prompt', messages('Hi', { system: [...'abcde'].map((letter) => block(letter, forAnHour)) })],
  ['tools', messages('Hi', { tools: [1, 2, 3, 4, 5].map(() => tool(forMinutes)) })],
  [
    'tools, system prompt and messages together',
    messages([block('a', forMinutes), block('b', forMinutes)], {
      tools: [tool(forMinutes)],
      system: [block('c', forMinutes), block('d', forMinutes)],
    }),
  ],
  [
    'blocks inside a result',
    messages([
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: [...'abcd'].map((letter) => block(letter, forMinutes)),
        cache_control: forMinutes,
      },
    ]),
  ],
])('more than four marks are rejected: %s', ([, body]) => {
  expect(rejection(body)).toEqual(tooMany(5))
})

test('four marks are taken, wherever they stand', () => {
  const body = messages([block(long, forMinutes)], {
    tools: [tool(forAnHour)],
    system: [block(long, forAnHour), block(long, forAnHour)],
  })
  expect(counts([{ body }])).toEqual([[0, 0, 1024, 2048]])
})

test('a null is no mark', () => {
  const marks = [...'abcdef'].map((letter) => ({ ...block(letter), cache_control: null }))
  expect(counts([{ body: messages(marks, { cache_control: null }) }])).toEqual([[2, 0, 0, 0]])
})

const places: readonly (readonly [place: string, body: (control: unknown) => object])[] = [
  ['the top', (control) => messages('Hi', { cache_control: control })],
  ['a system block', (control) => messages('Hi', { system: [{ ...block('a'), cache_control: control }] })],
  ['a tool', (control) => messages('Hi', { tools: [{ ...tool(), cache_control: control }] })],
  ['a message block', (control) => messages([{ ...block('a'), cache_control: control }])],
  ['an unknown block', (control) => messages([{ type: 'search_result', source: 'a', cache_control: control }])],
  [
    'a block of a result',
    (control) =>
      messages([{ type: 'tool_result', tool_use_id: 'a', content: [{ ...block('a'), cache_control: control }] }]),
  ],
]

test.for(places)('a malformed mark on %s is rejected', ([, bodyOf]) => {
  const malformed = [
    true,
    'ephemeral',
    [],
    {},
    { type: 'persistent' },
    { type: 'ephemeral', ttl: '2h' },
    { type: 'ephemeral', ttl: 300 },
  ]
  expect(malformed.map((control) => rejection(bodyOf(control)).slice(0, 1))).toEqual(malformed.map(() => [400]))
})

test('what a mark may hold beside is not read', () => {
  const body = messages('Hi', { system: [block(long, { type: 'ephemeral', scope: 'global' })] })
  expect(counts([{ body }])).toEqual([[1, 0, 1024, 0]])
})

/** A request that generates nothing. */
const warming = (control: object): object => messages('warm up', { max_tokens: 0, system: [block(long, control)] })

test('max_tokens: 0 keeps what it marks, and the next request reads it', () => {
  const body = messages('Hello', { system: [block(long, forAnHour)] })
  expect(
    counts([{ body: warming(forAnHour) }, { at: hour - 1, body }, { at: hour, body: warming(forAnHour) }]),
  ).toEqual([
    [2, 0, 0, 1024],
    [2, 1024, 0, 0],
    [2, 1024, 0, 0],
  ])
})

test('max_tokens: 0 without a mark keeps nothing', () => {
  const body = messages('warm up', { max_tokens: 0, system: [block(long)] })
  expect(counts([{ body }, { body: warming(forMinutes) }, { at: minute, body: warming(forMinutes) }])).toEqual([
    [1026, 0, 0, 0],
    [2, 0, 1024, 0],
    [2, 1024, 0, 0],
  ])
})

test('max_tokens: 0 is answered without a fixture, and uses none up', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'Hello' }] }] })
  const asked: Asked = { route, body: warming(forMinutes) }
  const { plan, record, state: next } = ask(state, asked)
  expect(plan.kind === 'json' && JSON.parse(plan.body)).toEqual({
    model: 'claude-sonnet-5',
    id: 'msg_010000000000000000000001',
    type: 'message',
    role: 'assistant',
    content: [],
    stop_reason: 'max_tokens',
    stop_sequence: null,
    stop_details: null,
    usage: {
      input_tokens: 2,
      cache_creation_input_tokens: 1024,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 1024, ephemeral_1h_input_tokens: 0 },
      output_tokens: 0,
      service_tier: 'standard',
      inference_geo: 'not_available',
    },
  })
  expect([record.outcome, record.response.scenario, record.response.usage]).toEqual([
    'cache_only',
    null,
    { inputTokens: 1026, outputTokens: 0, cachedInputTokens: 0, cacheWriteInputTokens: 1024, reasoningTokens: 0 },
  ])
  expect(next.cursors).toBe(state.cursors)
})

test('a rejected max_tokens: 0 keeps nothing', () => {
  expect(rejection({ ...warming(forMinutes), stream: true }).slice(0, 2)).toEqual([400, 'max_tokens_zero'])
})
