/** What a Messages request may say of the prompt cache. The errors are those recorded of the service, but for our own words on shapes. */
import { expect, test } from 'vitest'
import { ask, stateOf } from '../core/ask.ts'
import { asking } from './messages-answers.ts'

type Fields = Readonly<Record<string, unknown>>

const short = { cache_control: { type: 'ephemeral' } }
const long = { cache_control: { type: 'ephemeral', ttl: '1h' } }

function block(mark: Fields = {}): Fields {
  return { type: 'text', text: 'Hi', ...mark }
}

function tool(mark: Fields = {}): Fields {
  return { name: 'x', input_schema: {}, ...mark }
}

function user(...content: readonly Fields[]): Fields {
  return { role: 'user', content }
}

function result(mark: Fields, content: unknown = ''): readonly Fields[] {
  const call = { type: 'tool_use', id: 't', name: 'x', input: {} }
  return [
    user(block()),
    { role: 'assistant', content: [call] },
    user({ type: 'tool_result', tool_use_id: 't', content, ...mark }),
  ]
}

function answerOf(messages: readonly Fields[], more: Fields = {}): readonly [status: number, message: unknown] {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'Hello' }] }] })
  const { plan } = ask(state, asking(messages, more))
  const { error } = plan.kind === 'json' ? (JSON.parse(plan.body) as { error?: { message: string } }) : {}
  return [plan.status, error?.message ?? null]
}

for (const [where, messages, more] of [
  ['none', [user(block())], {}],
  [
    'four, of tool, system prompt, message and request',
    [user(block(short))],
    { tools: [tool(short)], system: [block(short)], ...short },
  ],
  [
    'null in each place',
    [user(block({ cache_control: null }))],
    { tools: [tool({ cache_control: null })], cache_control: null },
  ],
  ['a lifetime of null', [user(block({ cache_control: { type: 'ephemeral', ttl: null } }))], {}],
  [
    'one with a field that we do not know',
    [user(block({ cache_control: { type: 'ephemeral', scope: 'global' } }))],
    {},
  ],
  ['an hour before five minutes', [user(block(long), block(short))], { tools: [tool(long)], system: [block(long)] }],
] as const) {
  test(`takes marks: ${where}`, () => {
    expect(answerOf(messages, more)).toEqual([200, null])
  })
}

for (const [where, messages, more, found] of [
  ['five blocks', [user(block(short), block(short), block(short), block(short), block(short))], {}, 5],
  [
    'four blocks and a tool',
    [user(block(short), block(short), block(short), block(short))],
    { tools: [tool(short)] },
    5,
  ],
  ['four blocks and the request', [user(block(short), block(short), block(short), block(short))], short, 5],
  [
    'blocks of the system prompt, a result and what is in it',
    result(short, [block(short), block(short)]),
    { system: [block(short), block(short)], ...short },
    6,
  ],
] as const) {
  test(`refuses ${where} for being more than four marks`, () => {
    expect(answerOf(messages, more)).toEqual([
      400,
      `A maximum of 4 blocks with cache_control may be provided. Found ${found}.`,
    ])
  })
}

for (const [path, messages, more] of [
  ['messages.0.content.1', [user(block(short), block(long))], {}],
  ['messages.1.content.0', [user(block(short)), user(block(long))], {}],
  ['messages.0.content.0', [user(block(long))], { system: [block(short)] }],
  ['system.0', [user(block())], { tools: [tool(short)], system: [block(long)] }],
  ['tools.1', [user(block())], { tools: [tool(short), tool(long)] }],
  ['messages.2.content.0', result(long, [block(short)]), {}],
] as const) {
  test(`refuses an hour after five minutes at ${path}`, () => {
    expect(answerOf(messages, more)).toEqual([
      400,
      `${path}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`,
    ])
  })
}

test('refuses a request that is marked for an hour after a block for five minutes', () => {
  const [status, message] = answerOf([user(block(short))], long)
  expect([status, String(message).split(':')[0]]).toEqual([400, 'cache_control.ttl'])
})

for (const [what, control] of [
  ['a text', 'ephemeral'],
  ['no type', {}],
  ['another type', { type: 'persistent' }],
  ['another lifetime', { type: 'ephemeral', ttl: '2h' }],
  ['a lifetime in milliseconds', { type: 'ephemeral', ttl: 300_000 }],
  ['a list', [{ type: 'ephemeral' }]],
] as const) {
  const mark = { cache_control: control }
  for (const [where, messages, more] of [
    ['the request', [user(block())], mark],
    ['a tool', [user(block())], { tools: [tool(mark)] }],
    ['the system prompt', [user(block())], { system: [block(mark)] }],
    ['a block', [user(block(mark))], {}],
    ['a block of another kind', [user({ type: 'novelty', ...mark })], {}],
    ['a result', result(mark), {}],
    ['a block in a result', result({}, [block(mark)]), {}],
  ] as const) {
    test(`refuses a mark that is ${what} on ${where}`, () => {
      expect(answerOf(messages, more)[0]).toBe(400)
    })
  }
}

test('refuses marks before it answers max_tokens: 0', () => {
  const five = [user(block(short), block(short), block(short), block(short), block(short))]
  expect(answerOf(five, { max_tokens: 0 })[0]).toBe(400)
})
