import { expect, test } from 'vitest'
import { createLlmMock, FixtureConfigError, scenario, text, type Config, type LlmMock } from 'msw-llm'
import { watchedClock } from '../support/clock.ts'
import { openaiOn, says } from '../support/openai.ts'

async function ask(llm: LlmMock, content = 'Hi'): Promise<string | null | undefined> {
  try {
    return (await openaiOn(llm).chat.completions.create(says(content))).choices[0]?.message.content
  } catch (error) {
    return (error as { code: string }).code
  }
}

const queue: Config = {
  chatScenarios: [{ id: 'queue', responses: [{ content: 'One' }, { content: 'Two' }, { content: 'Three' }] }],
}

test('a refused configuration leaves the former one, its cursors and its journal as they were', async () => {
  const llm = createLlmMock({ config: queue })
  llm.use(scenario('used', { match: { messages: [{ content: 'used?' }] }, responses: [text('Used')] }))
  expect(await ask(llm)).toBe('One')
  const before = { journal: llm.journal, summary: llm.summary() }

  let issues: unknown
  try {
    llm.configure({
      models: [{ id: '' }],
      unknown: true,
      chatScenarios: [
        { id: 'a', responses: [] },
        { id: 'a', responses: [{ content: 'Hi', streamChunks: ['H'] }, { outputDisposition: { kind: 3 } }] },
      ],
    } as never)
  } catch (error) {
    expect(error).toBeInstanceOf(FixtureConfigError)
    issues = (error as FixtureConfigError).issues.map(({ path }) => path.join('.'))
  }
  expect(issues).toEqual([
    'models.0.id',
    'chatScenarios.0.responses',
    'chatScenarios.1.responses.0.streamChunks',
    'chatScenarios.1.responses.1.outputDisposition.kind',
    'chatScenarios.1.id',
    'unknown',
  ])
  expect({ journal: llm.journal, summary: llm.summary() }).toEqual(before)
  expect([await ask(llm), await ask(llm, 'used?'), await ask(llm)]).toEqual(['Two', 'Used', 'Three'])
})

test('a valid configuration replaces scenarios, used ones too, cursors and journal', async () => {
  const llm = createLlmMock({ config: queue })
  llm.use(scenario('used', { match: { messages: [{ content: 'used?' }] }, responses: [text('Used')] }))
  await ask(llm)
  llm.configure(queue)
  expect([llm.journal, llm.summary().unused]).toEqual([[], 3])
  expect([await ask(llm), await ask(llm, 'used?')]).toEqual(['One', 'Two'])
})

test('the fluent form and the data give the same answers', async () => {
  const llm = createLlmMock()
  llm.configure((c) =>
    c
      .chatModel('gpt-5.5')
      .chatScenario('card', (s) =>
        s
          .forModel('gpt-5.5')
          .whenUserContains('card')
          .responds('No.', 'N', 'o.')
          .withOutputDisposition({ kind: 'refused' })
          .responds('Yes.'),
      ),
  )
  const { choices } = await openaiOn(llm).chat.completions.create(says('my card'))
  expect([choices[0]?.message.refusal, await ask(llm, 'my card'), await ask(llm, 'hello')]).toEqual([
    'No.',
    'Yes.',
    'fixture_not_found',
  ])
})

test('use() that is refused adds nothing, and names the paths', () => {
  const llm = createLlmMock()
  expect(() => llm.use(scenario('fine', { responses: [text('Hi')] }), { id: 'broken', responses: [] })).toThrow(
    FixtureConfigError,
  )
  expect(llm.summary().unused).toBe(0)
})

test('use() puts scenarios in front, may shadow an id, and reset() drops them', async () => {
  const llm = createLlmMock({ config: queue })
  llm.use(scenario('queue', { responses: [text('Shadow')] }))
  llm.use(scenario('later', { match: { messages: [{ content: 'later' }] }, responses: [text('In front of both')] }))
  expect([await ask(llm, 'later'), await ask(llm), await ask(llm)]).toEqual([
    'In front of both',
    'Shadow',
    'scenario_exhausted',
  ])
  llm.reset()
  expect([llm.journal, await ask(llm), await ask(llm)]).toEqual([[], 'One', 'Two'])
})

