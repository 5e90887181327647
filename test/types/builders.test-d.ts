import {
  conversation,
  exactly,
  fails,
  filtered,
  json,
  refused,
  scenario,
  text,
  userContains,
  type FixtureResponse,
  type Match,
  type ConversationScenario,
  type QueueScenario,
} from 'msw-llm'
import { expectTypeOf, test } from 'vitest'

test('builders return the data that they write', () => {
  expectTypeOf(text('Hi')).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(json({ city: ['Oslo', 1, null] })).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(refused('No.')).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(filtered()).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(fails(429)).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(scenario('id', { responses: [text('Hi')] })).toEqualTypeOf<QueueScenario>()
  expectTypeOf(conversation('id', { steps: [{ id: 'a', response: text('Hi') }] })).toEqualTypeOf<ConversationScenario>()
  expectTypeOf(userContains('card')).toEqualTypeOf<Match>()
  expectTypeOf(exactly([{ role: 'user', content: 'Hi' }])).toEqualTypeOf<Match>()
})

test('an ordinary answer has the options of text alone', () => {
  text('Hi', {
    streamChunks: ['H', 'i'],
    finishReason: 'length',
    delayMilliseconds: 1,
    pace: { tokensPerSecond: 50 },
    usage: { outputTokens: 1 },
    headers: { 'x-request-id': '1' },
  })
  // @ts-expect-error A failure is no text.
  text('Hi', { error: { status: 500 } })
  // @ts-expect-error A disposition has builders of its own.
  text('Hi', { outputDisposition: { kind: 'refused' } })
  // @ts-expect-error There is no such end.
  text('Hi', { finishReason: 'content_filter' })
})

test('a policy answer has the fields of its disposition, and no end of its own', () => {
  refused('No.', { category: 'cyber', explanation: null, requests: ['tools'], streamChunks: ['No', '.'] })
  filtered('The story', { category: null, usage: { inputTokens: 1 } })
  // @ts-expect-error The provider's own reason follows from the disposition.
  refused('No.', { finishReason: 'stop' })
  // @ts-expect-error The provider's own reason follows from the disposition.
  filtered('The story', { finishReason: 'length' })
  // @ts-expect-error The builder's name is the kind.
  refused('No.', { kind: 'filtered' })
  // @ts-expect-error There is no such permission.
  refused('No.', { requests: ['images'] })
})

test('a failure has no text', () => {
  fails(429, { code: 'rate_limit_exceeded', retryAfterSeconds: 1, headers: { 'x-should-retry': 'false' } })
  // @ts-expect-error The status is the first argument.
  fails(429, { status: 500 })
  // @ts-expect-error A failure answers with an error.
  fails(429, { content: 'Hi' })
})

test('only what JSON can hold is JSON', () => {
  // @ts-expect-error JSON has no dates.
  json({ at: new Date() })
  // @ts-expect-error JSON has no undefined.
  json({ city: undefined })
})

test('a scenario needs responses, which may be functions', () => {
  scenario('echo', {
    responses: [({ messages }) => text(messages.at(-1)?.content ?? ''), async () => refused('No.')],
    repeat: 'last',
  })
  // @ts-expect-error There is nothing to answer with.
  scenario('empty', { modelId: 'gpt-5.5' })
  // @ts-expect-error The id is the first argument.
  scenario('twice', { id: 'once', responses: [] })
  // @ts-expect-error There is no such mode.
  scenario('again', { responses: [text('Hi')], repeat: 'twice' })
})
