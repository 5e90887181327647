/** A map from texts that changes by replacement, at a cost that hardly grows with its size. */

/** Few entries are one map; where they become many, there are branches by the hash of their keys. */
export type Trie<Value> = Leaf<Value> | Branch<Value>

type Leaf<Value> = ReadonlyMap<string, Value>
type Branch<Value> = readonly Trie<Value>[]

const bitsPerLevel = 4
const branches = 1 << bitsPerLevel
const levels = 32 / bitsPerLevel
const maximumLeafSize = 16

export function emptyTrie<Value>(): Trie<Value> {
  return new Map()
}

export function getFrom<Value>(trie: Trie<Value>, key: string): Value | undefined {
  const hash = hashOf(key)
  let node = trie
  for (let level = 0; isBranch(node); level++) node = node[branchOf(hash, level)] as Trie<Value>
  return node.get(key)
}

/** `undefined` takes the key away. */
export function setIn<Value>(trie: Trie<Value>, key: string, value: Value | undefined): Trie<Value> {
  return setAt(trie, hashOf(key), 0, key, value)
}

export function* entriesOf<Value>(trie: Trie<Value>): Generator<readonly [string, Value]> {
  if (isBranch(trie)) for (const node of trie) yield* entriesOf(node)
  else yield* trie
}

function setAt<Value>(
  node: Trie<Value>,
  hash: number,
  level: number,
  key: string,
  value: Value | undefined,
): Trie<Value> {
  if (isBranch(node)) {
    const index = branchOf(hash, level)
    return node.with(index, setAt(node[index] as Trie<Value>, hash, level + 1, key, value))
  }
  const leaf = new Map(node)
  if (value === undefined) leaf.delete(key)
  else leaf.set(key, value)
  return leaf.size > maximumLeafSize && level < levels ? split(leaf, level) : leaf
}

function split<Value>(leaf: Leaf<Value>, level: number): Branch<Value> {
  const parts = Array.from({ length: branches }, () => new Map<string, Value>())
  for (const [key, value] of leaf) parts[branchOf(hashOf(key), level)]?.set(key, value)
  return parts
}

function isBranch<Value>(node: Trie<Value>): node is Branch<Value> {
  return Array.isArray(node)
}

function branchOf(hash: number, level: number): number {
  return (hash >>> (level * bitsPerLevel)) & (branches - 1)
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // The last letters have moved the high bits least, and it is there that numbered keys differ.
  return (hash ^ (hash >>> 15)) >>> 0
}
