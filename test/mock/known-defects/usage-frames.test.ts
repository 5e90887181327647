/** `include_usage` brings the usage of every chat stream, where its host puts it. */
import { expect, test } from 'vitest'
import {
  createLlmMock,
  filtered,
  microsoftFoundry,
  refused,
  scenario,
  text,
  toolCalls,
  type FixtureResponse,
  type LlmMock,
} from 'msw-llm'
import { bodyFor, doorsOf, readEvents, urlOf, type Door } from '../../support/doors.ts'

interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}

interface Chunk {
  readonly choices: readonly { readonly finish_reason: string | null }[]
  readonly usage?: Usage | null
}

const tools = [{ type: 'function', function: { name: 'weather' } }]
const answers: readonly (readonly [string, FixtureResponse, object])[] = [
  ['a text', text('One two three'), {}],
  ['no text', text(''), {}],
  ['a text in one chunk', text('One two three', { streamChunks: ['One two three'] }), {}],
  ['a text that was cut for its length', text('One two', { finishReason: 'length' }), {}],
  ['a filtered text', filtered('One two'), {}],
  ['a filtered answer without text', filtered(), {}],
  ['a refusal', refused('No.'), {}],
  ['a call of a tool', toolCalls([{ name: 'weather', arguments: { city: 'Oslo' } }]), { tools }],
  ['two choices', text('One', { choices: [{ content: 'Two three' }] }), { n: 2 }],
  ['a stated usage', text('One', { usage: { inputTokens: 70, outputTokens: 30 } }), {}],
]

/** On the last choice that finishes; everywhere else in a frame of its own, which comes last. */
const onFinish = /serverless|models|DeepSeek/
const chatStreams = doorsOf('chat').filter(({ stream }) => stream)
const cases = chatStreams.flatMap((door) =>
  answers
    .filter(([what]) => what !== 'a refusal' || !onFinish.test(door.name))
    .map(([what, response, more]) => ({ name: door.name, door, what, response, more })),
)

async function chunksOf(llm: LlmMock, door: Door, body: object): Promise<readonly Chunk[]> {
  const response = await llm.fetch(urlOf(door), {
    method: 'POST',
    headers: { 'extra-parameters': 'pass-through' },
    body: JSON.stringify(body),
  })
  const events = await readEvents(response)
  expect(events.at(-1)).toBe('[DONE]')
  return events.slice(0, -1).map((data) => JSON.parse(data) as Chunk)
}

/** The frames that carry counts: how many choices each has, and what it counts. */
function countsIn(chunks: readonly Chunk[]): readonly unknown[] {
  return chunks.flatMap(({ choices, usage }, index) => {
    if (!usage) return []
    const { prompt_tokens, completion_tokens, total_tokens } = usage
    return [[index - chunks.length, choices.length, prompt_tokens, completion_tokens, total_tokens]]
  })
}

test.for(cases)('$name: include_usage brings the usage of $what, once, as the journal has it', async (example) => {
  const { door, response, more } = example
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [response], repeat: 'last' }))
  const body = bodyFor(door, 'Hi there', { stream_options: { include_usage: true }, ...more })
  const chunks = await chunksOf(llm, door, body)
  const { inputTokens, outputTokens, totalTokens } = llm.journal[0]!.response.usage
  const ownFrame = !onFinish.test(door.name)
  expect(countsIn(chunks)).toEqual([[-1, ownFrame ? 0 : 1, inputTokens, outputTokens, totalTokens]])
  expect(inputTokens).toBe(response.usage?.inputTokens ?? 2)
  const finishes = chunks.filter(({ choices }) => choices.some(({ finish_reason }) => finish_reason !== null))
  expect([finishes.length, chunks.at(ownFrame ? -2 : -1)]).toEqual([
    1 + (response.choices ?? []).length,
    finishes.at(-1),
  ])
})

test.for(chatStreams)('$name: without include_usage no frame of its own carries usage', async (door) => {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('One two three')], repeat: 'last' }))
  for (const stream_options of [{ include_usage: false }, { include_usage: null }, {}, null, undefined]) {
    const chunks = await chunksOf(llm, door, bodyFor(door, 'Hi there', { stream_options }))
    expect(countsIn(chunks)).toEqual(onFinish.test(door.name) ? [[-1, 1, 2, 4, 6]] : [])
  }
})

test.for(chatStreams.filter(({ name }) => /serverless|models/.test(name)))(
  '$name: the option usage-frame brings the usage in a frame of its own where it is asked for',
  async (door) => {
    const llm = createLlmMock({ providers: [microsoftFoundry({ usage: 'usage-frame' })] })
    llm.use(scenario('any', { responses: [text('One two three')], repeat: 'last' }))
    const asked = await chunksOf(llm, door, bodyFor(door, 'Hi there', { stream_options: { include_usage: true } }))
    const unasked = await chunksOf(llm, door, bodyFor(door, 'Hi there'))
    expect([countsIn(asked), countsIn(unasked)]).toEqual([[[-1, 0, 2, 4, 6]], []])
  },
)
