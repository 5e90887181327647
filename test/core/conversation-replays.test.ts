import { expect, test } from 'vitest'
import {
  azureOpenai,
  filtered,
  openai,
  promptBlocked,
  refused,
  text,
  toolCalls,
  userContains,
  type FixtureResponse,
  type Route,
  type Step,
} from 'msw-llm'
import { complete } from '../../src/exchange.ts'
import { askAll, chat, reserve, stateOf, type Asked } from './ask.ts'
import { asks, conversation, dialogue, steps, type Said } from './dialogues.ts'

const responsesRoute: Route = openai().routes[1]!
const azureChat: Route = azureOpenai().routes[1]!

const blocked: FixtureResponse = text('Secret words', { contentFilter: { block: { category: 'hate', at: 6 } } })
const call = toolCalls([{ name: 'look', arguments: { b: 1, a: 2 } }])
const tools = [{ type: 'function', function: { name: 'look' } }]

test.for<readonly [name: string, response: FixtureResponse, sentBack: Said, more?: Asked]>([
  ['an ordinary answer', text('Yes.'), 'Yes.'],
  ['an empty answer', text(''), ''],
  ['a refusal', refused('No.'), { role: 'assistant', refusal: 'No.', content: null }],
  ['a refusal in parts', refused('No.'), { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }],
  ['a filtered answer', filtered('Once'), 'Once'],
  ['an answer that a content filter cut', blocked, 'Secret', { route: azureChat }],
  [
    'a call of a tool',
    call,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'any', type: 'function', function: { name: 'look', arguments: '{ "a": 2, "b": 1 }' } }],
    },
  ],
])('the next step is found behind %s, whole or streamed', ([, response, sentBack, more = {}]) => {
  for (const stream of [false, true]) {
    const state = conversation({ id: 'a', response }, { id: 'b', after: 'a', response: text('Next.') })
    const declared = response.toolCalls === undefined ? {} : { tools }
    const body = (said: readonly unknown[]): Asked => ({ ...more, body: chat(said, { stream, ...declared }) })
    expect(
      steps(state, [body(dialogue('Hi')), body(dialogue('Hi')), body(dialogue('Hi', sentBack, 'More'))]).map(
        (step) => step.split(':')[0],
      ),
    ).toEqual(['a', 'a again', 'b'])
  }
})

test('behind an answer without text, and behind a blocked prompt, the client may send none', () => {
  for (const response of [text(''), filtered(), promptBlocked()]) {
    const state = conversation({ id: 'a', response }, { id: 'b', after: 'a', response: text('Next.') })
    const without = { body: chat([...dialogue('Hi'), { role: 'user', content: 'More' }]) }
    expect(steps(state, [asks('Hi'), asks('Hi'), without]).map((step) => step.split(':')[0])).toEqual([
      'a',
      'a again',
      'b',
    ])
  }
})

test('a replay is paired again: what the request cannot take is a mismatch, and the turn stays', () => {
  const state = conversation({ id: 'a', response: refused('No.') })
  const withTools = { body: chat('Hi', { tools }) }
  expect(steps(state, [asks('Hi'), withTools, asks('Hi')])).toEqual(['a: No.', 'fixture_mismatch', 'a again: No.'])
})

test('a function is called once for a turn', () => {
  let calls = 0
  const state = conversation({
    id: 'a',
    response: ({ messages }) => {
      calls++
      return text(`${messages.length} message`)
    },
  })
  const { state: reserved, pending } = reserve(state, asks('Hi'))
  const { response } = pending
  if (typeof response !== 'function') throw new Error('The step holds a function')
  const given = response(pending.request.canonical, { signal: new AbortController().signal }) as FixtureResponse
  const first = complete(reserved, pending, given)
  expect(steps(first.state, [asks('Hi')])).toEqual(['a again: 1 message'])
  expect(calls).toBe(1)
})

test('while a turn is being decided, another request with its history waits, and one with another does not', () => {
  const state = conversation({ id: 'a', response: text('Late.', { delayMilliseconds: 1000 }) })
  const first = reserve(state, asks('Hi'))
  expect(() => reserve(first.state, asks('Hi'))).toThrow('Another request with this history is being answered')
  expect(steps(first.state, [asks('Hello')])).toEqual(['a: Late.'])
})

test('one history is found by another route of its provider', () => {
  const state = conversation({ id: 'a', response: text('A') }, { id: 'b', after: 'a', response: text('B') })
  const items = (input: unknown): Asked => ({ route: responsesRoute, body: { model: 'gpt-5.5', input } })
  const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'A' }] }]
  expect(
    steps(state, [
      asks('Hi'),
      items('Hi'),
      items([{ role: 'user', content: 'Hi' }, ...output, { role: 'user', content: 'And?' }]),
    ]),
  ).toEqual(['a: A', 'a again: A', 'b: B'])
})

test('nothing of a dialogue is known to another model, credential or session', () => {
  const state = conversation({ id: 'a', response: text('A') }, { id: 'b', after: 'a', response: text('B') })
  const second = dialogue('Hi', 'A', 'And?')
  expect(
    steps(state, [
      asks('Hi'),
      { body: chat(second, { model: 'other' }) },
      { body: chat(second), headers: { authorization: 'Bearer other' } },
      { body: chat(second), headers: { 'x-llm-session': 'other' } },
      { body: chat(second) },
    ]),
  ).toEqual(['a: A', 'a: A', 'a: A', 'a: A', 'b: B'])
})

test('of the turns of a scope the oldest leaves, with what it made', () => {
  const steps2: readonly Step[] = [
    { id: 'a', response: text('A') },
    { id: 'b', after: 'a', response: text('B') },
  ]
  const state = stateOf({ chatScenarios: [{ id: 'c', steps: steps2 }], capacities: { committedTurns: 2 } })
  expect(
    steps(state, [asks('1'), asks('2'), asks('3'), asks('2'), asks('1'), asks('2', 'A', 'x'), asks('3', 'A', 'x')]),
  ).toEqual(['a: A', 'a: A', 'a: A', 'a again: A', 'a: A', 'b: B', 'a: A'])
})

test('two conversations of one id in two datasets go each their own way', () => {
  const named = (content: string): readonly Step[] => [
    { id: 'a', match: userContains(content), response: text(content) },
    { id: 'b', after: 'a', response: text(`${content} again`) },
  ]
  const state = stateOf({
    datasets: { one: [{ id: 'c', steps: named('one') }], two: [{ id: 'c', steps: named('two') }] },
  })
  expect(steps(state, [asks('one'), asks('two'), asks('two', 'two', 'x'), asks('one', 'one', 'x')])).toEqual([
    'a: one',
    'a: two',
    'b: two again',
    'b: one again',
  ])
})

test('an exact match of a step compares the whole history', () => {
  const state = conversation(
    { id: 'a', response: text('A') },
    {
      id: 'b',
      after: 'a',
      match: {
        mode: 'exact',
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'A' },
          { role: 'user', content: 'And?' },
        ],
      },
      response: text('B'),
    },
  )
  expect(askAll(state, [asks('Hi'), asks('Hi', 'A', 'Or?'), asks('Hi', 'A', 'And?')])).toEqual([
    'A',
    'fixture_not_found',
    'B',
  ])
})
