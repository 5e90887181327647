import { expect, test } from 'vitest'
import { emptyTrie, entriesOf, getFrom, setIn, type Trie } from '../../src/scenario/trie.ts'

/** Texts that have one hash, from pairs that have: under 32-bit FNV-1a these two collide. */
const colliding = ['costarring', 'liquid']

function filled(keys: readonly string[]): Trie<number> {
  return keys.reduce<Trie<number>>((trie, key, index) => setIn(trie, key, index), emptyTrie())
}

const keys = Array.from({ length: 5000 }, (_, index) => `key ${index}`)

test('holds what a map holds, whatever is put in, replaced and taken away', () => {
  const map = new Map<string, number>()
  let trie: Trie<number> = emptyTrie()
  for (let step = 0; step < 20_000; step++) {
    const key = keys[(step * 7919) % 3000] as string
    const value = step % 3 === 0 ? undefined : step
    trie = setIn(trie, key, value)
    if (value === undefined) map.delete(key)
    else map.set(key, value)
  }
  expect(map.size).toBeGreaterThan(1000)
  expect(new Map(entriesOf(trie))).toEqual(map)
  expect(keys.map((key) => getFrom(trie, key))).toEqual(keys.map((key) => map.get(key)))
})

test('changes by replacement', () => {
  const before = filled(keys)
  const after = setIn(setIn(before, 'key 7', -1), 'key 8', undefined)
  expect([
    getFrom(before, 'key 7'),
    getFrom(before, 'key 8'),
    getFrom(after, 'key 7'),
    getFrom(after, 'key 8'),
  ]).toEqual([7, 8, -1, undefined])
})

test('tells keys of one hash apart, however many there are', () => {
  // A common beginning keeps the collision, and every combination of the two gives more of one hash.
  const combinations = Array.from({ length: 32 }, (_, bits) =>
    Array.from({ length: 5 }, (_unused, place) => colliding[(bits >> place) & 1]).join(''),
  )
  const trie = filled(combinations)
  expect(combinations.map((key) => getFrom(trie, key))).toEqual(combinations.map((_, index) => index))
})

test('costs a change of many keys hardly more than of few', () => {
  const timeOf = (count: number): number => {
    const begin = performance.now()
    filled(Array.from({ length: count }, (_, index) => `["openai","gpt-5.5",null,"session ${index}"]`))
    return performance.now() - begin
  }
  timeOf(2000)
  expect(timeOf(40_000) / timeOf(4_000)).toBeLessThan(40)
})
