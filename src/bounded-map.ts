/** A map that changes by replacement and holds so many entries; the oldest leaves. */
import { emptyTrie, getFrom, setIn, type Trie } from './scenario/trie.ts'

export interface BoundedMap<Value> {
  readonly byKey: Trie<Placed<Value>>
  /** The keys, by the order in which they came. */
  readonly byPlace: Trie<string>
  readonly size: number
  readonly first: number
  readonly next: number
}

interface Placed<Value> {
  readonly place: number
  readonly value: Value
}

export function emptyMap<Value>(): BoundedMap<Value> {
  return { byKey: emptyTrie(), byPlace: emptyTrie(), size: 0, first: 0, next: 0 }
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
  const before = getFrom(map.byKey, key)
  const place = map.next
  let byPlace = before === undefined ? map.byPlace : setIn(map.byPlace, String(before.place), undefined)
  byPlace = setIn(byPlace, String(place), key)
  let byKey = setIn(map.byKey, key, { place, value })
  let size = map.size + (before === undefined ? 1 : 0)
  let { first } = map
  const left: Value[] = []
  while (size > maximum) {
    const oldest = getFrom(byPlace, String(first))
    if (oldest !== undefined) {
      const placed = getFrom(byKey, oldest)
      if (placed !== undefined) left.push(placed.value)
      byKey = setIn(byKey, oldest, undefined)
      byPlace = setIn(byPlace, String(first), undefined)
      size--
    }
    first++
  }
  return { map: { byKey, byPlace, size, first, next: place + 1 }, left }
}
