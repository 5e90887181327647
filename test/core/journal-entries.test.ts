import { expect, test } from 'vitest'
import type { JournalEntry } from 'msw-llm'
import type { DeliveryState } from '../../src/journal/entry.ts'
import { makeEntry } from '../../src/journal/record.ts'
import { ask, chat, stateOf, type Asked } from './ask.ts'

const completed: DeliveryState = { framesSent: 1, terminalMarkerObserved: null, end: 'completed' }
const pending: DeliveryState = { framesSent: 0, terminalMarkerObserved: false, end: 'pending' }

const state = stateOf({
  datasets: {
    evening: [
      {
        id: 'a',
        responses: [
          {
            content: 'No.',
            outputDisposition: { kind: 'refused', category: 'x', explanation: 'y' },
            usage: { inputTokens: 3, outputTokens: 4 },
          },
        ],
      },
    ],
  },
})

const asked: Asked = {
  body: chat([{ role: 'user', content: [{ type: 'text', text: 'Hi' }, { type: 'file' }] }], { temperature: 0.5 }),
  headers: { 'content-type': 'application/json', 'x-llm-session': 's1' },
  query: '?api-version=2024-10-21',
  sequence: 7,
}

test('tells the whole of an exchange', () => {
  expect(makeEntry(ask(state, asked).record, completed, [])).toEqual({
    sequence: 7,
    outcome: 'refused',
    request: {
      provider: 'openai',
      route: 'POST /openai/v1/chat/completions',
      model: 'gpt-5.5',
      stream: false,
      messages: [{ role: 'user', content: 'Hi', parts: [{ type: 'file' }] }],
      tools: [],
      structuredOutput: false,
      session: 's1',
      apiVersion: '2024-10-21',
      method: 'POST',
      url: 'https://api.openai.com/v1/chat/completions?api-version=2024-10-21',
      headers: { 'content-type': 'application/json', 'x-llm-session': 's1' },
      body: {
        model: 'gpt-5.5',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }, { type: 'file' }] }],
        temperature: 0.5,
      },
    },
    response: {
      status: 200,
      code: null,
      message: null,
      dataset: 'evening',
      scenario: 'a',
      step: null,
      index: 0,
      replayed: false,
      content: 'No.',
      outputDisposition: { kind: 'refused', category: 'x', explanation: 'y' },
      usage: {
        inputTokens: 3,
        outputTokens: 4,
        cachedInputTokens: 0,
        cacheWriteInputTokens: 0,
        reasoningTokens: 0,
        totalTokens: 7,
      },
    },
    delivery: { transport: 'json', framesTotal: 1, framesSent: 1, terminalMarkerObserved: null, end: 'completed' },
    truncated: [],
    notes: [],
  })
})

test('tells of a stream how many frames there are', () => {
  const { record, plan } = ask(state, { body: chat('Hi', { stream: true }) })
  expect(makeEntry(record, pending, []).delivery).toEqual({
    transport: 'sse',
    framesTotal: 4,
    framesSent: 0,
    terminalMarkerObserved: false,
    end: 'pending',
  })
  expect(plan.kind === 'stream' && plan.frames.length).toBe(4)
})

test('tells of a rejection why it came, and what could be read of the request', () => {
  const entry = makeEntry(ask(state, { ...asked, body: { model: 5 } }).record, completed, [])
  expect([entry.outcome, entry.request.body, entry.request.model, entry.request.messages]).toEqual([
    'rejected',
    { model: 5 },
    '',
    [],
  ])
  expect([entry.response.status, entry.response.code, entry.response.message, entry.response.scenario]).toEqual([
    400,
    'invalid_type',
    "Invalid type for 'model': expected a string, but got a number instead.",
    null,
  ])
})

