import { expect, test } from 'vitest'
import {
  anthropic,
  FixtureConfigError,
  gemini,
  openai,
  parseConfig,
  streamError,
  text,
  type FixtureResponse,
  type Route,
  type StreamDelivery,
} from 'msw-llm'
import { ask, askAll, chat, stateOf, type Asked } from './ask.ts'

const responsesRoute: Route = openai().routes[1]!
const messagesRoute = anthropic().routes[0]!
const geminiStream = gemini().routes.find(({ path }) => path === '/v1beta/models/{model}:streamGenerateContent')!

const streamed: Asked = { body: chat('Hi', { stream: true }) }
const items: Asked = { route: responsesRoute, body: { model: 'm', input: 'Hi', stream: true } }
const claude: Asked = {
  route: messagesRoute,
  body: { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Hi' }] },
}
const contents = { contents: [{ parts: [{ text: 'Hi' }] }] }
const sse: Asked = { route: geminiStream, params: { model: 'm' }, query: '?alt=sse', body: contents }
const array: Asked = { route: geminiStream, params: { model: 'm' }, body: contents }

function answer(response: FixtureResponse, asked: Asked): ReturnType<typeof ask> {
  return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), asked)
}

function faulty(streamDelivery: StreamDelivery): FixtureResponse {
  return text('One two.', { streamDelivery })
}

/** The data of the frames that a fault leaves, and how it goes on. */
function planOf(streamDelivery: StreamDelivery, asked: Asked): unknown {
  const { plan } = answer(faulty(streamDelivery), asked)
  if (plan.kind !== 'stream') return plan
  return {
    frames: plan.frames.map(({ event, data }) => (event === undefined ? data : [event, data])),
    ...plan.delivery,
  }
}

const whole = { sends: 0, closes: true, end: 'completed', stall: null, errorAfter: null }

