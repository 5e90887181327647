/** A rejection costs no tokens, and none is left out of the summary. */
import { expect, test } from 'vitest'
import {
  createLlmMock,
  scenario,
  text,
  toolCalls,
  type VerificationError,
  type Config,
  type LlmMock,
  type ScenarioResponse,
} from 'msw-llm'
import { askAt, bodyFor, dialogue, doors, send, type Door } from '../../support/doors.ts'

/** Two messages of 2 and 3 tokens, and one of 2. */
const said = dialogue('Hi there', 'Hello you, too', 'Go on.')

interface Rejected {
  readonly what: string
  readonly config?: Config
  readonly responses?: readonly ScenarioResponse[]
  /** A body other than a good one. */
  readonly body?: (door: Door) => unknown
  /** How many good answers come before. */
  readonly before?: number
  readonly status: (door: Door) => number
  readonly code: string
  readonly only?: RegExp
}

const thrower = (): never => {
  throw new Error('not today')
}
const listOf = { chat: 'messages', responses: 'input', messages: 'messages', contents: 'contents' } as const
const always = (status: number) => (): number => status

const rejections: readonly Rejected[] = [
  { what: 'a body that is no JSON', body: () => '{', status: always(400), code: 'invalid_json' },
  {
    what: 'a wrong shape',
    body: (door) => ({ ...bodyFor(door, said), [listOf[door.format]]: 7 }),
    status: always(400),
    code: 'invalid_type',
  },
  {
    what: 'a wrong credential',
    config: { requiredBearerToken: 'other' },
    status: always(401),
    code: 'invalid_api_key',
  },
  {
    what: 'an unknown model',
    config: { models: [{ id: 'other' }] },
    status: ({ format }) => (format === 'responses' ? 400 : 404),
    code: 'model_not_found',
    // A serverless deployment has one model, which nobody names.
    only: /^(?!Foundry serverless)/,
  },
  { what: 'a request for no scenario', responses: [], status: always(409), code: 'fixture_not_found' },
  {
    what: 'a scenario that is used up',
    responses: [text('One answer of many words, which cost')],
    before: 1,
    status: always(409),
    code: 'scenario_exhausted',
  },
  {
    what: 'a response that does not fit',
    responses: [toolCalls([{ name: 'undeclared', arguments: { a: 1 } }])],
    status: always(409),
    code: 'fixture_mismatch',
  },
  {
    what: 'a response of a function that does not fit',
    responses: [() => toolCalls([{ name: 'undeclared', arguments: { a: 1 } }])],
    status: always(409),
    code: 'fixture_mismatch',
  },
  { what: 'a function that throws', responses: [thrower], status: always(409), code: 'fixture_failed' },
  {
    what: 'a response that there is no room for',
    config: { capacities: { storedResponses: 0 } },
    responses: [text('One answer of many words, which cost')],
    status: always(409),
    code: 'response_capacity_exceeded',
    only: /Responses/,
  },
]

const cases = doors.flatMap((door) =>
  rejections
    .filter(({ only = /./ }) => only.test(door.name))
    .map((rejection) => ({ name: door.name, door, ...rejection })),
)

function mockOf({ config = {}, responses = [text('Never.')] }: Rejected): LlmMock {
  const chatScenarios = responses.length === 0 ? [] : [scenario('only', { responses })]
  return createLlmMock({ config: { ...config, chatScenarios } })
}

const nothing = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  reasoningTokens: 0,
  totalTokens: 0,
}

test.for(cases)('$name: $what costs no tokens, and is counted and listed', async (example) => {
  const { door, body, before = 0, status, code } = example
  const llm = mockOf(example)
  for (let count = 0; count < before; count++) await askAt(llm, door, said)
  await send(llm, door, body?.(door) ?? bodyFor(door, said))
  await llm.settled()

  const { outcome, response, delivery } = llm.journal.at(-1)!
  const expected = status(door) === 409 ? 'mismatch' : 'rejected'
  expect([outcome, response.status, response.code, response.content]).toEqual([expected, status(door), code, null])
  expect(response.usage).toEqual(nothing)
  expect(delivery).toEqual({
    transport: 'json',
    framesTotal: 1,
    framesSent: 1,
    terminalMarkerObserved: null,
    end: 'completed',
  })

  const { outcomes, total } = llm.summary()
  expect({ total, ordinary: outcomes.ordinary, [expected]: outcomes[expected] }).toEqual({
    total: before + 1,
    ordinary: before,
    [expected]: 1,
  })
  const what = code === 'fixture_failed' ? 'a fixture that failed' : 'a request that no fixture fitted'
  const line = `${expected === 'mismatch' ? what : 'a request that was rejected'}: ${door.route}: ${response.status} ${code}: ${response.message}`
  expect(problemsOf(llm)).toEqual([line])
})

function problemsOf(llm: LlmMock): readonly string[] {
  try {
    llm.verify({ unused: false })
    return []
  } catch (error) {
    return (error as VerificationError).problems
  }
}

test.for(doors)('$name: a prompt that inputFilter turns away counts the prompt alone', async (door) => {
  const llm = createLlmMock({
    config: { inputFilter: { terms: ['hello'] }, chatScenarios: [scenario('only', { responses: [text('Never.')] })] },
  })
  expect(await askAt(llm, door, said)).not.toBe('Never.')
  const { outcome, response } = llm.journal[0]!
  expect([outcome, response.status, response.code]).toEqual(['input_filtered', 400, 'content_filter'])
  expect(response.usage).toEqual({ ...nothing, inputTokens: 8, totalTokens: 8 })
  expect([llm.summary().outcomes.input_filtered, llm.summary().unused]).toEqual([1, 1])
})

test.for(doors)('$name: a scripted failure costs no tokens', async (door) => {
  const llm = createLlmMock({
    config: { chatScenarios: [scenario('only', { responses: [{ error: { status: 503 } }] })] },
  })
  await askAt(llm, door, said)
  const { outcome, response } = llm.journal[0]!
  expect([outcome, response.status, response.usage]).toEqual(['error', 503, nothing])
})
