import { expect, test } from 'vitest'
import {
  createLlmMock,
  fails,
  filtered,
  refused,
  scenario,
  text,
  VerificationError,
  type JournalEntry,
  type LlmMock,
} from 'msw-llm'
import { watchedClock } from '../support/clock.ts'
import { catchUncaught } from '../support/uncaught.ts'
import { chatUrl, collect, openaiOn, post, says } from '../support/openai.ts'

function mockOf(...responses: ReturnType<typeof text>[]): LlmMock {
  const llm = createLlmMock()
  llm.use(scenario('journal', { responses }))
  return llm
}

test('an entry is the whole account of its request', async () => {
  const llm = mockOf(refused('No way.', { streamChunks: ['No ', 'way.'], category: 'bio', explanation: 'Because.' }))
  const body = {
    model: 'gpt-5.5',
    stream: true,
    messages: [
      { role: 'developer', content: 'Be terse.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hel' },
          { type: 'text', text: 'lo' },
        ],
      },
    ],
  }
  const headers = { authorization: 'Bearer secret', 'content-type': 'application/json', 'x-llm-session': 's1' }
  await (await llm.fetch(`${chatUrl}?key=secret&x=1`, post(body, { headers }))).text()
  expect(llm.journal).toEqual([
    {
      sequence: 1,
      outcome: 'refused',
      request: {
        provider: 'openai',
        route: 'POST /openai/v1/chat/completions',
        model: 'gpt-5.5',
        stream: true,
        messages: [
          { role: 'system', content: 'Be terse.' },
          { role: 'user', content: 'Hello' },
        ],
        tools: [],
        structuredOutput: false,
        session: 's1',
        apiVersion: null,
        method: 'POST',
        url: `${chatUrl}?key=[redacted]&x=1`,
        headers: { authorization: '[redacted]', 'content-type': 'application/json', 'x-llm-session': 's1' },
        body,
      },
      response: {
        status: 200,
        code: null,
        message: null,
        dataset: null,
        scenario: 'journal',
        step: null,
        index: 0,
        replayed: false,
        content: 'No way.',
        outputDisposition: { kind: 'refused', category: 'bio', explanation: 'Because.' },
        usage: {
          inputTokens: 5,
          outputTokens: 2,
          cachedInputTokens: 0,
          cacheWriteInputTokens: 0,
          reasoningTokens: 0,
          totalTokens: 7,
        },
      },
      delivery: { transport: 'sse', framesTotal: 5, framesSent: 5, terminalMarkerObserved: true, end: 'completed' },
      truncated: [],
      notes: [],
    },
  ] satisfies JournalEntry[])
})

test('a snapshot is frozen, and does not change with the mock', async () => {
  const llm = mockOf(text('One'), text('Two'))
  await openaiOn(llm).chat.completions.create(says('Hi'))
  const before = llm.journal
  await openaiOn(llm).chat.completions.create(says('Hi'))
  expect([before.length, llm.journal.length]).toEqual([1, 2])
  expect(Object.isFrozen(before) && Object.isFrozen(before[0]!.request.messages[0])).toBe(true)
  expect(before[0]).toBe(llm.journal[0])
})

test('a delivery in flight shows how far it has come', async () => {
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('slow', { responses: [text('One two', { pace: { tokensPerSecond: 1 } })] }))
  const reading = collect(await openaiOn(llm).chat.completions.create({ ...says('Hi'), stream: true }))
  await clock.begun(1)
  await clock.tick(0)
  await clock.begun(2)
  expect([llm.journal[0]!.delivery, llm.summary().pending]).toEqual([
    { transport: 'sse', framesTotal: 5, framesSent: 2, terminalMarkerObserved: false, end: 'pending' },
    1,
  ])
  await clock.runAll()
  await reading
  expect([llm.journal[0]!.delivery.end, llm.summary().pending]).toEqual(['completed', 0])
})

test('subscribe() tells of each entry as it opens and settles, until it is ended', async () => {
  const llm = mockOf(text('One'), text('Two'))
  const told: unknown[] = []
  const unsubscribe = llm.subscribe(({ sequence, outcome, delivery }) =>
    told.push([sequence, outcome, delivery.framesSent, delivery.end]),
  )
  const client = openaiOn(llm)
  await collect(await client.chat.completions.create({ ...says('Hi'), stream: true }))
  await client.chat.completions.create(says('Hi'))
  await client.chat.completions.create(says('Hi')).catch(() => {})
  unsubscribe()
  await client.chat.completions.create(says('Hi')).catch(() => {})
  expect(told).toEqual([
    [1, 'ordinary', 0, 'pending'],
    [1, 'ordinary', 4, 'completed'],
    [2, 'ordinary', 0, 'pending'],
    [2, 'ordinary', 1, 'completed'],
    [3, 'mismatch', 1, 'completed'],
  ])
})

test('the journal keeps the last 1,000 entries by default, and the counters keep all', async () => {
  const llm = mockOf(text('One'))
  for (let count = 0; count < 1002; count++) await llm.fetch(chatUrl, post('{}'))
  expect([llm.journal.length, llm.journal[0]!.sequence]).toEqual([1000, 3])
  expect(llm.summary()).toEqual({
    total: 1002,
    outcomes: {
      ordinary: 0,
      filtered: 0,
      refused: 0,
      prompt_blocked: 0,
      raw: 0,
      error: 0,
      input_filtered: 0,
      cache_only: 0,
      rejected: 1002,
      mismatch: 0,
    },
    pending: 0,
    unmatched: 0,
    unused: 1,
    dropped: 2,
  })
})

