/** A request that forbids parallel tool calls gets one call at most. */
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, toolCalls, type FixtureResponse, type LlmMock } from 'msw-llm'
import { bodyFor, doorsOf, urlOf, type Door } from '../../support/doors.ts'

const tools = [
  { type: 'function', function: { name: 'weather' } },
  { type: 'function', function: { name: 'time' } },
]
const one = toolCalls([{ name: 'weather', arguments: { city: 'Oslo' } }])
const two = toolCalls([
  { name: 'weather', arguments: { city: 'Oslo' } },
  { name: 'time', arguments: { city: 'Oslo' } },
])
const same = toolCalls([
  { name: 'weather', arguments: { city: 'Oslo' } },
  { name: 'weather', arguments: { city: 'Rome' } },
  { name: 'weather', arguments: { city: 'Lima' } },
])

const doors = doorsOf('chat')

function mockOf(...responses: FixtureResponse[]): LlmMock {
  const llm = createLlmMock()
  llm.use(scenario('calls', { responses }))
  return llm
}

async function statusAt(llm: LlmMock, door: Door, more: object): Promise<number> {
  const response = await llm.fetch(urlOf(door), {
    method: 'POST',
    headers: { 'extra-parameters': 'pass-through' },
    body: JSON.stringify(bodyFor(door, 'Hi', { tools, ...more })),
  })
  await response.text()
  return response.status
}

/** What the journal tells of each: the place in the queue, the code, the message behind the route. */
function told(llm: LlmMock): readonly unknown[] {
  return llm.journal.map(({ response: { index, code, message } }) => [
    index,
    code,
    message?.replace(/^.*chat\/completions: /, '') ?? null,
  ])
}

function mismatch(count: number): string {
  return `the request allows no parallel tool calls, and the response makes ${count}. Give it one call, or allow them in the request.`
}

test.for(doors)('$name: parallel_tool_calls: false does not fit several calls, which stay', async (door) => {
  const llm = mockOf(two, same)
  const statuses = [
    await statusAt(llm, door, { parallel_tool_calls: false }),
    await statusAt(llm, door, { parallel_tool_calls: false }),
    await statusAt(llm, door, { parallel_tool_calls: true }),
    await statusAt(llm, door, { parallel_tool_calls: false }),
    await statusAt(llm, door, {}),
  ]
  expect(statuses).toEqual([409, 409, 200, 409, 200])
  expect(told(llm)).toEqual([
    [0, 'fixture_mismatch', mismatch(2)],
    [0, 'fixture_mismatch', mismatch(2)],
    [0, null, null],
    [1, 'fixture_mismatch', mismatch(3)],
    [1, null, null],
  ])
})

test.for(doors)('$name: parallel_tool_calls: false takes one call, and text', async (door) => {
  const llm = mockOf(one, text('It is cold.'))
  expect([
    await statusAt(llm, door, { parallel_tool_calls: false }),
    await statusAt(llm, door, { parallel_tool_calls: false }),
  ]).toEqual([200, 200])
})

test.for(doors)('$name: parallel_tool_calls that is true, null or absent takes several calls', async (door) => {
  const llm = mockOf(two, two, two)
  expect([
    await statusAt(llm, door, { parallel_tool_calls: true }),
    await statusAt(llm, door, { parallel_tool_calls: null }),
    await statusAt(llm, door, {}),
  ]).toEqual([200, 200, 200])
})

test.for(doors)('$name: parallel_tool_calls that is no boolean is the native 400', async (door) => {
  const llm = mockOf(one)
  expect(await statusAt(llm, door, { parallel_tool_calls: 'false' })).toBe(400)
  expect(told(llm)).toEqual([
    [null, 'invalid_type', "Invalid type for 'parallel_tool_calls': expected a boolean, but got a string instead."],
  ])
})

test.for(doors)('$name: several calls of a function fixture are held against the request too', async (door) => {
  const llm = createLlmMock()
  llm.use(scenario('calls', { responses: [() => two], repeat: 'last' }))
  expect([await statusAt(llm, door, { parallel_tool_calls: false }), await statusAt(llm, door, {})]).toEqual([409, 200])
  expect(told(llm)).toEqual([
    [0, 'fixture_mismatch', mismatch(2)],
    [0, null, null],
  ])
})

test.for(doors)('$name: a turn that is given again is held against the request that asks again', async (door) => {
  const llm = createLlmMock()
  llm.use({ id: 'calls', steps: [{ id: 'call', response: two }] })
  expect([
    await statusAt(llm, door, {}),
    await statusAt(llm, door, { parallel_tool_calls: false }),
    await statusAt(llm, door, {}),
  ]).toEqual([200, 409, 200])
  expect(llm.journal.map(({ response: { code, replayed } }) => [code, replayed])).toEqual([
    [null, false],
    ['fixture_mismatch', true],
    [null, true],
  ])
})

test('the official client reads why', async () => {
  const llm = mockOf(two)
  const client = new OpenAI({ apiKey: 'test', fetch: llm.fetch, dangerouslyAllowBrowser: true })
  const request = { model: 'gpt-5.5', messages: [{ role: 'user' as const, content: 'Hi' }], tools: tools as never }
  const error = await client.chat.completions
    .create({ ...request, parallel_tool_calls: false })
    .catch((e: unknown) => e)
  expect(error).toBeInstanceOf(OpenAI.ConflictError)
  const { status, code, message } = error as InstanceType<typeof OpenAI.APIError>
  expect([status, code, message]).toEqual([
    409,
    'fixture_mismatch',
    `409 Response 1 of scenario 'calls' cannot answer this request to POST /openai/v1/chat/completions: ${mismatch(2)}`,
  ])
  expect(llm.journal.length).toBe(1)
})
