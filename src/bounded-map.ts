/** A map that changes by replacement and holds so many entries; the oldest leaves, at a cost that does not grow with them. */
import { emptyTrie, entriesOf, getFrom, setIn, type Trie } from './scenario/trie.ts'

export interface BoundedMap<Value> {
  readonly byKey: Trie<Placed<Value>>
  readonly size: number
  readonly next: number
  /** The places from the oldest on, of which so many are behind us. */
  readonly oldest: readonly Place[]
  readonly passed: number
  /** Those after them, the newest first. */
  readonly newest: Later | null
  /** How many are not behind us. */
  readonly places: number
}

/** Where a key stood when it was put; it may have been put again since. */
interface Place {
  readonly key: string
  readonly place: number
}

interface Later extends Place {
  readonly before: Later | null
}

interface Placed<Value> {
  readonly place: number
  readonly value: Value
}

export function emptyMap<Value>(): BoundedMap<Value> {
  return { byKey: emptyTrie(), size: 0, next: 0, oldest: [], passed: 0, newest: null, places: 0 }
}

export function getIn<Value>(map: BoundedMap<Value>, key: string): Value | undefined {
  return getFrom(map.byKey, key)?.value
}

/** Puts an entry at the end, also one that was there before. */
export function putIn<Value>(
  map: BoundedMap<Value>,
  key: string,
  value: Value,
  maximum: number,
): { readonly map: BoundedMap<Value>; readonly left: readonly Value[] } {
  const place = map.next
  const isNew = getFrom(map.byKey, key) === undefined
  let byKey = setIn(map.byKey, key, { place, value })
  let size = map.size + (isNew ? 1 : 0)
  let { oldest, passed } = map
  let places = map.places + 1
  let newest: Later | null = { key, place, before: map.newest }
  const left: Value[] = []
  while (size > maximum) {
    if (passed === oldest.length) {
      oldest = inOrder(newest)
      passed = 0
      newest = null
    }
    const first = oldest[passed++] as Place
    places--
    const placed = getFrom(byKey, first.key)
    if (placed?.place !== first.place) continue
    left.push(placed.value)
    byKey = setIn(byKey, first.key, undefined)
    size--
  }
  const kept = { byKey, size, next: place + 1, oldest, passed, newest, places }
  // Keys that are put again and again leave places behind that nothing else would clear.
  return { map: places > 2 * size + worthTidying ? tidied(kept) : kept, left }
}

const worthTidying = 64

function inOrder(newest: Later | null): readonly Place[] {
  const places: Place[] = []
  for (let later = newest; later !== null; later = later.before) places.push({ key: later.key, place: later.place })
  return places.toReversed()
}

function tidied<Value>(map: BoundedMap<Value>): BoundedMap<Value> {
  const places = [...entriesOf(map.byKey)].map(([key, { place }]) => ({ key, place }))
  const oldest = places.toSorted((a, b) => a.place - b.place)
  return { ...map, oldest, passed: 0, newest: null, places: oldest.length }
}
