import { expect, test } from 'vitest'
import { conversation, createLlmMock, fails, manualClock, text, type LlmMock, type Step } from 'msw-llm'
import { chatUrl, post, says } from '../support/openai.ts'

const responsesUrl = 'https://api.openai.com/v1/responses'
const clock = manualClock()

function mockOf(...steps: Step[]): LlmMock {
  const llm = createLlmMock({ clock })
  llm.configure({ chatScenarios: [conversation('talk', { steps })] })
  return llm
}

/** The content or the code of an answer, and where it came from. */
function answersOf(llm: LlmMock): readonly unknown[] {
  return llm.journal.map(({ sequence, response: { code, content, index, replayed } }) => ({
    sequence,
    told: code ?? content,
    index,
    replayed,
  }))
}

function ask(llm: LlmMock, said = 'Hi', init: RequestInit = {}): Promise<Response> {
  return llm.fetch(chatUrl, post(says(said), init))
}

test('requests that wait for one turn take its next attempts in the order in which they came', async () => {
  const failure = (message: string): Step['response'] => ({ ...fails(500, { message }), delayMilliseconds: 10 })
  const llm = mockOf({ id: 'only', response: [failure('first'), failure('second'), text('Third')] as Step['response'] })
  const asked: Promise<Response>[] = []
  for (let count = 0; count < 3; count++) {
    asked.push(ask(llm))
    await clock.tick(0)
  }
  await clock.runAll()
  await Promise.all(asked)
  expect(
    llm.journal.map(({ sequence, outcome, response: { index, replayed } }) => ({ sequence, outcome, index, replayed })),
  ).toEqual([
    { sequence: 1, outcome: 'error', index: 0, replayed: false },
    { sequence: 2, outcome: 'error', index: 1, replayed: false },
    { sequence: 3, outcome: 'ordinary', index: 2, replayed: false },
  ])
})

test('the first of those that wait takes the turn that a client has left', async () => {
  const llm = mockOf({ id: 'only', response: text('Hello', { delayMilliseconds: 10 }) })
  const leaving = new AbortController()
  const left = ask(llm, 'Hi', { signal: leaving.signal }).catch(() => 'left')
  await clock.tick(1)
  const first = ask(llm)
  await clock.tick(1)
  const asked = [first, ask(llm)]
  await clock.tick(1)
  leaving.abort()
  await clock.runAll()
  await Promise.all(asked)
  expect(await left).toBe('left')
  expect(answersOf(llm)).toEqual([
    { sequence: 2, told: 'Hello', index: 0, replayed: false },
    { sequence: 3, told: 'Hello', index: 0, replayed: true },
  ])
})

test('what else is asked and used meanwhile does not wake a request that waits for a turn', async () => {
  const llm = mockOf({ id: 'only', response: text('Hello', { delayMilliseconds: 10 }) })
  const asked = [ask(llm), ask(llm)]
  await clock.tick(5)
  llm.use({ id: 'all', responses: [text('Other')], repeat: 'last' })
  await ask(llm, 'Else')
  await clock.tick(0)
  expect(answersOf(llm)).toEqual([{ sequence: 3, told: 'Other', index: 0, replayed: false }])
  await clock.runAll()
  await Promise.all(asked)
})

test('a request that waits for a turn takes nothing of a configuration that comes meanwhile', async () => {
  const llm = mockOf({ id: 'only', response: text('Hello', { delayMilliseconds: 10 }) })
  const [first, second] = [ask(llm), ask(llm)]
  await clock.tick(5)
  llm.configure({ chatScenarios: [{ id: 'next', responses: [text('Next')] }] })
  const waited = await second
  expect([waited.status, await waited.json()]).toEqual([
    409,
    {
      error: {
        message:
          'llm.configure() replaced the configuration while this request waited for another with the same history. ' +
          'Await the requests of a test before it ends.',
        type: 'invalid_request_error',
        param: null,
        code: 'fixture_failed',
      },
    },
  ])
  await clock.runAll()
  expect((await first).status).toBe(200)
  expect(llm.summary()).toMatchObject({ total: 0, unused: 1 })
  await ask(llm)
  expect(answersOf(llm)).toEqual([{ sequence: 3, told: 'Next', index: 0, replayed: false }])
})

test('the journal has the request of one that waited for a turn when the mock was closed', async () => {
  const llm = mockOf({ id: 'only', response: text('Hello', { delayMilliseconds: 10 }) })
  const asked = [ask(llm), ask(llm)]
  await clock.tick(5)
  llm.close()
  await Promise.all(asked)
  expect(llm.journal.map(({ outcome, request: { model, messages } }) => ({ outcome, model, messages }))).toEqual(
    [1, 2].map(() => ({ outcome: 'mismatch', model: 'gpt-5.5', messages: [{ role: 'user', content: 'Hi' }] })),
  )
})

test('a request that waits for a turn goes on from a stored response that is deleted meanwhile', async () => {
  const llm = mockOf(
    { id: 'first', response: text('Hello') },
    { id: 'second', after: 'first', response: text('Again', { delayMilliseconds: 10 }) },
  )
  const first = await llm.fetch(responsesUrl, post({ model: 'gpt-5.5', input: 'Hi' }))
  const { id } = (await first.json()) as { id: string }
  const more = (): Promise<Response> =>
    llm.fetch(responsesUrl, post({ model: 'gpt-5.5', input: 'More', previous_response_id: id }))
  const asked = [more(), more()]
  await clock.tick(5)
  const { headers } = post('')
  expect((await llm.fetch(`${responsesUrl}/${id}`, { method: 'DELETE', headers: headers ?? {} })).status).toBe(200)
  await clock.runAll()
  await Promise.all(asked)
  expect(answersOf(llm)).toEqual([
    { sequence: 1, told: 'Hello', index: 0, replayed: false },
    { sequence: 2, told: 'Again', index: 0, replayed: false },
    { sequence: 3, told: 'Again', index: 0, replayed: true },
    { sequence: 4, told: null, index: null, replayed: false },
  ])
})
