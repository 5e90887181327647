import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyMap, getIn, putIn } from '../../src/bounded-map.ts'

/** The same in a native map, which keeps the order in which keys were put last. */
function putInModel(model: Map<string, number>, key: string, value: number, maximum: number): readonly number[] {
  model.delete(key)
  model.set(key, value)
  const left: number[] = []
  for (const [oldest, gone] of model) {
    if (model.size <= maximum) break
    model.delete(oldest)
    left.push(gone)
  }
  return left
}

const puts = fc.array(fc.record({ key: fc.nat(40).map(String), maximum: fc.constantFrom(0, 1, 3, 20, 20, 20, 30) }), {
  maxLength: 400,
})

test('holds what was put last, lets the oldest leave first, and changes no map that was there before', () => {
  fc.assert(
    fc.property(puts, (list) => {
      const model = new Map<string, number>()
      let map = emptyMap<number>()
      for (const [value, { key, maximum }] of list.entries()) {
        const before = map
        const valueBefore = getIn(before, key)
        const put = putIn(map, key, value, maximum)
        expect(put.left).toEqual(putInModel(model, key, value, maximum))
        expect(putIn(before, key, value, maximum).left).toEqual(put.left)
        expect([getIn(before, key), put.map.size]).toEqual([valueBefore, model.size])
        map = put.map
      }
      const keys = Array.from({ length: 41 }, (_, index) => String(index))
      expect(keys.map((key) => getIn(map, key))).toEqual(keys.map((key) => model.get(key)))
    }),
  )
})

test('does not grow with keys that are put again and again', () => {
  let map = emptyMap<number>()
  for (let value = 0; value < 10_000; value++) map = putIn(map, String(value % 3), value, 100).map
  expect([map.size, map.places <= 2 * 3 + 64]).toEqual([3, true])
})
