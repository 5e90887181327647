import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Match, Message, MessagePattern } from 'msw-llm'
import { compareMessages } from '../../src/scenario/match.ts'

const history: readonly Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello there' },
  { role: 'assistant', content: 'Hi!' },
  { role: 'user', content: 'Where is Oslo?' },
]

function matches(messages: readonly MessagePattern[], request: readonly Message[] = history): boolean {
  return compareMessages({ messages }, request).matches
}

test('matches patterns in order, with gaps', () => {
  expect([
    matches([{ role: 'user', content: 'Hello' }]),
    matches([{ content: 'Hello' }, { content: 'Oslo' }]),
    matches([{ content: 'brief' }, { content: 'Oslo' }]),
    matches([{}, {}, {}, {}]),
    matches([{ content: 'Oslo' }, { content: 'Hello' }]),
    matches([{ content: 'Hello' }, { content: 'Hello' }]),
    matches([{}, {}, {}, {}, {}]),
  ]).toEqual([true, true, true, true, false, false, false])
})

test('takes the earliest message for a pattern, so that those after it find theirs', () => {
  const twice: readonly Message[] = [
    { role: 'user', content: 'a' },
    { role: 'user', content: 'a b' },
  ]
  expect([
    matches([{ content: 'a' }, { content: 'b' }], twice),
    matches([{ content: 'a' }, { content: 'a' }], twice),
    matches([{ content: 'b' }, { content: 'a' }], twice),
  ]).toEqual([true, true, false])
})

test('looks for the text as a part, case by case', () => {
  expect([
    matches([{ content: 'ello the' }]),
    matches([{ content: '' }]),
    matches([{ content: 'hello' }]),
    matches([{ content: 'Hello  there' }]),
    matches([{ role: 'assistant', content: 'Hello' }]),
    matches([{ role: 'assistant' }]),
    matches([{ role: 'tool' }]),
  ]).toEqual([true, true, false, false, false, true, false])
})

test('does not look for a text across messages', () => {
  expect(matches([{ content: 'there\nHi' }])).toBe(false)
  expect(matches([{ content: 'thereHi!' }])).toBe(false)
})

test('asks with last for the last message, and for no earlier one', () => {
  expect([
    matches([{ content: 'Oslo', last: true }]),
    matches([{ content: 'Hello' }, { content: 'Oslo', last: true }]),
    matches([{ content: 'Hello', last: true }]),
    matches([{ content: 'Oslo' }, { content: 'Oslo', last: true }]),
    matches([{ role: 'user', last: true }], []),
  ]).toEqual([true, true, false, false, false])
})

test('sees the refusal of a message where the pattern names it, and does not mind it elsewhere', () => {
  const refusal: readonly Message[] = [
    { role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } },
    { role: 'assistant', content: 'Yes.' },
  ]
  expect([
    matches([{ outputDisposition: { kind: 'refused' } }], refusal),
    matches([{ content: 'No', outputDisposition: { kind: 'refused' } }], refusal),
    matches([{ content: 'Yes', outputDisposition: { kind: 'refused' } }], refusal),
    matches([{ content: 'No' }], refusal),
  ]).toEqual([true, true, false, true])
})

test('looks for parts by their kind, in order', () => {
  const message: readonly Message[] = [
    {
      role: 'user',
      content: 'Look',
      parts: [{ type: 'image', mediaType: 'image/png' }, { type: 'file' }, { type: 'image' }],
    },
  ]
  expect([
    matches([{ parts: [{ type: 'image' }] }], message),
    matches([{ parts: [{ type: 'image' }, { type: 'image' }] }], message),
    matches([{ parts: [{ type: 'file' }, { type: 'image' }] }], message),
    matches([{ parts: [] }], message),
    matches([{ parts: [{ type: 'image' }, { type: 'file' }, { type: 'file' }] }], message),
    matches([{ parts: [{ type: 'audio' }] }], message),
    matches([{ parts: [{ type: 'image' }] }]),
  ]).toEqual([true, true, true, true, false, false, false])
})

test('says how far the patterns came, which failed, and what the request has in its place', () => {
  expect(compareMessages({ messages: [{ content: 'Hello' }, { role: 'user', content: 'Bergen' }] }, history)).toEqual({
    matches: false,
    matched: 1,
    after: 2,
    failed: { role: 'user', content: 'Bergen' },
    message: { role: 'user', content: 'Where is Oslo?' },
  })
  expect(compareMessages({ messages: [{ role: 'tool' }] }, history)).toEqual({
    matches: false,
    matched: 0,
    after: 0,
    failed: { role: 'tool' },
    message: null,
  })
  expect(compareMessages({ messages: [{}] }, history)).toEqual({ matches: true })
})

const words = fc.constantFrom('a', 'b', 'ab')
const patterns = fc.array(
  fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: words }, { requiredKeys: [] }),
  { minLength: 1, maxLength: 4 },
)
const requests = fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: words }), {
  maxLength: 6,
})

test('matches exactly when some messages in order fit the patterns one by one', () => {
  const fits = (pattern: MessagePattern, message: Message): boolean =>
    (pattern.role ?? message.role) === message.role && message.content.includes(pattern.content ?? '')
  const search = ([pattern, ...more]: readonly MessagePattern[], messages: readonly Message[]): boolean =>
    pattern === undefined ||
    messages.some((message, index) => fits(pattern, message) && search(more, messages.slice(index + 1)))
  fc.assert(
    fc.property(patterns, fc.boolean(), requests, (given, last, request) => {
      const asked: Match = last
        ? { messages: given.map((pattern, index) => (index === given.length - 1 ? { ...pattern, last } : pattern)) }
        : { messages: given }
      const lastFits = request.length > 0 && fits(given.at(-1)!, request.at(-1)!)
      const expected = last ? lastFits && search(given.slice(0, -1), request.slice(0, -1)) : search(given, request)
      expect(compareMessages(asked, request).matches).toBe(expected)
    }),
    { numRuns: 1000 },
  )
})
