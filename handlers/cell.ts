/** The mutable cell of a mock: state changes in this file alone, by replacement. */
import type { Rejection } from '../src/admission/rejection.ts'
import type { CountTokens } from '../src/conversation/usage.ts'
import type { Clock } from '../src/delivery/clock.ts'
import type { Arrival, Exchange } from '../src/exchange.ts'
import type { PreparedConfig } from '../src/fixture/prepare.ts'
import type { DeliveryState, JournalEntry } from '../src/journal/entry.ts'
import { makeEntry, type ExchangeRecord } from '../src/journal/record.ts'
import { tallyBug, tallyUnmatched, type Tally } from '../src/journal/tally.ts'
import type { WeighedRecord } from '../src/journal/weigh.ts'
import type { Identity } from '../src/protocols/protocol.ts'
import { takeSnapshot, type RequestParts } from '../src/request/snapshot.ts'
import type { Route, RouteMatch } from '../src/route.ts'
import { freshState, useScenarios, type MockState } from '../src/scenario/state.ts'
import { BodyReaders, type ReadBody } from './body-readers.ts'
import type { Call } from './call.ts'
import { identifySafely } from './identify.ts'
import { JournalLog, type JournalBounds } from './journal-log.ts'
import { progressOf, type LiveDelivery } from './live-delivery.ts'
import { respondWithBody, respondWithNothing, respondWithStream, type Reply } from './respond.ts'
import { quietSpell, untilRead } from './quiet-spell.ts'
import { TurnWaiters } from './turn-waiters.ts'
import { turn } from './turn.ts'

export interface CellOptions {
  readonly config: PreparedConfig
  readonly clock: Clock
  readonly identify: (sequence: number) => Identity
  readonly countTokens: CountTokens
  readonly bounds: JournalBounds
  /** Looked up at each stream. */
  readonly streamClass: () => typeof ReadableStream
}

/** A request with its number, and the journal that was in use when it came. */
export interface Arrived {
  readonly arrival: Arrival
  /** The user's `identify` failed. */
  readonly rejection: Rejection | null
  readonly journal: JournalLog
}

type JournalListener = (entry: JournalEntry) => void

export class MockCell {
  state: MockState
  closing: AbortSignal
  readonly clock: Clock
  readonly #options: CellOptions
  /** Another one after each configure and reset: what began before is entered in the one it began with. */
  #journal: JournalLog
  #sequence = 0
  #closingController = new AbortController()
  /** With their calls, for the reason that `deliver` has. */
  readonly #answering = new Set<{ readonly call: Call }>()
  readonly #bodies = new BodyReaders()
  #moves = 0
  readonly #onMove: (() => void)[] = []
  readonly #turnWaiters = new TurnWaiters()
  readonly #live = new Set<LiveDelivery>()
  readonly #listeners = new Set<JournalListener>()

  constructor(options: CellOptions) {
    this.#options = options
    this.clock = options.clock
    this.state = freshState(options.config)
    this.#journal = new JournalLog(options.bounds)
    this.closing = this.#closingController.signal
  }

  /** The number of a request, in the order in which they came; a body that is long in coming does not change it. */
  nextSequence(): number {
    return ++this.#sequence
  }

  /** Reads a body, unless its client leaves, or the mock is reset or closed, before it has come. */
  async reading(call: Call): Promise<ReadBody> {
    try {
      return await this.#bodies.read(call)
    } finally {
      this.#moved()
    }
  }