test('tells of a scripted failure its status, and no code of ours', () => {
  const failing = stateOf({ chatScenarios: [{ id: 'a', responses: [{ error: { status: 429, code: 'slow_down' } }] }] })
  const { outcome, response, delivery } = makeEntry(ask(failing).record, completed, [])
  expect([outcome, response.status, response.code, response.message, response.scenario, response.index]).toEqual([
    'error',
    429,
    null,
    null,
    'a',
    0,
  ])
  expect(delivery.end).toBe('completed')
})

test('tells of a body that is not JSON that there is none, and keeps JSON that is null or a text', () => {
  expect(
    ['not json', 'null', '"text"', '[1]'].map(
      (body) => makeEntry(ask(state, { body }).record, completed, []).request.body,
    ),
  ).toEqual([null, null, 'text', [1]])
})

test('keeps a body as it was received, with fields that are not read', () => {
  const body = '{"__proto__": {"a": 1}, "model": "m", "messages": [], "x": {"y": [null, 1e3]}}'
  const entry = makeEntry(ask(state, { body }).record, completed, [])
  expect(JSON.stringify(entry.request.body)).toBe(
    '{"__proto__":{"a":1},"model":"m","messages":[],"x":{"y":[null,1000]}}',
  )
})

/** Every object in a value, however deep. */
function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

test('is frozen throughout, and plain data', () => {
  const entry: JournalEntry = makeEntry(ask(state, asked).record, completed, ['request.body'])
  const objects = objectsIn(entry)
  expect(objects.length).toBeGreaterThan(15)
  expect(objects.filter((object) => !Object.isFrozen(object))).toEqual([])
  expect(JSON.parse(JSON.stringify(entry))).toEqual(entry)
})

test('shares no object that somebody could still change with the record, nor with another entry of it', () => {
  const { record } = ask(state, asked)
  const first = makeEntry(record, completed, [])
  const second = makeEntry(record, completed, [])
  expect(second).toEqual(first)
  const ofRecord = new Set(objectsIn(record))
  expect(objectsIn(first).filter((object) => ofRecord.has(object) && !Object.isFrozen(object))).toEqual([])
  expect([
    first.request.body === second.request.body,
    first.request.headers === record.request.headers,
    first.response === second.response,
    first.response.outputDisposition === record.response.outputDisposition,
  ]).toEqual([false, false, false, false])
})

test('holds no secret of the request', () => {
  const entry = makeEntry(
    ask(state, {
      headers: {
        authorization: 'Bearer secret-1',
        'api-key': 'secret-2',
        'x-api-key': 'secret-3',
        'x-goog-api-key': 'secret-4',
        cookie: 'session=secret-5',
        'proxy-authorization': 'Basic secret-6',
        'user-agent': 'test',
      },
      query: '?alt=sse&key=secret-7&key=secret-8#key=none',
    }).record,
    completed,
    [],
  )
  expect(entry.request.headers).toEqual({
    authorization: '[redacted]',
    'api-key': '[redacted]',
    'x-api-key': '[redacted]',
    'x-goog-api-key': '[redacted]',
    cookie: '[redacted]',
    'proxy-authorization': '[redacted]',
    'user-agent': 'test',
  })
  expect(entry.request.url).toBe(
    'https://api.openai.com/v1/chat/completions?alt=sse&key=[redacted]&key=[redacted]#key=none',
  )
  expect(JSON.stringify(entry)).not.toMatch(/secret/)
})

test('leaves parameters alone whose names only end in key', () => {
  const { record } = ask(state, { query: '?monkey=1&key2=2&x=key=3' })
  expect(record.request.url).toBe('https://api.openai.com/v1/chat/completions?monkey=1&key2=2&x=key=3')
})

test('holds no secret of a parameter whose name is written in another way', () => {
  const guarded = stateOf({ requiredBearerToken: 'secret' })
  const { record } = ask(guarded, { query: '?k%65y=secret' })
  // Where the name is read as a credential, it is one that must not be kept.
  expect([record.response.code, record.request.url.includes('secret')]).toEqual(
    record.response.code === 'invalid_api_key' ? ['invalid_api_key', true] : ['fixture_not_found', false],
  )
})
