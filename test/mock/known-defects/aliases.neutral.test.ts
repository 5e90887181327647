/** Nothing that somebody outside holds is what the mock, its journal or its answers are made of. */
import { expect, test } from 'vitest'
import {
  conversation,
  createLlmMock,
  scenario,
  text,
  type CanonicalRequest,
  type Config,
  type JournalEntry,
  type LlmMock,
} from 'msw-llm'
import { watchedClock } from '../../support/clock.ts'
import { askAt, bodyFor, dialogue, doors, readReply, send, urlOf, type Door } from '../../support/doors.ts'

/** Tries to change every object and list that can be reached; says how many it could. */
function spoil(root: unknown): number {
  let changed = 0
  const seen = new Set<unknown>()
  const pending = [root]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    pending.push(...Object.values(value).filter((child) => child !== undefined))
    const spoiled = value as Record<string, unknown>
    for (const name of [...Object.keys(value), 'spoiled']) {
      if (Reflect.set(spoiled, name, 'spoiled')) changed++
    }
    if (Array.isArray(value) && !Object.isFrozen(value)) value.length = 0
  }
  return changed
}

function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

const said = dialogue('Hi', 'Hello.', 'Go on.')

/** The same with whatever else a canonical request can hold. */
function richBody(door: Door): object {
  const tools = {
    chat: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }],
    responses: [{ type: 'function', name: 'weather', parameters: { type: 'object' } }],
    messages: [{ name: 'weather', input_schema: { type: 'object' } }],
    contents: [{ functionDeclarations: [{ name: 'weather', parameters: { type: 'object' } }] }],
  }
  return bodyFor(door, said, { tools: tools[door.format] })
}

test.for(doors)('$name: a function fixture cannot change the request it is given', async (door) => {
  const given: CanonicalRequest[] = []
  let changed = 0
  const llm = createLlmMock()
  llm.use(
    scenario('any', {
      responses: [
        (request) => {
          given.push(request)
          changed += spoil(request)
          return text('Fine.')
        },
      ],
      repeat: 'last',
    }),
  )
  expect(await send(llm, door, richBody(door))).toBe('Fine.')
  expect(changed).toBe(0)
  const { method: _, url: _url, headers: _headers, body, ...canonical } = llm.journal[0]!.request
  expect([canonical, body]).toEqual([given[0], richBody(door)])
  expect([canonical.tools, canonical.messages]).toEqual([['weather'], said])
})

test.for(doors)(
  '$name: what becomes of the bytes and headers of a request after it was sent changes nothing',
  async (door) => {
    const llm = createLlmMock()
    llm.use(scenario('any', { responses: [text('Fine.')] }))
    const bytes = new TextEncoder().encode(JSON.stringify(richBody(door)))
    const headers = new Headers({ authorization: 'Bearer test', 'x-llm-session': 'mine', 'extra-parameters': 'drop' })
    const init: RequestInit = { method: 'POST', headers, body: bytes }
    const response = llm.fetch(urlOf(door), init)
    bytes.fill(32)
    headers.set('x-llm-session', 'spoiled')
    init.body = 'spoiled'
    expect(await readReply(door, await response)).toBe('Fine.')
    expect([llm.journal[0]!.request.body, llm.journal[0]!.request.session]).toEqual([richBody(door), 'mine'])
  },
)

function configOf(): Config {
  return {
    chatScenarios: [
      { id: 'queue', match: { messages: [{ content: 'queue' }] }, responses: [{ content: 'One' }, { content: 'Two' }] },
      {
        id: 'dialogue',
        steps: [
          { id: 'ask', response: { content: 'Hello.', streamChunks: ['Hel', 'lo.'], usage: { outputTokens: 7 } } },
          { id: 'go', after: ['ask'], match: { messages: [{ content: 'Go' }] }, response: [{ content: 'Gone.' }] },
        ],
      },
    ],
  }
}