test('an error inside a stream has the form of its protocol', () => {
  const framesAfter = (
    asked: Asked,
    error?: { type?: string; code?: string; message?: string; status?: string },
  ): unknown => (planOf(streamError({ afterFrame: 0, ...error }), asked) as { frames: unknown[] }).frames
  expect(framesAfter(streamed)).toEqual([
    '{"error":{"message":"The server had an error processing your request. Sorry about that!","type":"server_error","param":null,"code":null}}',
  ])
  expect(framesAfter(streamed, { type: 'tokens', code: 'rate_limit_exceeded', message: 'Slow down.' })).toEqual([
    '{"error":{"message":"Slow down.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
  ])
  expect(framesAfter(claude)).toEqual([
    ['error', '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
  ])
  expect(framesAfter(claude, { type: 'api_error', message: 'Internal server error' })).toEqual([
    ['error', '{"type":"error","error":{"type":"api_error","message":"Internal server error"}}'],
  ])
  expect(framesAfter(sse)).toEqual([
    '{"error": {"code": 503,"message": "The model is overloaded. Please try again later.","status": "UNAVAILABLE"}}',
  ])
  expect(framesAfter(sse, { status: 'RESOURCE_EXHAUSTED', message: 'Enough.' })).toEqual([
    '{"error": {"code": 429,"message": "Enough.","status": "RESOURCE_EXHAUSTED"}}',
  ])
  expect(framesAfter(sse, { code: '500' })).toEqual([
    '{"error": {"code": 500,"message": "An internal error has occurred.","status": "INTERNAL"}}',
  ])
})

test('an error inside a Responses stream is followed by the response that failed', () => {
  const { frames, ...delivery } = planOf(streamError({ afterFrame: 2, code: 'rate_limit_exceeded' }), items) as {
    frames: readonly (readonly [string, string])[]
  }
  expect(delivery).toEqual({ ...whole, sends: 4, end: 'errored', errorAfter: 2 })
  expect(frames.map(([event]) => event)).toEqual([
    'response.created',
    'response.in_progress',
    'error',
    'response.failed',
  ])
  const message = 'The server had an error processing your request. Sorry about that!'
  expect(JSON.parse(frames[2]![1])).toEqual({
    type: 'error',
    sequence_number: 2,
    error: { type: 'server_error', code: 'rate_limit_exceeded', message, param: null },
  })
  const { response, ...failed } = JSON.parse(frames[3]![1]) as { response: Record<string, unknown> }
  expect(failed).toEqual({ type: 'response.failed', sequence_number: 3 })
  expect([response['status'], response['error'], response['output'], response['usage']]).toEqual([
    'failed',
    { code: 'rate_limit_exceeded', message },
    [],
    null,
  ])
})

test('a fault says how many frames are sent, and how the body ends', () => {
  const framesOf = (delivery: StreamDelivery): unknown => {
    const { frames, ...rest } = planOf(delivery, streamed) as { frames: readonly string[] }
    return { ...rest, count: frames.length }
  }
  const sent = (sends: number, more: object = {}): object => ({ ...whole, sends, count: 5, ...more })
  expect([
    framesOf({ fault: 'eof', afterFrame: 0 }),
    framesOf({ fault: 'eof', afterFrame: 5 }),
    framesOf({ fault: 'abort', afterFrame: 5 }),
    framesOf({ fault: 'stall', afterFrame: 2 }),
    framesOf({ fault: 'stall', afterFrame: 2, resumeAfterMilliseconds: 9, heartbeatMilliseconds: 3 }),
    framesOf({ fault: 'malformed', afterFrame: 5 }),
    framesOf({ fault: 'duplicate', afterFrame: 5 }),
    framesOf({ fault: 'emptyBody' }),
    framesOf({ fault: 'missingFinishReason' }),
    framesOf({ fault: 'missingTerminalMarker' }),
  ]).toEqual([
    sent(0, { end: 'truncated' }),
    sent(5),
    sent(5, { closes: false, end: 'errored' }),
    sent(5, { stall: { after: 2, milliseconds: null, heartbeatMilliseconds: null, heartbeat: null } }),
    sent(5, { stall: { after: 2, milliseconds: 9, heartbeatMilliseconds: 3, heartbeat: null } }),
    sent(6, { count: 6 }),
    sent(6, { count: 6 }),
    sent(0, { end: 'truncated' }),
    sent(5),
    sent(4, { count: 4, end: 'truncated' }),
  ])
})

test('a malformed frame has the event that carries text, and the data that the fixture gives', () => {
  const inserted = (asked: Asked, data?: string): unknown =>
    (planOf({ fault: 'malformed', afterFrame: 1, data }, asked) as { frames: unknown[] }).frames[1]
  expect([inserted(streamed), inserted(streamed, '{"a":'), inserted(claude), inserted(items), inserted(sse)]).toEqual([
    '{"broken":',
    '{"a":',
    ['content_block_delta', '{"broken":'],
    ['response.output_text.delta', '{"broken":'],
    '{"broken":',
  ])
})

test('without a finish reason the last frame goes on as those before it', () => {
  const lastOf = (asked: Asked): unknown => {
    const { frames } = planOf({ fault: 'missingFinishReason' }, asked) as { frames: readonly (string | string[])[] }
    return frames.map((frame) => JSON.parse(frame === '[DONE]' ? '""' : Array.isArray(frame) ? frame[1]! : frame))
  }
  const reasons = (lastOf(streamed) as { choices: { finish_reason: unknown }[] }[]).map(
    (frame) => frame.choices?.[0]?.finish_reason,
  )
  expect(reasons).toEqual([null, null, null, null, undefined])
  const deltas = (lastOf(claude) as { type: string; delta?: unknown }[]).filter(({ type }) => type === 'message_delta')
  expect(deltas.map(({ delta }) => delta)).toEqual([{ stop_reason: null, stop_sequence: null, stop_details: null }])
  const candidates = (lastOf(sse) as { candidates: unknown[] }[]).flatMap((frame) => frame.candidates)
  expect(candidates).toEqual([
    { content: { parts: [{ text: 'One' }], role: 'model' }, index: 0 },
    { content: { parts: [{ text: ' two.' }], role: 'model' }, index: 0 },
  ])
})

test('a fault that a request cannot meet is a mismatch, and the next request that fits still gets it', () => {
  const fault: StreamDelivery = { fault: 'eof', afterFrame: 1 }
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [faulty(fault), text('next')] }] })
  expect(askAll(state, [{}, streamed, {}])).toEqual(['fixture_mismatch', 'One two.', 'next'])
  const reasonOf = (delivery: StreamDelivery, asked: Asked): unknown => {
    const { response } = answer(faulty(delivery), asked).record
    return response.message?.split(': ').slice(1).join(': ') ?? response.content
  }
  expect([
    reasonOf(fault, {}),
    reasonOf(fault, array),
    reasonOf({ fault: 'emptyBody' }, {}),
    reasonOf({ fault: 'missingFinishReason' }, items),
    reasonOf({ fault: 'eof', afterFrame: 6 }, streamed),
    reasonOf({ fault: 'duplicate', afterFrame: 9 }, streamed),
  ]).toEqual([
    "the fault 'eof' harms a stream, and the request asks for none. Send it with a stream, or use one of 'connectionFailed', 'emptyBody'.",
    "the fault 'eof' is served on server-sent events, and the request asks for a JSON array. Ask with alt=sse.",
    'One two.',
    "the protocol has no finish reason. Use 'missingTerminalMarker'.",
    'streamDelivery.afterFrame names a frame that does not come: this answer has 5 frames. Count from 1 every event with data, those without text too.',
    'streamDelivery.afterFrame names a frame that does not come: this answer has 5 frames. Count from 1 every event with data, those without text too.',
  ])
})

test('a connection that fails gives nothing, and is no turn of a conversation', () => {
  const down = faulty({ fault: 'connectionFailed' })
  const steps = [
    { id: 'first', response: [down, text('Hello.')] },
    { id: 'second', after: 'first', response: text('Bye.') },
  ]
  const state = stateOf({ chatScenarios: [{ id: 'c', steps }] })
  const exchange = ask(state, streamed)
  expect([exchange.plan, exchange.record.outcome, exchange.record.response.status]).toEqual([
    { kind: 'broken', status: 0, headers: {}, transport: 'sse' },
    'error',
    0,
  ])
  const { usage, content, step } = exchange.record.response
  expect([usage.inputTokens, usage.outputTokens, content, step]).toEqual([0, 0, null, 'first'])
  const next = chat([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'Bye' },
  ])
  expect(askAll(exchange.state, [streamed, { body: next }])).toEqual(['Hello.', 'Bye.'])
})

