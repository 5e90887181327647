import { expect, test } from 'vitest'
import { azureOpenai, conversation, filtered, microsoftFoundry, text, type FixtureResponse, type Route } from 'msw-llm'
import { begin } from '../../src/exchange.ts'
import type { MockState } from '../../src/scenario/state.ts'
import { arrivalOf, ask, chat, stateOf, type Asked } from './ask.ts'
import { askWith, said, stepsFor } from './dialogue.ts'

function answering(response: FixtureResponse): MockState {
  return stateOf({
    chatScenarios: [
      conversation('talk', {
        steps: [
          { id: 'a', response },
          { id: 'b', after: 'a', response: text('b') },
        ],
      }),
    ],
  })
}

const hi = { role: 'user', content: 'Hi' }
const on = { role: 'user', content: 'On' }

function routeAt(routes: readonly Route[], path: string): Route {
  return routes.find((route) => route.path === path && route.method === 'POST')!
}

test('goes on from an empty answer, whether the client leaves it out or sends it back', () => {
  const first = askWith(answering(filtered('')), [[hi]]).state
  const ways = [
    [hi, on],
    [hi, { role: 'assistant', content: '' }, on],
    [hi, { role: 'assistant', content: null }, on],
    [hi, { role: 'assistant', content: [] }, on],
  ]
  expect(ways.map((messages) => stepsFor(first, messages))).toEqual([['b'], ['b'], ['b'], ['b']])
})

test('replays an empty answer to the history that it answered', () => {
  expect(stepsFor(answering(filtered('')), [hi], [hi], [hi, on], [hi])).toEqual(['a', 'a again', 'b', 'a again'])
})

test('does not go on from an answer with text when the client leaves it out', () => {
  expect(stepsFor(answering(filtered('The beginning')), [hi], [hi, on], said('Hi', 'The beginning', 'On'))).toEqual([
    'a',
    'a',
    'b',
  ])
})

test('goes on from each of several choices', () => {
  const first = ask(answering(text('first', { choices: [{ content: 'second' }] })), { body: chat('Hi', { n: 2 }) })
  const histories = [said('Hi', 'first', 'On'), said('Hi', 'second', 'On'), said('Hi', 'third', 'On')]
  expect(histories.map((messages) => begin(first.state, arrivalOf({ body: chat(messages) })))).toMatchObject([
    { kind: 'pending', pending: { place: { step: { id: 'b' } } } },
    { kind: 'pending', pending: { place: { step: { id: 'b' } } } },
    { kind: 'decided', record: { response: { code: 'fixture_mismatch', step: 'a' } } },
  ])
})

for (const blockedMessage of ['null', 'absent'] as const) {
  test(`goes on from a blocked answer whose content is ${blockedMessage}, as its client has none of it`, () => {
    const asked: Omit<Asked, 'body'> = { route: routeAt(azureOpenai().routes, '/openai/v1/chat/completions') }
    const blocked = text('Mix the acid.', { contentFilter: { block: { category: 'violence', at: 8 }, blockedMessage } })
    const first = askWith(answering(blocked), [[hi]], asked).state
    const ways = [
      [hi, on],
      [hi, { role: 'assistant', content: null }, on],
      [hi, { role: 'assistant' }, on],
    ]
    expect(ways.map((messages) => askWith(first, [messages], asked).steps)).toEqual([['b'], ['b'], ['b']])
  })
}

test('goes on from an answer that was filtered with HTTP 400, as its client has none of it', () => {
  const { routes } = microsoftFoundry({ blockStatus: 400 })
  const asked: Omit<Asked, 'body'> = {
    route: routeAt(routes, '/models/chat/completions'),
    query: '?api-version=2024-05-01-preview',
    params: { resource: 'mine' },
  }
  expect(askWith(answering(filtered('The beginning')), [[hi], [hi, on]], asked).steps).toEqual(['a', 'b'])
})
