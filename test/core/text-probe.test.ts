import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseConfig, type Match, type Message, type Scenario } from 'msw-llm'
import { prepareScenarios } from '../../src/fixture/prepare.ts'
import { compareMessages } from '../../src/scenario/match.ts'
import { select } from '../../src/scenario/select.ts'
import { useScenarios } from '../../src/scenario/state.ts'
import { bitsOf, mayContain, probesOf } from '../../src/scenario/text-probe.ts'
import { stateOf } from './ask.ts'

/** A small alphabet, so that patterns are often found; with characters of two code units and halves of them. */
const unit = fc.constantFrom('a', 'b', 'c', ' ', 'é', '😀', '\ud83d', '\u0000')
const messages = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: fc.string({ unit, maxLength: 30 }),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Patterns that are often parts of the messages. */
function matchesFor(request: readonly Message[]): fc.Arbitrary<Match> {
  const whole = fc.constantFrom(...request.map(({ content }) => content))
  const part = fc
    .tuple(whole, fc.nat(30), fc.nat(30))
    .map(([content, from, length]) => content.slice(from, from + length))
  const content = fc.oneof(part, part, fc.string({ unit, maxLength: 4 }))
  const role = fc.constantFrom('user' as const, 'assistant' as const)
  return fc.oneof(
    fc
      .array(fc.record({ role, content }, { requiredKeys: [] }), { minLength: 1, maxLength: 3 })
      .map((patterns): Match => ({ messages: patterns })),
    fc.constant<Match>({
      mode: 'exact',
      messages: request.map(({ role: own, content: text }) => ({ role: own, content: text })),
    }),
    fc
      .array(fc.record({ role, content: whole }), { minLength: 1, maxLength: 3 })
      .map((patterns): Match => ({ mode: 'exact', messages: patterns })),
  )
}

test('never says no to a match that the messages satisfy', () => {
  const cases = messages.chain((request) =>
    fc.record({
      request: fc.constant(request),
      matches: fc.array(matchesFor(request), { minLength: 1, maxLength: 20 }),
    }),
  )
  fc.assert(
    fc.property(cases, ({ request, matches }) => {
      const bits = bitsOf(request)
      const probes = probesOf(matches)
      const wrongly = matches.filter(
        (match, index) => compareMessages(match, request).matches && !mayContain(bits, probes[index]!),
      )
      expect(wrongly).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('finds among many scenarios the one that a plain search finds', () => {
  const cases = messages.chain((request) =>
    fc.record({
      request: fc.constant(request),
      used: fc.array(matchesFor(request), { maxLength: 12 }),
      // The last one matches nothing, so that the first is sometimes far down and sometimes missing.
      configured: fc.array(fc.option(matchesFor(request), { freq: 30 }), { minLength: 17, maxLength: 40 }),
      offset: fc.nat(40),
    }),
  )
  fc.assert(
    fc.property(cases, ({ request, used, configured, offset }) => {
      const unsatisfied: Match = { messages: [{ content: 'nowhere in it' }] }
      const named = (list: string, matches: readonly (Match | null)[]): readonly Scenario[] =>
        matches.map((match, index) => ({ id: `${list} ${index}`, ...(match && { match }), responses: [{}] }))
      const late = configured.map((match, index) => (index < offset ? unsatisfied : match))
      const chatScenarios = parseConfig({ chatScenarios: named('configured', late) }).chatScenarios!
      const front = named('used', used)
      const state = useScenarios(stateOf({ chatScenarios }), prepareScenarios(front, 'use', null))

      const expected = [...front, ...chatScenarios].find(
        ({ match }) => match === undefined || compareMessages(match, request).matches,
      )
      const canonical = {
        provider: 'openai',
        route: 'POST /openai/v1/chat/completions',
        model: 'm',
        stream: false,
        messages: request,
        tools: [],
        structuredOutput: false,
        session: null,
        apiVersion: null,
      }
      const history = { messages: request, digests: () => [], continues: null }
      const selected = select(state, 'scope', canonical, [], history)
      expect(
        selected.ok && selected.value.kind === 'reserved' ? selected.value.reservation.scenario.id : undefined,
      ).toBe(expected?.id)
    }),
    { numRuns: 500 },
  )
})

test('says no to texts that lack a sequence of the pattern, or else it would be of no use', () => {
  const matches = Array.from({ length: 1000 }, (_, index): Match => ({
    messages: [{ content: `order number ${index}` }],
  }))
  const bits = bitsOf([{ role: 'user', content: 'Please cancel order number 731 for me.' }])
  const left = probesOf(matches).filter((probe) => mayContain(bits, probe))
  expect(left.length).toBeLessThan(50)
})

test('cannot say no to patterns of fewer than three code units, nor to an exact match', () => {
  const bits = bitsOf([{ role: 'user', content: 'zzz' }])
  const probes = probesOf([
    null,
    { messages: [{}] },
    { messages: [{ content: '' }] },
    { messages: [{ content: 'ab' }] },
    { messages: [{ content: '😀' }] },
    { mode: 'exact', messages: [{ role: 'user', content: 'something else' }] },
  ])
  expect(probes.map((probe) => mayContain(bits, probe))).toEqual([true, true, true, true, true, true])
})
