/** Counters that outlive the bounded journal; `summary()` and `verify()` judge from them. */
import { outcomes, type DeliveryState, type Outcome } from './entry.ts'
import type { ExchangeRecord } from './record.ts'

/** A count, and the first few cases in words; what a client's retries repeat is one case. */
export interface Noted {
  readonly count: number
  readonly samples: readonly { readonly text: string; readonly times: number }[]
}

export interface Tally {
  readonly total: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Calls to a provider's host that no route serves. */
  readonly unmatched: Noted
  readonly mismatches: Noted
  /** Fixtures that failed by themselves: a function that threw. */
  readonly failures: Noted
  readonly rejections: Noted
  /** Streams that ended without their end mark. */
  readonly unmarked: Noted
  /** Errors of ours. */
  readonly bugs: Noted
}

const nothing: Noted = { count: 0, samples: [] }
const maximumSamples = 10

export const emptyTally: Tally = {
  total: 0,
  outcomes: Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>,
  unmatched: nothing,
  mismatches: nothing,
  failures: nothing,
  rejections: nothing,
  unmarked: nothing,
  bugs: nothing,
}

export function tallyOpened(tally: Tally, { outcome, canonical, response }: ExchangeRecord): Tally {
  const counted = {
    ...tally,
    total: tally.total + 1,
    outcomes: { ...tally.outcomes, [outcome]: tally.outcomes[outcome] + 1 },
  }
  const described = (): string => `${canonical.route}: ${response.status} ${response.code}: ${response.message}`
  if (response.code === 'fixture_failed') return { ...counted, failures: note(tally.failures, described) }
  if (response.code === 'internal_error') return { ...counted, bugs: note(tally.bugs, described) }
  if (outcome === 'mismatch') return { ...counted, mismatches: note(tally.mismatches, described) }
  if (outcome === 'rejected') return { ...counted, rejections: note(tally.rejections, described) }
  return counted
}

export function tallySettled(tally: Tally, { sequence, canonical }: ExchangeRecord, delivery: DeliveryState): Tally {
  if (delivery.terminalMarkerObserved !== false) return tally
  const described = (): string =>
    `${canonical.route}, request ${sequence}: ${delivery.end} after ${delivery.framesSent} frames, without its end mark`
  return { ...tally, unmarked: note(tally.unmarked, described) }
}

export function tallyUnmatched(tally: Tally, call: string): Tally {
  return { ...tally, unmatched: note(tally.unmatched, () => call) }
}

export function tallyBug(tally: Tally, message: string): Tally {
  return { ...tally, bugs: note(tally.bugs, () => message) }
}

function note({ count, samples }: Noted, describe: () => string): Noted {
  const text = describe()
  const last = samples.at(-1)
  if (last?.text === text) {
    return { count: count + 1, samples: [...samples.slice(0, -1), { text, times: last.times + 1 }] }
  }
  return { count: count + 1, samples: samples.length < maximumSamples ? [...samples, { text, times: 1 }] : samples }
}
