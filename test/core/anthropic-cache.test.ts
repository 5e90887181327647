/** Where Anthropic's `cache_control` may stand, and what it marks there. */
import { expect, test } from 'vitest'
import { tokens } from './cache-reads.ts'
import { block, counts, forAnHour, forMinutes, messages } from './messages-cache.ts'

const long = tokens(1024)

/** The same request twice. */
function twice(body: object): ReturnType<typeof counts> {
  return counts([{ body }, { body }])
}

test('a mark on a block of the system prompt keeps the system prompt', () => {
  const body = messages('Hello', { system: [block(tokens(1000)), block(tokens(24), forMinutes)] })
  expect(twice(body)).toEqual([
    [2, 0, 1024, 0],
    [2, 1024, 0, 0],
  ])
})

test('another question after a marked system prompt reads it', () => {
  const asking = (question: string) => ({ body: messages(question, { system: [block(long, forMinutes)] }) })
  expect(counts([asking('Who?'), asking('Where, then?')])).toEqual([
    [1, 0, 1024, 0],
    [3, 1024, 0, 0],
  ])
})

test('a mark on a block of a message keeps everything up to the end of that message', () => {
  const body = messages([
    [block(tokens(24)), block(tokens(1000), forMinutes), block(tokens(10))],
    [block('Yes.')],
    [block('And?')],
  ])
  expect(twice(body)).toEqual([
    [2, 0, 1034, 0],
    [2, 1034, 0, 0],
  ])
})

test('a mark on the answer of an assistant keeps it too', () => {
  const body = messages([[block(long)], [block(tokens(6), forMinutes)], [block('And?')]])
  expect(twice(body)).toEqual([
    [1, 0, 1030, 0],
    [1, 1030, 0, 0],
  ])
})

test('a mark at the top keeps the whole prompt', () => {
  const body = messages(long, { system: tokens(10), cache_control: forMinutes })
  expect(twice(body)).toEqual([
    [0, 0, 1034, 0],
    [0, 1034, 0, 0],
  ])
})

test.for(['the result', 'a block of the result'])('a mark on %s of a tool keeps the result', (place) => {
  const onResult = place === 'the result' ? { cache_control: forMinutes } : {}
  const content = [block(long, place === 'the result' ? undefined : forMinutes)]
  const body = messages(
    [
      [block('Hi')],
      [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }],
      [{ type: 'tool_result', tool_use_id: 'toolu_1', content, ...onResult }],
    ],
    { tools: [{ name: 'look', input_schema: { type: 'object' } }] },
  )
  // The call counts its name and its arguments, `look{}`.
  expect(twice(body)).toEqual([
    [0, 0, 1027, 0],
    [0, 1027, 0, 0],
  ])
})

test.for<readonly [name: string, marked: object]>([
  ['an image', { type: 'image', source: { type: 'url', url: 'https://a.test/b.png' } }],
  ['a document', { type: 'document', source: { type: 'url', url: 'https://a.test/b.pdf' } }],
  ['a search result', { type: 'search_result', source: 'a', title: 'b', content: [] }],
  ['a call of a tool', { type: 'tool_use', id: 'toolu_1', name: '', input: {} }],
])('a mark on %s keeps the message that holds it', ([name, marked]) => {
  const turn = [block(long), { ...marked, cache_control: forMinutes }]
  const calls = name === 'a call of a tool'
  const body = calls
    ? messages([[block('Hi')], turn, [block('And?')]])
    : messages([turn, [block('Yes.')], [block('And?')]])
  const kept = calls ? 1026 : 1024
  const fresh = calls ? 1 : 2
  expect(twice(body)).toEqual([
    [fresh, 0, kept, 0],
    [fresh, kept, 0, 0],
  ])
})

test('a mark on a tool keeps nothing, since declarations of tools are not counted', () => {
  const tool = { name: 'look', description: long, input_schema: { type: 'object' }, cache_control: forMinutes }
  expect(twice(messages('Hi', { tools: [tool] }))).toEqual([
    [1, 0, 0, 0],
    [1, 0, 0, 0],
  ])
})

test('other tools are another prompt', () => {
  const asking = (name: string) => ({
    body: messages('Hi', { system: [block(long, forMinutes)], tools: [{ name, input_schema: { type: 'object' } }] }),
  })
  expect(counts([asking('look'), asking('find'), asking('look')])).toEqual([
    [1, 0, 1024, 0],
    [1, 0, 1024, 0],
    [1, 1024, 0, 0],
  ])
})

test('what is marked is kept from 1,024 tokens on, to the token', () => {
  const body = (size: number): object => messages('Hi', { system: [block(tokens(size), forMinutes)] })
  expect([1023, 1024, 1025].map((size) => twice(body(size)))).toEqual([
    [
      [1024, 0, 0, 0],
      [1024, 0, 0, 0],
    ],
    [
      [1, 0, 1024, 0],
      [1, 1024, 0, 0],
    ],
    [
      [1, 0, 1025, 0],
      [1, 1025, 0, 0],
    ],
  ])
})

test('a request without a mark neither reads nor keeps', () => {
  const system = [block(long)]
  const marked = messages('Hi', { system: [block(long, forMinutes)] })
  expect(counts([{ body: marked }, { body: messages('Hi', { system }) }, { body: marked }])).toEqual([
    [1, 0, 1024, 0],
    [1025, 0, 0, 0],
    [1, 1024, 0, 0],
  ])
})

test('an unmarked beginning is not kept, though it is part of what is', () => {
  const whole = messages([[block(long)], [block('Yes.')], [block('And?', forMinutes)]])
  expect(counts([{ body: whole }, { body: messages([block(long, forMinutes)]) }])).toEqual([
    [0, 0, 1026, 0],
    [0, 0, 1024, 0],
  ])
})

test('a later mark reads up to an earlier one, and writes the rest', () => {
  const first = messages([[block(long, forMinutes)]])
  const second = messages([[block(long, forMinutes)], [block('Yes.')], [block('And?', forMinutes)], [block('No.')]])
  expect(counts([{ body: first }, { body: second }, { body: second }])).toEqual([
    [0, 0, 1024, 0],
    [1, 1024, 2, 0],
    [1, 1026, 0, 0],
  ])
})

test('marks in a message of a system keep it', () => {
  const body = {
    ...messages('Hi'),
    messages: [
      { role: 'user', content: [block('Hi')] },
      { role: 'system', content: [block(long, forAnHour)] },
    ],
  }
  expect(twice(body)).toEqual([
    [0, 0, 0, 1025],
    [0, 1025, 0, 0],
  ])
})