test('an answer that was cut is a turn, and is whole when it is asked for again', () => {
  const steps = [{ id: 'first', response: faulty({ fault: 'eof', afterFrame: 2 }) }]
  const state = stateOf({ chatScenarios: [{ id: 'c', steps }] })
  const cut = ask(state, streamed)
  const again = ask(cut.state, { ...streamed, sequence: 2 })
  expect(
    [cut, again].map(({ plan, record }) => [plan.kind === 'stream' && plan.delivery.sends, record.response.replayed]),
  ).toEqual([
    [2, false],
    [5, true],
  ])
  expect(ask(cut.state, { sequence: 2 }).record.response.content).toBe('One two.')
})

function issuesOf(response: unknown): readonly string[] {
  try {
    parseConfig({ chatScenarios: [{ id: 'a', responses: [response] }] })
  } catch (error) {
    if (!(error instanceof FixtureConfigError)) throw error
    return error.issues.map(({ path, message }) => `${path.slice(4).join('.')}: ${message}`)
  }
  return []
}

test.for<readonly [object, readonly string[]]>([
  [{ fault: 'EOF', afterFrame: 1 }, []],
  [{ fault: 'connectionfailed' }, []],
  [
    { fault: 'eof' },
    ["streamDelivery.afterFrame: Say after how many frames the fault 'eof' comes; 0 is after the headers"],
  ],
  [
    { fault: 'duplicate', afterFrame: 0 },
    ['streamDelivery.afterFrame: There is no frame 0 to send twice: count from 1'],
  ],
  [
    { fault: 'emptyBody', afterFrame: 1, data: 'x' },
    [
      "streamDelivery.afterFrame: The fault 'emptyBody' has no afterFrame; remove it",
      "streamDelivery.data: The fault 'emptyBody' has no data; remove it",
    ],
  ],
  [
    { fault: 'abort', afterFrame: 1, heartbeatMilliseconds: 5 },
    ["streamDelivery.heartbeatMilliseconds: The fault 'abort' has no heartbeatMilliseconds; remove it"],
  ],
  [{ fault: 'eof', afterFrame: -1 }, ['streamDelivery.afterFrame: Too small: expected number to be >=0']],
])('the fields of a fault are those it has: %j', ([streamDelivery, issues]) => {
  expect(issuesOf({ content: 'x', streamDelivery })).toEqual(issues)
})

test.for<readonly [object, readonly string[]]>([
  [{ fragment: { size: 3 }, comments: [{ beforeFrame: 1, text: 'x' }], pings: [1] }, []],
  [{ fragment: {} }, ['wire.fragment.size: Say where to cut by one of at, size and seed']],
  [{ fragment: { at: [1], seed: 2 } }, ['wire.fragment.seed: Say where to cut by one of at, size and seed']],
  [
    { fragment: { size: 2, maximumBytes: 4 } },
    ['wire.fragment.maximumBytes: maximumBytes bounds the pieces of a seed; remove it, or give a seed'],
  ],
  [{ comments: [{ beforeFrame: 1, text: 'a\nb' }] }, ['wire.comments.0.text: A comment is one line']],
])('the fields of a wire hold together: %j', ([wire, issues]) => {
  expect(issuesOf({ content: 'x', wire })).toEqual(issues)
})

test('what excludes a delivery says so', () => {
  const delivery = { streamDelivery: { fault: 'emptyBody' } }
  expect([
    issuesOf({ content: 'x', outputDisposition: { kind: 'refused' }, ...delivery }),
    issuesOf({ error: { status: 500 }, ...delivery, wire: {} }),
    issuesOf({ promptBlock: {}, ...delivery }),
    issuesOf({ raw: { body: 'x' }, content: 'x', ...delivery }),
    issuesOf({ raw: {} }),
    issuesOf({ raw: { body: 'x', frames: [] } }),
    issuesOf({ raw: { status: 204, body: '' } }),
    issuesOf({ outputDisposition: { kind: 'refused' }, wire: { bom: true } }),
  ]).toEqual([
    ['streamDelivery: A response with an outputDisposition cannot also have streamDelivery; remove one of the two'],
    [
      'streamDelivery: A response with an error answers with that error alone; remove streamDelivery, or the error',
      'wire: A response with an error answers with that error alone; remove wire, or the error',
    ],
    ['streamDelivery: A blocked prompt has no answer; remove streamDelivery, or the promptBlock'],
    [
      'content: Raw bytes are sent as they are; remove content, or raw',
      'streamDelivery: Raw bytes are sent as they are; remove streamDelivery, or raw',
    ],
    ['raw.body: Give the body, or its frames'],
    ['raw.frames: The body is whole, or in frames: remove one of the two'],
    ['raw.status: HTTP 204 has no body'],
    [],
  ])
})
