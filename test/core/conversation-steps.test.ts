import { expect, test } from 'vitest'
import { fails, refused, text, userContains, type Step } from 'msw-llm'
import { ask, stateOf } from './ask.ts'
import { asks, conversation, steps } from './dialogues.ts'

const booking: readonly Step[] = [
  { id: 'ask', response: text('For how many?') },
  { id: 'two', after: 'ask', match: userContains('two'), response: text('A table for two.') },
  { id: 'more', after: 'ask', match: userContains('ten'), response: refused('We have no such table.') },
  { id: 'book', after: ['two', 'more'], response: text('Booked.') },
]
const refusal = { role: 'assistant', content: null, refusal: 'We have no such table.' }

test('a history goes from step to step, by whichever parent it comes, and branches by what is said', () => {
  expect(
    steps(conversation(...booking), [
      asks('Hi'),
      asks('Hi', 'For how many?', 'two'),
      asks('Hi', 'For how many?', 'two', 'A table for two.', 'Yes'),
      asks('Hi', 'For how many?', 'ten'),
      asks('Hi', 'For how many?', 'ten', refusal, 'Well'),
    ]),
  ).toEqual([
    'ask: For how many?',
    'two: A table for two.',
    'book: Booked.',
    'more: We have no such table.',
    'book: Booked.',
  ])
})

test('a history that was answered before is given that answer again, and nothing moves', () => {
  const state = conversation(...booking)
  const first = ask(state, asks('Hi'))
  const again = ask(first.state, { ...asks('Hi'), sequence: 2 })
  expect(again.record.response).toEqual({ ...first.record.response, replayed: true })
  expect(steps(again.state, [asks('Hi'), asks('Hi', 'For how many?', 'two')])).toEqual([
    'ask again: For how many?',
    'two: A table for two.',
  ])
})

test('a history that no answer made can take first turns alone', () => {
  expect(
    steps(conversation(...booking), [
      asks('Hi', 'For how many?', 'two'),
      asks('Hello', 'Something else.', 'two'),
      asks('Hi', 'For how many?', 'two', 'A table for two.', 'Yes'),
    ]),
  ).toEqual(['ask: For how many?', 'ask: For how many?', 'ask: For how many?'])
  const strict = conversation({ id: 'start', match: userContains('start'), response: text('Go.') })
  const { record } = ask(strict, asks('Hi', 'Go.', 'and now?'))
  expect(record.response.message).toBe(
    [
      "No scenario answers POST /openai/v1/chat/completions (model 'gpt-5.5', 3 messages): of 1 scenario, none fits its messages. Nearest:",
      '- \'c\' is a conversation that none of its turns has brought here, and of its first turns \'start\' expects a user message with "start"; what came is a user message with "and now?"',
      'Change the match of one of them, or add a scenario for this request.',
    ].join('\n'),
  )
})

test('the last pattern of a match looks at what the turn adds, those before it at the whole history', () => {
  const steady = conversation(
    { id: 'ask', response: text('Sure?') },
    { id: 'yes', after: 'ask', match: userContains('yes'), response: text('Really?') },
    { id: 'yes-again', after: 'yes', match: userContains('yes'), response: text('Fine.') },
    {
      id: 'no',
      after: 'yes',
      match: {
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'user', content: 'no' },
        ],
      },
      response: text('Then not.'),
    },
  )
  expect(steps(steady, [asks('Hi'), asks('Hi', 'Sure?', 'yes'), asks('Hi', 'Sure?', 'yes', 'Really?', 'no')])).toEqual([
    'ask: Sure?',
    'yes: Really?',
    'no: Then not.',
  ])
})

test('the longest beginning that was answered decides', () => {
  const state = conversation(
    { id: 'a', response: text('A') },
    { id: 'b', after: 'a', response: text('B') },
    { id: 'c', after: 'b', response: text('C') },
  )
  expect(
    steps(state, [
      asks('1'),
      asks('1', 'A', '2'),
      asks('1', 'A', '2', 'B', '3'),
      asks('1', 'A', 'other', 'not B', '3'),
    ]),
  ).toEqual(['a: A', 'b: B', 'c: C', 'b: B'])
})

test('failures before a turn are used up one by one, and the turn is what stays', () => {
  const state = conversation({ id: 'a', response: [fails(503), fails(429), text('Here.')] })
  const statuses: number[] = []
  let current = state
  for (const asked of Array.from({ length: 4 }, () => asks('Hi')).concat(asks('Hello'))) {
    const exchange = ask(current, asked)
    current = exchange.state
    statuses.push(exchange.plan.status)
  }
  expect(statuses).toEqual([503, 429, 200, 200, 200])
})

test('a conversation ends where no step follows; where one follows and does not match, other scenarios are asked', () => {
  const queue = { id: 'queue', responses: [text('From the queue.')] }
  const withQueue = stateOf({ chatScenarios: [{ id: 'c', steps: booking }, queue] })
  expect(
    steps(withQueue, [
      asks('Hi'),
      asks('Hi', 'For how many?', 'nine'),
      asks('Hi', 'For how many?', 'two'),
      asks('Hi', 'For how many?', 'two', 'A table for two.', 'Yes'),
      asks('Hi', 'For how many?', 'two', 'A table for two.', 'Yes', 'Booked.', 'Thanks'),
    ]),
  ).toEqual([
    'ask: For how many?',
    'null: From the queue.',
    'two: A table for two.',
    'book: Booked.',
    'scenario_exhausted',
  ])
})

test('the journal says of a history that nothing here has made that it begins anew', () => {
  const state = conversation(...booking)
  const notesOf = (asked: ReturnType<typeof asks>): readonly string[] => ask(state, asked).record.notes
  expect(notesOf(asks('Hi', 'Something else.', 'two'))).toEqual([
    "The history has an answer that no turn of conversation 'c' gave, so it begins anew with 'ask'. An answer that is sent back must be the one that was given, and so must what stands before it.",
  ])
  const first = ask(state, asks('Hi'))
  const second = ask(first.state, asks('Hi', 'For how many?', 'two'))
  expect([notesOf(asks('Hi')), second.record.notes, ask(second.state, asks('Hi')).record.notes]).toEqual([[], [], []])
})