const waysIn: readonly (readonly [how: string, (config: Config) => LlmMock])[] = [
  ['createLlmMock', (config) => createLlmMock({ config })],
  [
    'configure',
    (config) => {
      const llm = createLlmMock()
      llm.configure(config)
      return llm
    },
  ],
  [
    'use',
    (config) => {
      const llm = createLlmMock()
      llm.use(...config.chatScenarios!)
      return llm
    },
  ],
]

const configured = doors.flatMap((door) => waysIn.map(([how, make]) => ({ name: door.name, door, how, make })))

test.for(configured)('$name: what becomes of the data given to $how changes no answer', async ({ door, make }) => {
  const config = configOf()
  const llm = make(config)
  const first = await askAt(llm, door, 'queue')
  expect(spoil(config)).toBeGreaterThan(20)
  expect([first, await askAt(llm, door, 'queue'), await askAt(llm, door), await askAt(llm, door, said)]).toEqual([
    'One',
    'Two',
    'Hello.',
    'Gone.',
  ])
  const { usage } = llm.journal[2]!.response
  expect(usage.outputTokens).toBe(7)
})

test.for(doors)(
  '$name: what becomes of what a function gave changes neither its answer nor its replay',
  async (door) => {
    const clock = watchedClock()
    const shared = {
      content: 'Hello.',
      streamChunks: ['Hel', 'lo.'],
      delayMilliseconds: 10,
      usage: { outputTokens: 7 },
    }
    const llm = createLlmMock({ clock })
    llm.use(conversation('dialogue', { steps: [{ id: 'ask', response: () => shared }] }))
    const first = askAt(llm, door)
    await clock.begun(1)
    spoil(shared)
    await clock.tick(10)
    const second = askAt(llm, door)
    await clock.begun(2)
    await clock.tick(10)
    expect([await first, await second]).toEqual(['Hello.', 'Hello.'])
    await llm.settled()
    expect(
      llm.journal.map(({ response: { content, replayed, usage } }) => [content, replayed, usage.outputTokens]),
    ).toEqual([
      ['Hello.', false, 7],
      ['Hello.', true, 7],
    ])
  },
)

test.for(doors)('$name: an entry, its parts and the list cannot be changed, and do not change', async (door) => {
  const told: JournalEntry[] = []
  const llm = createLlmMock()
  llm.subscribe((entry) => told.push(entry))
  llm.use(scenario('any', { responses: [text('One'), text('Two')] }))
  await send(llm, door, richBody(door))
  await llm.settled()
  const before = llm.journal
  const copy = copyOf(before)
  expect([spoil(before), ...told.map(spoil)]).toEqual([0, 0, 0])
  await askAt(llm, door, 'Again')
  await askAt(llm, door, 'Too often')
  await llm.settled()
  expect([copyOf(before), before.length, llm.journal.length]).toEqual([copy, 1, 3])
  expect(copyOf(llm.journal[0])).toEqual(copy[0])
})

test.for(doors.filter(({ stream }) => stream))(
  '$name: an entry that was taken before its stream ends says for ever how far it had come',
  async (door) => {
    const clock = watchedClock()
    const llm = createLlmMock({ clock })
    llm.use(scenario('slow', { responses: [text('One two three', { pace: { tokensPerSecond: 1 } })] }))
    const answer = askAt(llm, door)
    await clock.begun(1)
    await expect.poll(() => llm.journal.length, { interval: 1 }).toBe(1)
    const early = llm.journal
    const copy = copyOf(early)
    await clock.runAll()
    expect(await answer).toBe('One two three')
    await llm.settled()
    expect(copyOf(early)).toEqual(copy)
    const { framesTotal } = copy[0]!.delivery
    const [first, last] = [copy, llm.journal].map((list) => list[0]!.delivery)
    expect(first!.framesSent).toBeLessThan(framesTotal)
    expect([first!.end, last!.end, last!.framesSent]).toEqual(['pending', 'completed', framesTotal])
  },
)

test.for(doors)('$name: what becomes of a summary changes no later one', async (door) => {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('One')] }))
  await askAt(llm, door)
  await llm.settled()
  const copy = copyOf(llm.summary())
  spoil(llm.summary())
  expect(llm.summary()).toEqual(copy)
})
