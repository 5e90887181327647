import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvariantError } from '../../src/invariant.ts'
import type { JsonValue } from '../../src/json.ts'
import { jsonStencil } from '../../src/protocols/stencil.ts'

/** Texts that look like a hole, or like what stands around it. */
const texts = fc.string({ unit: fc.constantFrom('\u0000', '"', '\\', 'u', '0', 'a', 'b', ','), maxLength: 8 })

test('gives what serialising the whole would give', () => {
  fc.assert(
    fc.property(texts, texts, texts, texts, texts, (before, between, after, text, other) => {
      const build = (first: string, second: string): JsonValue => ({
        before,
        [`key ${before}`]: [before, { first }],
        between,
        second,
        after: [after, 1, null],
      })
      const stencil = jsonStencil(build)
      expect(stencil(JSON.stringify(text), JSON.stringify(other))).toBe(JSON.stringify(build(text, other)))
    }),
    { numRuns: 1000 },
  )
})

test('gives the same where there is one place only, whatever stands around it', () => {
  fc.assert(
    fc.property(texts, texts, texts, (before, after, text) => {
      const build = (first: string): JsonValue => ({ before, list: [before, first], after: [after] })
      expect(jsonStencil(build)(JSON.stringify(text), '"left out"')).toBe(JSON.stringify(build(text)))
    }),
    { numRuns: 1000 },
  )
})

test('does not take a text that stands after the first place for the second one', () => {
  const build = (first: string): JsonValue => [first, '\u0000b']
  expect(jsonStencil(build)('"a text"', '"left out"')).toBe('["a text","\\u0000b"]')
})

test('takes JSON of any kind', () => {
  const stencil = jsonStencil((first, second) => ({ a: 1, first, second, z: 2 }))
  expect(stencil('{"b":[null]}', '""')).toBe('{"a":1,"first":{"b":[null]},"second":"","z":2}')
})

test('is not built without its first place', () => {
  expect(() => jsonStencil(() => ({ a: 1 }))).toThrow(InvariantError)
  expect(() => jsonStencil((_, second) => ({ second }))).toThrow(InvariantError)
})
