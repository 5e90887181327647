/** Among so many conversations that most are passed over unsearched, the same one answers as among few. */
import { expect, test } from 'vitest'
import { openai, userContains, type Scenario, type Step } from 'msw-llm'
import { askAll, ask, chat, stateOf, type Asked } from './ask.ts'

const said = (content: string): object => ({ role: 'user', content })
const gave = (content: string): object => ({ role: 'assistant', content })

function talk(id: string, ...steps: readonly Step[]): Scenario {
  return { id, steps }
}

/** None of them has anything to do with what is asked. */
const others = Array.from({ length: 40 }, (_, index) =>
  talk(
    `other ${index}`,
    { id: 'first', match: userContains(`unrelated ${index}`), response: { content: `No ${index}.` } },
    { id: 'second', after: 'first', response: { content: 'No.' } },
  ),
)

const booking = talk(
  'booking',
  { id: 'table', match: userContains('table'), response: { content: 'For how many?' } },
  { id: 'room', match: userContains('room'), response: { content: 'With a view?' } },
  { id: 'exact', match: { mode: 'exact', messages: [{ role: 'user', content: 'Hm' }] }, response: { content: 'Yes?' } },
  { id: 'book', after: ['table', 'room'], match: userContains('two'), response: { content: 'Booked.' } },
)

const requests: readonly Asked[] = [
  { body: chat('A table, please.') },
  { body: chat('A room, please.') },
  { body: chat('Hm') },
  { body: chat('Something else') },
  { body: chat([said('A room, please.'), gave('With a view?'), said('For two.')]) },
  { body: chat([said('A room, please.'), gave('With a view?'), said('For three.')]) },
  { body: chat([said('A room, please.'), gave('With a view?'), said('For two.'), gave('Booked.'), said('Thanks.')]) },
  { body: chat('A table, please.') },
]

const answers = [
  'For how many?',
  'With a view?',
  'Yes?',
  'fixture_not_found',
  'Booked.',
  'fixture_not_found',
  'scenario_exhausted',
  'For how many?',
]

test('finds first turns, further turns, replays and ends', () => {
  expect(askAll(stateOf({ chatScenarios: [booking] }), requests)).toEqual(answers)
  expect(askAll(stateOf({ chatScenarios: [...others, booking] }), requests)).toEqual(answers)
})

test('finds a conversation whose first turn takes every request, and one with a match of its own', () => {
  const any = talk('any', { id: 'first', response: { content: 'Any.' } })
  const matched: Scenario = { ...booking, id: 'matched', match: userContains('Oslo') }
  const state = stateOf({ chatScenarios: [...others, matched, any] })
  expect(askAll(state, [{ body: chat('A table in Oslo') }, { body: chat('A table') }, { body: chat('Oslo') }])).toEqual(
    ['For how many?', 'Any.', 'Any.'],
  )
})

test('goes on from a stored response whose conversation has no turn in this scope any more', () => {
  const route = openai().routes.find(({ path }) => path === '/responses')!
  const state = stateOf({ chatScenarios: [...others, booking], capacities: { committedTurns: 0 } })
  const first = ask(state, { route, body: { model: 'gpt-5.5', input: 'A table.' } })
  const { id } = JSON.parse(first.plan.kind === 'json' ? first.plan.body : '') as { id: string }
  const body = { model: 'gpt-5.5', input: 'For two.', previous_response_id: id }
  expect(ask(first.state, { route, body, sequence: 2 }).record.response.content).toBe('Booked.')
})
