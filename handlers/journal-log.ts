/** The journal of a mock: it grows, and forgets what its bounds do not hold. */
import type { DeliveryState, JournalEntry } from '../src/journal/entry.ts'
import { makeEntry, type ExchangeRecord } from '../src/journal/record.ts'
import { emptyTally, tallyOpened, tallySettled, type Tally } from '../src/journal/tally.ts'
import { weigh, type WeighedRecord } from '../src/journal/weigh.ts'

export interface JournalBounds {
  readonly maximumEntries: number
  readonly maximumBytes: number
}

interface Logged extends WeighedRecord {
  readonly delivery: DeliveryState
  /** Made when somebody asks, and once an entry is settled made only once. */
  entry: JournalEntry | null
}

export class JournalLog {
  /** Counts what was ever opened, also what has been forgotten. */
  tally: Tally = emptyTally
  /** Entries that have been forgotten. */
  dropped = 0
  readonly #bounds: JournalBounds
  /** By sequence, in the order in which they were opened. */
  readonly #logged = new Map<number, Logged>()
  #bytes = 0
  #latest = 0
  #isInOrder = true

  constructor(bounds: JournalBounds) {
    this.#bounds = bounds
  }

  /** Returns the record as the journal holds it. */
  open(record: ExchangeRecord, delivery: DeliveryState): WeighedRecord {
    const weighed = weigh(record, this.#bounds.maximumBytes)
    this.tally = tallyOpened(this.tally, record)
    if (weighed.bytes > this.#bounds.maximumBytes) {
      // Even cut it is too large; the entries that fit do not have to leave for it.
      this.dropped++
      return weighed
    }
    this.#logged.set(record.sequence, { ...weighed, delivery, entry: null })
    this.#bytes += weighed.bytes
    // A delay lets a request be decided after later ones.
    if (record.sequence < this.#latest) this.#isInOrder = false
    else this.#latest = record.sequence
    this.#forget()
    return weighed
  }

  /** An entry that has been forgotten meanwhile still counts. */
  settle(record: ExchangeRecord, delivery: DeliveryState): void {
    this.tally = tallySettled(this.tally, record, delivery)
    const logged = this.#logged.get(record.sequence)
    if (logged !== undefined) this.#logged.set(record.sequence, { ...logged, delivery, entry: null })
  }

  /** Frozen entries in the order of arrival. `progressOf` tells how far a delivery that is not settled has come. */
  entries(progressOf: (sequence: number) => DeliveryState | undefined): readonly JournalEntry[] {
    const all = [...this.#logged.values()]
    const ordered = this.#isInOrder ? all : all.toSorted((a, b) => a.record.sequence - b.record.sequence)
    return Object.freeze(
      ordered.map((logged) => {
        const progress = logged.delivery.end === 'pending' ? progressOf(logged.record.sequence) : undefined
        if (progress !== undefined) return makeEntry(logged.record, progress, logged.truncated)
        return (logged.entry ??= makeEntry(logged.record, logged.delivery, logged.truncated))
      }),
    )
  }

  #forget(): void {
    const { maximumEntries, maximumBytes } = this.#bounds
    for (const [sequence, { bytes }] of this.#logged) {
      if (this.#logged.size <= maximumEntries && this.#bytes <= maximumBytes) return
      this.#logged.delete(sequence)
      this.#bytes -= bytes
      this.dropped++
    }
  }
}
