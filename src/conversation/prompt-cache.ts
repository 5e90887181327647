/** The prompt cache: which beginning of a prompt a provider would have read before, and what it would keep of this one. */
import { emptyMap, getIn, putIn, type BoundedMap } from '../bounded-map.ts'
import { digestHistory } from './fingerprint.ts'
import type { CanonicalRequest } from '../request/canonical.ts'

/** How a provider caches prompts. */
export interface PromptCacheRule {
  /** Shorter beginnings are not kept. */
  readonly minimumTokens: number
  /** What was read is told in multiples of this. */
  readonly stepTokens: number
  /** Only beginnings that the request marks are kept, for as long as it says. */
  readonly marked?: true
}

/** A place in a prompt up to which it is to be kept. */
export interface CacheMark {
  /** So many messages come before it. */
  readonly messages: number
  readonly milliseconds: number
}

/** Of one scope. */
export type PromptCache = BoundedMap<CachedPrefix>

interface CachedPrefix {
  /** On the clock; `null`: never. */
  readonly expires: number | null
  readonly milliseconds: number
}

export const emptyCache: PromptCache = emptyMap()

/** What the cache does to the count of a prompt. */
export interface CacheUse {
  readonly read: number
  readonly written: number
  /** The part of what is written that is kept for an hour. */
  readonly writtenForAnHour: number
}

export const noCacheUse: CacheUse = { read: 0, written: 0, writtenForAnHour: 0 }

export interface Consulted {
  readonly use: CacheUse
  /** The cache after the request. */
  readonly fill: (cache: PromptCache, maximum: number) => PromptCache
}

export const notConsulted: Consulted = { use: noCacheUse, fill: (cache) => cache }

const anHour = 60 * 60 * 1000

/** `tokens` are those of each message; beginnings end where a message does. */
export function consultCache(
  cache: PromptCache,
  rule: PromptCacheRule | undefined,
  request: Pick<CanonicalRequest, 'messages' | 'tools'>,
  tokens: readonly number[],
  marks: readonly CacheMark[],
  now: () => number,
): Consulted {
  if (rule === undefined) return notConsulted
  const sums = sumsOf(tokens)
  const longEnough = (length: number): boolean => (sums[length] ?? 0) >= rule.minimumTokens
  const kept = marks.filter(({ messages }) => longEnough(messages))
  const end = rule.marked === true ? Math.max(0, ...kept.map(({ messages }) => messages)) : tokens.length
  if (end === 0 || !longEnough(end)) return notConsulted

  const time = rule.marked === true ? now() : 0
  const digests = digestHistory(request.messages, JSON.stringify(request.tools))
  const entryAt = (length: number): CachedPrefix | undefined => {
    const entry = getIn(cache, digests[length] ?? '')
    return entry === undefined || (entry.expires !== null && entry.expires <= time) ? undefined : entry
  }
  let found = end
  while (found > 0 && (!longEnough(found) || entryAt(found) === undefined)) found--
  const read = Math.floor((sums[found] ?? 0) / rule.stepTokens) * rule.stepTokens
  if (rule.marked !== true) {
    // What left the cache while a longer beginning stayed does not come back in its place.
    const lengths = tokens.map((_, index) => index + 1).filter((length) => length > found && longEnough(length))
    return {
      use: { ...noCacheUse, read },
      fill: (into, maximum) => putAll(into, lengths, digests, () => ({ expires: null, milliseconds: 0 }), maximum),
    }
  }
  const forAnHour = kept.filter(({ milliseconds }) => milliseconds >= anHour).map(({ messages }) => sums[messages] ?? 0)
  const lifetimes = new Map<number, number>()
  // What is there already lives on as long as it was first kept for.
  const keep = (length: number, milliseconds: number): void => {
    lifetimes.set(length, Math.max(milliseconds, lifetimes.get(length) ?? 0, entryAt(length)?.milliseconds ?? 0))
  }
  if (found > 0) keep(found, 0)
  for (const { messages, milliseconds } of kept) keep(messages, milliseconds)
  return {
    use: {
      read,
      written: (sums[end] ?? 0) - read,
      writtenForAnHour: Math.max(0, Math.max(0, ...forAnHour) - read),
    },
    fill: (into, maximum) => {
      const entryOf = (length: number): CachedPrefix => {
        const milliseconds = lifetimes.get(length) ?? 0
        return { expires: time + milliseconds, milliseconds }
      }
      return putAll(into, [...lifetimes.keys()], digests, entryOf, maximum)
    },
  }
}

function putAll(
  cache: PromptCache,
  lengths: readonly number[],
  digests: readonly string[],
  entryOf: (length: number) => CachedPrefix,
  maximum: number,
): PromptCache {
  let filled = cache
  for (const length of lengths) filled = putIn(filled, digests[length] ?? '', entryOf(length), maximum).map
  return filled
}

/** The tokens of each beginning, from that of no message to that of all. */
function sumsOf(tokens: readonly number[]): readonly number[] {
  const sums = [0]
  for (const count of tokens) sums.push((sums.at(-1) ?? 0) + count)
  return sums
}