  /** Takes a request in. */
  arrive(sequence: number, route: Route, params: RouteMatch, parts: RequestParts): Arrived {
    const { identity, rejection } = identifySafely(this.#options.identify, sequence)
    const { countTokens } = this.#options
    const now = (): number => this.clock.now()
    const arrival = { sequence, identity, route, params, snapshot: takeSnapshot(parts), countTokens, now }
    return { arrival, rejection, journal: this.#journal }
  }

  /**
   * Opens the journal entry of a decided exchange and makes its response.
   *
   * @note The call is kept as long as it is served: in Node a request that nobody holds any more is collected, and its
   * signal then no longer tells that the client has left.
   */
  deliver({ plan, record }: Exchange, journal: JournalLog, call: Call): Reply {
    if (plan.kind === 'json') {
      const framesSent = plan.empty === true ? 0 : 1
      this.#enterWhole(record, journal, { framesSent, end: plan.empty === true ? 'truncated' : 'completed' })
      return respondWithBody(plan)
    }
    if (plan.kind === 'broken') {
      this.#enterWhole(record, journal, { framesSent: 0, end: 'errored' })
      return respondWithNothing(
        new TypeError('fetch failed', { cause: new Error('The fixture lets the connection fail') }),
      )
    }
    const live: LiveDelivery = {
      record,
      journal,
      call,
      weighed: null,
      body: null,
      framesSent: 0,
      terminal: plan.kind === 'raw' ? null : false,
      waiting: false,
    }
    const { response, body } = respondWithStream(
      plan,
      { clock: this.clock, Stream: this.#options.streamClass(), turn, untilRead: untilRead() },
      {
        onFrame: (terminal) => {
          live.framesSent++
          if (live.terminal !== null) live.terminal ||= terminal
          this.#moved()
        },
        onWaiting: (waiting) => {
          live.waiting = waiting
          this.#moved()
        },
        onEnd: (end) => this.#settle(live, end),
      },
      call.signal,
    )
    live.body = body
    this.#live.add(live)
    this.#open(live)
    return { response, text: null }
  }

  /** Counts a call to a provider's host that no route serves. */
  countUnmatched(call: string): void {
    this.#journal.tally = tallyUnmatched(this.#journal.tally, call)
  }

  /** Counts an error of ours that left no journal entry. */
  countBug(message: string): void {
    this.#journal.tally = tallyBug(this.#journal.tally, message)
  }

  /** Marks a call as being answered, so that `settled` waits for it. */
  async answering<T>(call: Call, work: () => Promise<T>): Promise<T> {
    const answering = { call }
    this.#answering.add(answering)
    try {
      return await work()
    } finally {
      this.#answering.delete(answering)
      this.#moved()
    }
  }

  /** A new configuration: state and journal begin anew, deliveries go on. */
  configure(config: PreparedConfig): void {
    this.state = freshState(config)
    this.#journal = new JournalLog(this.#options.bounds)
    this.#moved()
  }

  /** Ends every delivery; state and journal begin anew. */
  reset(): void {
    this.endDeliveries('llm.reset()')
    this.configure(this.state.config)
  }

  /** Ends every delivery; cursors return to the start, used scenarios and the journal stay. */
  dispose(): void {
    this.endDeliveries('Leaving the network')
    this.state = useScenarios(freshState(this.state.config), this.state.used)
  }

  /** @note A `TypeError`, as a broken connection gives: the SDKs swallow an error named `AbortError` in silence. */
  endDeliveries(cause: string): void {
    const error = new TypeError(`${cause} ended this answer while it was on its way`)
    this.#closingController.abort(error)
    this.#closingController = new AbortController()
    this.closing = this.#closingController.signal
    this.#bodies.end(error)
    for (const { body } of this.#live) body?.breakOff(error)
  }

  get tally(): Tally {
    return this.#journal.tally
  }

  get dropped(): number {
    return this.#journal.dropped
  }

  get pending(): number {
    return this.#live.size
  }

  /** A frozen snapshot of the journal. */
  get entries(): readonly JournalEntry[] {
    const live = new Map([...this.#live].map((delivery) => [delivery.record.sequence, delivery]))
    return this.#journal.entries((sequence) => {
      const delivery = live.get(sequence)
      return delivery && progressOf(delivery)
    })
  }

  subscribe(listener: JournalListener): () => void {
    if (typeof listener !== 'function') throw new TypeError('llm.subscribe() takes a function.')
    // Wrapped, so that a function subscribed twice is called twice and leaves one by one.
    const own: JournalListener = (entry) => listener(entry)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  readonly turnEnded = (openTurn: string): Promise<void> => this.#turnWaiters.ended(this.state, openTurn)

  /** Resolves when nothing moves any more but what waits for its client. */
  async settled(): Promise<void> {
    for (let quiet = quietSpell(); !quiet.isOver() && (this.#answering.size > 0 || this.#live.size > 0);) {
      const before = this.#moves
      await turn()
      const busy = this.#answering.size > this.#bodies.count || [...this.#live].some(({ waiting }) => waiting)
      if (busy && this.#moves === before) await new Promise<void>((resolve) => this.#onMove.push(resolve))
      if (this.#moves === before) quiet.passTurn()
      else quiet = quietSpell()
    }
  }

  #moved(): void {
    this.#moves++
    this.#turnWaiters.wake(this.state)
    for (const wake of this.#onMove.splice(0)) wake()
  }

  /** A JSON body is handed over as soon as it is made. */
  #enterWhole(record: ExchangeRecord, journal: JournalLog, how: Pick<DeliveryState, 'framesSent' | 'end'>): void {
    const handedOver: DeliveryState = { ...how, terminalMarkerObserved: null }
    const weighed = journal.open(record, handedOver)
    const isRejection = record.response.code !== null
    if (!isRejection) this.#notify(journal, weighed, { framesSent: 0, terminalMarkerObserved: null, end: 'pending' })
    this.#notify(journal, weighed, handedOver)
  }

  #open(live: LiveDelivery): void {
    live.weighed = live.journal.open(live.record, progressOf(live))
    this.#notify(live.journal, live.weighed, progressOf(live))
  }

  #settle(live: LiveDelivery, end: DeliveryState['end']): void {
    this.#live.delete(live)
    this.#moved()
    const delivery = { ...progressOf(live), end }
    live.journal.settle(live.record, delivery)
    if (live.weighed !== null) this.#notify(live.journal, live.weighed, delivery)
  }

  /** A listener's error is its own: it is thrown where the host reports it, and not into a delivery. */
  #notify(journal: JournalLog, { record, truncated }: WeighedRecord, delivery: DeliveryState): void {
    if (this.#listeners.size === 0 || journal !== this.#journal) return
    const entry = makeEntry(record, delivery, truncated)
    const listeners = [...this.#listeners]
    for (const listener of listeners) {
      if (!this.#listeners.has(listener)) continue
      try {
        listener(entry)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
