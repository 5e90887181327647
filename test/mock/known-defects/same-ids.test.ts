/** Scenarios of one id in two lists share nothing. */
import { expect, test } from 'vitest'
import { conversation, createLlmMock, scenario, text, userContains, type Scenario } from 'msw-llm'
import { askAt, dialogue, doors } from '../../support/doors.ts'

/** A queue that answers one word. */
function queue(word: string, ...answers: readonly string[]): Scenario {
  return scenario('same', { match: userContains(word), responses: answers.map((answer) => text(answer)) })
}

/** A conversation that begins with one word. */
function talk(word: string): Scenario {
  return conversation('same', {
    match: userContains(word),
    steps: [
      { id: 'first', response: text(`${word}: first`) },
      { id: 'second', after: 'first', response: text(`${word}: second`) },
    ],
  })
}

test.for(doors)('$name: queues of one id in two datasets have a cursor each', async (door) => {
  const llm = createLlmMock({
    config: {
      chatScenarios: [queue('none', 'n1', 'n2')],
      datasets: { day: [queue('day', 'd1', 'd2')], night: [queue('night', 'n1', 'n2')] },
    },
  })
  const words = ['day', 'night', 'none', 'none', 'night', 'day', 'day', 'night']
  const answers: string[] = []
  for (const word of words) answers.push(await askAt(llm, door, word))
  expect(answers).toEqual(['d1', 'n1', 'n1', 'n2', 'n2', 'd2', 'scenario_exhausted', 'scenario_exhausted'])
  await llm.settled()
  expect(llm.journal.map(({ response: { dataset, index } }) => [dataset, index])).toEqual([
    ['day', 0],
    ['night', 0],
    [null, 0],
    [null, 1],
    ['night', 1],
    ['day', 1],
    [null, null],
    [null, null],
  ])
  expect(llm.summary().unused).toBe(0)
})

test.for(doors)('$name: conversations of one id, with steps of one id, have turns of their own', async (door) => {
  const llm = createLlmMock({ config: { datasets: { day: [talk('day')], night: [talk('night')] } } })
  const night = dialogue('night', 'night: first', 'Go on.')
  // What the other one has answered is no beginning here.
  const crossed = dialogue('night', 'day: first', 'Go on.')
  const answers: string[] = []
  for (const said of ['day', crossed, 'night', night, dialogue('day', 'day: first', 'Go on.')]) {
    answers.push(await askAt(llm, door, said))
  }
  expect(answers).toEqual(['day: first', 'night: first', 'night: first', 'night: second', 'day: second'])
  await llm.settled()
  expect(llm.journal.map(({ response: { dataset, step, replayed } }) => [dataset, step, replayed])).toEqual([
    ['day', 'first', false],
    ['night', 'first', false],
    ['night', 'first', false],
    ['night', 'second', false],
    ['day', 'second', false],
  ])
})

test.for(doors)(
  '$name: a conversation of two datasets that match alike answers from the first of them alone',
  async (door) => {
    const steps = (name: string): Scenario =>
      conversation('same', { steps: [{ id: 'first', response: [{ error: { status: 503 } }, text(name)] }] })
    const llm = createLlmMock({ config: { datasets: { day: [steps('day')], night: [steps('night')] } } })
    await askAt(llm, door)
    expect([await askAt(llm, door), await askAt(llm, door)]).toEqual(['day', 'day'])
    await llm.settled()
    expect(llm.journal.map(({ response: { status, dataset, replayed } }) => [status, dataset, replayed])).toEqual([
      [503, 'day', false],
      [200, 'day', false],
      [200, 'day', true],
    ])
    expect(llm.summary().unused).toBe(2)
  },
)

test.for(doors)('$name: use() shadows a queue of its id, and leaves its cursor where it was', async (door) => {
  const llm = createLlmMock({ config: { chatScenarios: [queue('Hi', 'c1', 'c2', 'c3')] } })
  const answers = [await askAt(llm, door)]
  llm.use(queue('Hi there', 'u1', 'u2'))
  llm.use(queue('Hi there, you', 'v1'))
  for (const said of ['Hi there', 'Hi', 'Hi there, you', 'Hi there', 'Hi there', 'Hi']) {
    answers.push(await askAt(llm, door, said))
  }
  expect(answers).toEqual(['c1', 'u1', 'c2', 'v1', 'u2', 'scenario_exhausted', 'c3'])
  llm.reset()
  expect([await askAt(llm, door, 'Hi there'), llm.summary().unused]).toEqual(['c1', 2])
})

test.for(doors)('$name: use() shadows a conversation of its id, and leaves its turns as they were', async (door) => {
  const llm = createLlmMock({ config: { chatScenarios: [talk('Hi')] } })
  const first = await askAt(llm, door)
  llm.use(
    conversation('same', {
      match: userContains('Hi'),
      steps: [{ id: 'first', match: { messages: [{ content: 'Hi', last: true }] }, response: text('used') }],
    }),
  )
  const answers = [await askAt(llm, door), await askAt(llm, door, dialogue('Hi', 'Hi: first', 'Go on.'))]
  expect([first, ...answers]).toEqual(['Hi: first', 'used', 'Hi: second'])
  await llm.settled()
  expect(llm.journal.map(({ response: { step, replayed } }) => [step, replayed])).toEqual([
    ['first', false],
    ['first', false],
    ['second', false],
  ])
})
