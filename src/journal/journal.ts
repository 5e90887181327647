/** The journal: bounded by entries and by bytes, an entry opened when its outcome is decided and settled when its delivery ends. */
import type { DeliveryState } from './entry.ts'
import type { ExchangeRecord } from './record.ts'
import { emptyTally, tallyOpened, tallySettled, type Tally } from './tally.ts'

export interface JournalBounds {
  readonly maximumEntries: number
  readonly maximumBytes: number
}

/** A record and how far its delivery has come. */
export interface LoggedExchange {
  readonly record: ExchangeRecord
  readonly delivery: DeliveryState
  readonly truncated: readonly string[]
  readonly bytes: number
}

/** A value: opening and settling return the next journal. */
export interface Journal {
  readonly bounds: JournalBounds
  /** In the order of arrival. */
  readonly exchanges: readonly LoggedExchange[]
  readonly bytes: number
  readonly dropped: number
  readonly tally: Tally
}

export function emptyJournal(bounds: JournalBounds): Journal {
  return { bounds, exchanges: [], bytes: 0, dropped: 0, tally: emptyTally }
}

/** @note Copying at most `maximumEntries` pointers for each request costs about a microsecond at the default of 1,000. */
export function openExchange(journal: Journal, record: ExchangeRecord, delivery: DeliveryState): Journal {
  const opened = { ...cutToBytes(record, journal.bounds.maximumBytes), delivery }
  const exchanges = [...journal.exchanges]
  exchanges.splice(placeOf(exchanges, record.sequence), 0, opened)
  let bytes = journal.bytes + opened.bytes
  let leaving = 0
  while (exchanges.length - leaving > journal.bounds.maximumEntries || bytes > journal.bounds.maximumBytes) {
    bytes -= exchanges[leaving]?.bytes ?? 0
    leaving++
    if (leaving === exchanges.length) break
  }
  return {
    bounds: journal.bounds,
    exchanges: leaving === 0 ? exchanges : exchanges.slice(leaving),
    bytes,
    dropped: journal.dropped + leaving,
    tally: tallyOpened(journal.tally, record),
  }
}

/** An entry that has left the journal meanwhile still counts in the tally. */
export function settleExchange(journal: Journal, record: ExchangeRecord, delivery: DeliveryState): Journal {
  const tally = tallySettled(journal.tally, record, delivery)
  const index = placeOf(journal.exchanges, record.sequence) - 1
  const logged = journal.exchanges[index]
  if (logged?.record.sequence !== record.sequence) return { ...journal, tally }
  return { ...journal, tally, exchanges: journal.exchanges.with(index, { ...logged, delivery }) }
}

/** The index after the last exchange that did not arrive later; delays let a request be decided after later ones. */
function placeOf(exchanges: readonly LoggedExchange[], sequence: number): number {
  return exchanges.findLastIndex(({ record }) => record.sequence <= sequence) + 1
}

/** What an entry weighs beside its texts. */
const baseBytes = 1024
const bytesPerUnit = 2

/** Cuts the largest texts from a record that alone is over the bound, the request's body first. */
function cutToBytes(record: ExchangeRecord, maximumBytes: number): Omit<LoggedExchange, 'delivery'> {
  const truncated: string[] = []
  let cut = record
  const steps: readonly (readonly [path: string, cut: (record: ExchangeRecord) => ExchangeRecord])[] = [
    ['request.body', (from) => ({ ...from, request: { ...from.request, bodyText: null } })],
    ['request.messages', (from) => ({ ...from, canonical: { ...from.canonical, messages: [] } })],
    ['response.content', (from) => ({ ...from, response: { ...from.response, content: null } })],
    ['request.headers', (from) => ({ ...from, request: { ...from.request, headers: {} } })],
  ]
  for (const [path, step] of steps) {
    if (bytesOf(cut) <= maximumBytes) break
    cut = step(cut)
    truncated.push(path)
  }
  return { record: cut, truncated, bytes: bytesOf(cut) }
}

/** An estimate from the lengths of the texts, since nothing in JavaScript tells the size of a value. */
function bytesOf({ request, canonical, response }: ExchangeRecord): number {
  let units = request.url.length + (request.bodyText?.length ?? 0) + (response.content?.length ?? 0)
  units += (response.message?.length ?? 0) + (response.outputDisposition?.explanation?.length ?? 0)
  for (const name in request.headers) units += name.length + (request.headers[name]?.length ?? 0)
  for (const { content } of canonical.messages) units += content.length
  return baseBytes + units * bytesPerUnit
}
