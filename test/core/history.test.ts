import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue, Message } from 'msw-llm'
import { digestHistory } from '../../src/conversation/fingerprint.ts'

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>
const call = fc.record({ id: fc.string(), name: fc.constantFrom('look', 'book'), arguments: json })
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constantFrom('system' as const, 'user' as const), content: fc.string({ unit: 'binary' }) }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: fc.string(),
    toolCalls: fc.array(call, { minLength: 1 }),
  }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: fc.string(),
    outputDisposition: fc.constant({ kind: 'refused' as const }),
  }),
)
const history = fc.array(message, { minLength: 1, maxLength: 8 })

function last(messages: readonly Message[]): string | undefined {
  return digestHistory(messages).at(-1)
}

/** The same value with the keys of its objects the other way round. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, item]) => [name, reversed(item)]),
  )
}

test('the digest of a beginning is that of the beginning alone', () => {
  fc.assert(
    fc.property(history, (messages) => {
      const digests = digestHistory(messages)
      expect(digests).toHaveLength(messages.length + 1)
      for (const [length, digest] of digests.entries()) expect(last(messages.slice(0, length))).toBe(digest)
    }),
  )
})

test('ids of calls and the order of keys change nothing', () => {
  fc.assert(
    fc.property(history, (messages) => {
      const renamed = messages.map(({ toolCalls, ...rest }): Message => ({
        ...rest,
        ...(toolCalls && {
          toolCalls: toolCalls.map((made, index) => ({
            ...made,
            id: `other ${index}`,
            arguments: reversed(made.arguments),
          })),
        }),
      }))
      expect(last(renamed)).toBe(last(messages))
    }),
  )
})

test('role, text, arguments, the kind of a refusal, and the order of messages do', () => {
  const changed = fc.constantFrom<(message: Message) => Message>(
    (one) => ({ ...one, content: `${one.content}.` }),
    (one) => ({ ...one, role: one.role === 'user' ? 'system' : 'user' }),
    ({ outputDisposition, ...one }) => (outputDisposition ? one : { ...one, outputDisposition: { kind: 'refused' } }),
    (one) => ({ ...one, toolCalls: [...(one.toolCalls ?? []), { id: 'x', name: 'look', arguments: {} }] }),
    (one) => ({ ...one, parts: [...(one.parts ?? []), { type: 'image' }] }),
  )
  fc.assert(
    fc.property(history, changed, fc.nat(), (messages, change, place) => {
      const index = place % messages.length
      expect(last(messages.with(index, change(messages[index]!)))).not.toBe(last(messages))
      const [first, second] = messages
      if (second !== undefined && last([first!]) !== last([second])) {
        expect(last([second, first!, ...messages.slice(2)])).not.toBe(last(messages))
      }
    }),
  )
})

test('texts are told apart where one message ends and the next begins', () => {
  const said = (...contents: readonly string[]): string | undefined =>
    last(contents.map((content) => ({ role: 'user' as const, content })))
  expect(new Set([said('ab', 'c'), said('a', 'bc'), said('abc'), said('abc', ''), said('', 'abc')]).size).toBe(5)
})

test('a result belongs to the call that it names', () => {
  const toolCalls = [
    { id: 'one', name: 'look', arguments: {} },
    { id: 'two', name: 'look', arguments: {} },
  ]
  const answered = (first: string, second: string): string | undefined =>
    last([
      { role: 'assistant', content: '', toolCalls },
      { role: 'tool', content: 'x', toolCallId: first },
      { role: 'tool', content: 'y', toolCallId: second },
    ])
  expect(answered('one', 'two')).not.toBe(answered('two', 'one'))
})

test('a hundred thousand histories have a hundred thousand digests', () => {
  const digests = Array.from({ length: 100_000 }, (_, index) => last([{ role: 'user', content: String(index) }]))
  expect(new Set(digests).size).toBe(100_000)
})
