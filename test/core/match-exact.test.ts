import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseConfig, type Match, type Message, type MessagePattern } from 'msw-llm'
import { compareMessages } from '../../src/scenario/match.ts'
import { withMatch } from './config-issues.ts'

function matches(messages: readonly MessagePattern[], request: readonly Message[]): boolean {
  return compareMessages({ mode: 'exact', messages }, request).matches
}

const hi: Message = { role: 'user', content: 'Hi' }

test('wants the same number of messages, the same roles and the whole texts', () => {
  expect([
    matches([{ role: 'user', content: 'Hi' }], [hi]),
    matches([{ role: 'user', content: 'H' }], [hi]),
    matches([{ role: 'user', content: 'hi' }], [hi]),
    matches([{ role: 'assistant', content: 'Hi' }], [hi]),
    matches([{ role: 'user', content: 'Hi' }], [hi, hi]),
    matches(
      [
        { role: 'user', content: 'Hi' },
        { role: 'user', content: 'Hi' },
      ],
      [hi],
    ),
    matches([{ role: 'user', content: 'Hi' }], []),
  ]).toEqual([true, false, false, false, false, false, false])
})

test('wants what a pattern leaves out to be absent', () => {
  const image: Message = { role: 'user', content: '', parts: [{ type: 'image' }] }
  const refusal: Message = { role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } }
  const call: Message = { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'x', arguments: {} }] }
  expect([
    matches([{ role: 'user' }], [{ role: 'user', content: '' }]),
    matches([{ role: 'user' }], [hi]),
    matches([{ role: 'user' }], [image]),
    matches([{ role: 'assistant', content: 'No.' }], [refusal]),
    matches([{ role: 'assistant' }], [call]),
  ]).toEqual([true, false, false, false, false])
})

test('takes what a pattern names when it is there, and nothing else', () => {
  const image: Message = { role: 'user', content: 'Look', parts: [{ type: 'image', mediaType: 'image/png' }] }
  const refusal: Message = { role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } }
  expect([
    matches([{ role: 'user', content: 'Look', parts: [{ type: 'image' }] }], [image]),
    matches([{ role: 'user', content: 'Look', parts: [{ type: 'file' }] }], [image]),
    matches([{ role: 'user', content: 'Look', parts: [{ type: 'image' }, { type: 'image' }] }], [image]),
    matches([{ role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } }], [refusal]),
    matches(
      [{ role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } }],
      [{ role: 'assistant', content: 'No.' }],
    ),
  ]).toEqual([true, false, false, true, false])
})

test('says which pattern failed on which message, or which message is one too many', () => {
  const compare = (patterns: readonly MessagePattern[], request: readonly Message[]): unknown =>
    compareMessages({ mode: 'exact', messages: patterns }, request)
  expect([
    compare([{ role: 'user', content: 'Hi' }], [hi]),
    compare([{ role: 'user', content: 'Ho' }], [hi]),
    compare([{ role: 'user', content: 'Hi' }, { role: 'assistant' }], [hi]),
    compare([{ role: 'user', content: 'Hi' }], [hi, { role: 'assistant', content: 'Ho' }]),
  ]).toEqual([
    { matches: true },
    { matches: false, matched: 0, after: 0, failed: { role: 'user', content: 'Ho' }, message: hi },
    { matches: false, matched: 1, after: 1, failed: { role: 'assistant' }, message: null },
    { matches: false, matched: 1, after: 1, failed: null, message: { role: 'assistant', content: 'Ho' } },
  ])
})

test('counts the id of a tool result only where the pattern names it', () => {
  const result: Message = { role: 'tool', content: '4', toolCallId: 'call_1' }
  for (const mode of ['exact', 'contains'] as const) {
    const of = (pattern: MessagePattern): boolean => compareMessages({ mode, messages: [pattern] }, [result]).matches
    expect([
      of({ role: 'tool', content: '4' }),
      of({ role: 'tool', content: '4', toolCallId: 'call_1' }),
      of({ role: 'tool', content: '4', toolCallId: 'call_2' }),
    ]).toEqual([true, true, false])
  }
})

const roles = fc.constantFrom('system' as const, 'user' as const, 'assistant' as const, 'tool' as const)
const messages = fc.array(
  fc.record(
    {
      role: roles,
      content: fc.constantFrom('', 'a', 'b'),
      parts: fc.array(
        fc.record({ type: fc.constantFrom('image' as const, 'file' as const) }, { noNullPrototype: true }),
        {
          minLength: 1,
          maxLength: 2,
        },
      ),
      toolCalls: fc.array(
        fc.record({
          id: fc.constantFrom('1', '2'),
          name: fc.constantFrom('x', 'y'),
          arguments: fc.constantFrom({}, { a: 1 }, { a: 1, b: [2] }, 'text'),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      outputDisposition: fc.constant({ kind: 'refused' as const }),
    },
    { requiredKeys: ['role', 'content'], noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 3 },
)

test('matches a history written out as patterns, and of two histories only the one it was written from', () => {
  const exactMatch = (history: readonly Message[]): Match =>
    parseConfig(withMatch({ mode: 'exact', messages: history })).chatScenarios![0]!.match!
  fc.assert(
    fc.property(messages, messages, (one, other) => {
      expect(compareMessages(exactMatch(one), one)).toEqual({ matches: true })
      expect(compareMessages(exactMatch(one), other).matches).toBe(fc.stringify(one) === fc.stringify(other))
    }),
    { numRuns: 1000 },
  )
})
