/** A configuration that is refused changes nothing. */
import { expect, test } from 'vitest'
import { conversation, createLlmMock, FixtureConfigError, scenario, text, userContains, type LlmMock } from 'msw-llm'
import { askAt, dialogue, doors, type Door } from '../../support/doors.ts'

/** Long enough for the cache of any provider. */
const prompt = 'One word more. '.repeat(1500)

const refused: readonly (readonly [string, (llm: LlmMock) => void, new (message: never) => Error])[] = [
  ['configure(data)', (llm) => llm.configure({ chatScenarios: [{ id: '', responses: [] }] }), FixtureConfigError],
  ['configure(null)', (llm) => llm.configure(null as never), FixtureConfigError],
  [
    'configure(a builder with an id twice)',
    (llm) =>
      llm.configure((c) => c.chatScenario('new', (s) => s.responds('1')).chatScenario('new', (s) => s.responds('2'))),
    FixtureConfigError,
  ],
  [
    'configure(a builder that throws)',
    (llm) =>
      llm.configure((c) => {
        c.chatScenario('new', (s) => s.responds('New'))
        throw new RangeError('in the middle')
      }),
    RangeError,
  ],
  [
    'use()',
    (llm) => llm.use(scenario('fine', { responses: [text('New')] }), { id: '', responses: [] }),
    FixtureConfigError,
  ],
]

const cases = doors.flatMap((door) =>
  refused.map(([how, fail, Thrown]) => ({ name: door.name, door, how, fail, Thrown })),
)

function mock(): LlmMock {
  return createLlmMock({
    config: {
      chatScenarios: [
        scenario('queue', { match: userContains('queue'), responses: [text('One'), text('Two')] }),
        scenario('long', { match: userContains('word'), responses: [text('Long')], repeat: 'last' }),
        conversation('dialogue', {
          steps: [
            { id: 'ask', response: text('For how many?') },
            { id: 'book', after: 'ask', response: text('Booked.') },
          ],
        }),
      ],
    },
  })
}

test.for(cases)('$name: $how that is refused keeps journal, cursors, turns and prompt cache', async (example) => {
  const { door, fail, Thrown } = example
  const llm = mock()
  await askAt(llm, door, 'queue')
  await askAt(llm, door, 'A table.')
  await askAt(llm, door, prompt, {}, door.caching)
  await llm.settled()
  const before = [llm.journal, llm.summary()]
  expect(() => fail(llm)).toThrow(Thrown)
  expect([llm.journal, llm.summary()]).toEqual(before)
  expect(llm.journal.length).toBe(3)

  const answers = [
    await askAt(llm, door, 'queue'),
    await askAt(llm, door, 'A table.'),
    await askAt(llm, door, dialogue('A table.', 'For how many?', 'Two.')),
    await askAt(llm, door, prompt, {}, door.caching),
  ]
  expect(answers).toEqual(['Two', 'For how many?', 'Booked.', 'Long'])
  await llm.settled()
  const told = llm.journal
    .slice(3)
    .map(({ sequence, response: { index, step, replayed } }) => [sequence, index, step, replayed])
  expect(told).toEqual([
    [4, 1, null, false],
    [5, 0, 'ask', true],
    [6, 0, 'book', false],
    [7, 0, null, false],
  ])
  const [written, read] = [2, 6].map((index) => llm.journal[index]!.response.usage.cachedInputTokens)
  expect([written, read! > 4096]).toEqual([0, !/serverless|models/.test(door.name)])
})

const storing = cases.filter(({ door: { format, stream } }) => format === 'responses' && !stream)

async function idOf(llm: LlmMock, { url, query }: Door, more: object): Promise<string> {
  const response = await llm.fetch(`${url}?${query}`, {
    method: 'POST',
    headers: { authorization: 'Bearer test' },
    body: JSON.stringify({ model: 'the-model', ...more }),
  })
  return ((await response.json()) as { id: string }).id
}

test.for(storing)('$name: $how that is refused keeps stored responses', async ({ door, fail, Thrown }) => {
  const llm = mock()
  const id = await idOf(llm, door, { input: 'A table.' })
  expect(() => fail(llm)).toThrow(Thrown)
  expect(await askAt(llm, door, 'Two.', {}, { previous_response_id: id })).toBe('Booked.')
  const get = await llm.fetch(`${door.url}/${id}?${door.query}`, { headers: { authorization: 'Bearer test' } })
  expect([get.status, ((await get.json()) as { id: string }).id]).toEqual([200, id])
})