test('what the caller does with its data later changes nothing', async () => {
  const responses = [{ content: 'Before', streamChunks: ['Be', 'fore'] }]
  const config = { chatScenarios: [{ id: 'copied', responses }] }
  const llm = createLlmMock({ config })
  responses[0]!.content = 'After'
  responses[0]!.streamChunks.push('!')
  config.chatScenarios.length = 0
  expect(await ask(llm)).toBe('Before')
})

test('the same scenario id in two datasets has two cursors', async () => {
  const same = (content: string, word: string): Config['chatScenarios'] => [
    { id: 'same', match: { messages: [{ content: word }] }, responses: [{ content }] },
  ]
  const llm = createLlmMock({ config: { datasets: { first: same('First', 'one')!, second: same('Second', 'two')! } } })
  expect([await ask(llm, 'one'), await ask(llm, 'two')]).toEqual(['First', 'Second'])
  expect(llm.journal.map(({ response }) => [response.dataset, response.scenario])).toEqual([
    ['first', 'same'],
    ['second', 'same'],
  ])
})

test('only active datasets are searched, in the order given', async () => {
  const any = (content: string): Config['chatScenarios'] => [{ id: 'any', responses: [{ content }] }]
  const datasets = { first: any('First')!, second: any('Second')!, third: any('Third')! }
  const llm = createLlmMock({ config: { datasets, activeDatasets: ['third', 'first'] } })
  expect([await ask(llm), llm.summary().unused]).toEqual(['Third', 1])
})

test('the configuration that createLlmMock is given is checked as well', () => {
  expect(() => createLlmMock({ config: { chatScenarios: [{ id: 'x', responses: [] }] } })).toThrow(FixtureConfigError)
})

test('ids go on over reset() and configure(), so that none comes twice', async () => {
  const llm = createLlmMock({ config: queue })
  const ids: string[] = []
  for (const between of [() => {}, () => llm.reset(), () => llm.configure(queue)]) {
    between()
    ids.push((await openaiOn(llm).chat.completions.create(says('Hi'))).id)
  }
  expect(ids.map((id) => Number(id.slice(9)))).toEqual([1, 2, 3])
})

test('identify gives ids and times; one that fails is a 409 that says so and uses nothing up', async () => {
  const answers = [
    () => ({ id: 'abc', created: 7 }),
    () => ({ id: 'a b', created: 7 }),
    () => {
      throw new Error('no id today')
    },
    () => ({ id: 'abc', created: 8 }),
  ]
  const llm = createLlmMock({ config: queue, identify: (sequence) => answers[sequence - 1]!() })
  const client = openaiOn(llm)
  const first = await client.chat.completions.create(says('Hi'))
  expect([first.id, first.created]).toEqual(['chatcmpl-00000000000000000000000000abc', 7])
  expect([await ask(llm), await ask(llm)]).toEqual(['fixture_failed', 'fixture_failed'])
  expect(llm.journal[2]!.response.message).toBe('The identify option failed for request 3: Error: no id today')
  expect(await ask(llm)).toBe('Two')
})

test('configure() during a delay lets that request be answered, and its answer is not in the new journal', async () => {
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('slow', { responses: [text('From before', { delayMilliseconds: 100 })] }))
  const answer = ask(llm)
  await clock.begun(1)
  await clock.tick(50)
  llm.configure(queue)
  await clock.tick(50)
  expect([await answer, llm.journal, await ask(llm)]).toEqual(['From before', [], 'One'])
})

test('reset() during a delay answers 409, which no client retries, and the response is back', async () => {
  const clock = watchedClock()
  const llm = createLlmMock({
    clock,
    config: { chatScenarios: [{ id: 'slow', responses: [{ content: 'Slow', delayMilliseconds: 100 }] }] },
  })
  const answer = ask(llm)
  await clock.begun(1)
  await clock.tick(50)
  llm.reset()
  expect([await answer, llm.journal]).toEqual(['fixture_failed', []])
  const again = ask(llm)
  await clock.begun(2)
  await clock.tick(100)
  expect([await again, llm.journal.length]).toEqual(['Slow', 1])
})