test('verify() passes when everything was asked for and nothing went wrong', async () => {
  const llm = mockOf(text('One'), filtered('Two'), fails(500))
  const client = openaiOn(llm, { maxRetries: 0 })
  for (let count = 0; count < 3; count++) await client.chat.completions.create(says('Hi')).catch(() => {})
  llm.verify({ terminalMarkers: true })
})

test('verify() lists calls without a route, mismatches, rejections and unused responses, each by itself on request', async () => {
  const llm = mockOf(text('One'), text('Two'))
  llm.use(scenario('never', { modelId: 'other', responses: [text('Never')], repeat: 'last' }))
  await llm.fetch('https://api.openai.com/v1/unknown', post({ model: 'm' }))
  await llm.fetch(chatUrl, post('{'))
  await llm.fetch(chatUrl, post({ ...says('Hi'), n: 2 }))
  const problems = [
    "a call to a provider that no route serves: POST https://api.openai.com/v1/unknown (model 'm')",
    "a request that no fixture fitted: POST /openai/v1/chat/completions: 409 fixture_mismatch: Response 1 of scenario 'journal' cannot answer this request to POST /openai/v1/chat/completions: the request asks for n = 2 answers, and a response holds one. Send n: 1, or give it one further choice.",
    'a request that was rejected: POST /openai/v1/chat/completions: 400 invalid_json: We could not parse the JSON body of your request: what was sent is not valid JSON.',
    "a response that nobody asked for: number 1 of 1 in scenario 'never'",
    "a response that nobody asked for: number 1 of 2 in scenario 'journal'",
    "a response that nobody asked for: number 2 of 2 in scenario 'journal'",
  ]
  const none = { unmatched: false, mismatches: false, rejections: false, unused: false }
  const found = (options?: object): readonly string[] => {
    try {
      llm.verify(options)
      return []
    } catch (error) {
      expect(error).toBeInstanceOf(VerificationError)
      return (error as VerificationError).problems
    }
  }
  expect(found()).toEqual(problems)
  expect(found(none)).toEqual([])
  expect(found({ ...none, unmatched: true })).toEqual(problems.slice(0, 1))
  expect(found({ ...none, mismatches: true })).toEqual(problems.slice(1, 2))
  expect(found({ ...none, rejections: true })).toEqual(problems.slice(2, 3))
  expect(found({ ...none, unused: true })).toEqual(problems.slice(3))
})

test('verify({ terminalMarkers: true }) lists streams that ended without their end mark', async () => {
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('slow', { responses: [text('One two', { pace: { tokensPerSecond: 1 } })] }))
  const stream = await openaiOn(llm).chat.completions.create({ ...says('Hi'), stream: true })
  const reading = collect(stream)
  await clock.begun(1)
  await clock.tick(0)
  await clock.begun(2)
  stream.controller.abort()
  await reading
  llm.verify()
  expect(() => llm.verify({ terminalMarkers: true })).toThrow(
    new VerificationError([
      'a stream that did not end: POST /openai/v1/chat/completions, request 1: aborted after 2 frames, without its end mark',
    ]),
  )
})

test('the same requests give the same bytes and the same journal, run after run', async () => {
  const run = async (): Promise<unknown> => {
    const llm = mockOf(text('Grüße 👋🏽'), refused('No.'), fails(429))
    const bodies: string[] = []
    for (const stream of [true, false, false]) {
      const response = await llm.fetch(chatUrl, post({ ...says('Hi'), stream }))
      bodies.push(JSON.stringify([...response.headers]), await response.text())
    }
    return { bodies, journal: llm.journal }
  }
  expect(await run()).toEqual(await run())
})

test('listeners get what the journal holds: cut, and marked as such', async () => {
  const llm = createLlmMock({ journal: { maximumBytes: 20_000 } })
  llm.use(scenario('journal', { responses: [text('One')] }))
  const told: JournalEntry[] = []
  llm.subscribe((entry) => told.push(entry))
  await openaiOn(llm).chat.completions.create(says('x'.repeat(50_000)))
  expect(told.map(({ truncated, request }) => [truncated, request.body, request.messages])).toEqual([
    [['request.body', 'request.messages'], null, []],
    [['request.body', 'request.messages'], null, []],
  ])
  expect(told[1]).toEqual(llm.journal[0])
})

test('a listener that throws harms neither the answer nor the others', async () => {
  const llm = mockOf(text('One'))
  const heard: string[] = []
  const thrown: unknown[] = []
  const stopCatching = catchUncaught((event) =>
    thrown.push((event instanceof Error ? event : (event.error as Error)).message),
  )
  llm.subscribe(() => {
    throw new Error('a listener of mine')
  })
  llm.subscribe(({ delivery }) => heard.push(delivery.end))
  await openaiOn(llm).chat.completions.create(says('Hi'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  stopCatching()
  expect([heard, thrown]).toEqual([
    ['pending', 'completed'],
    ['a listener of mine', 'a listener of mine'],
  ])
})

test('a request that could not be read still tells its session', async () => {
  const llm = createLlmMock()
  await llm.fetch(`${chatUrl}?api-version=2024-10-21`, post('{', { headers: { 'x-llm-session': 's1' } }))
  const { session, apiVersion, model, body } = llm.journal[0]!.request
  expect({ session, apiVersion, model, body }).toEqual({
    session: 's1',
    apiVersion: '2024-10-21',
    model: '',
    body: null,
  })
})
