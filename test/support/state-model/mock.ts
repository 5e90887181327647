/** The mock under test with its clients, and what must hold between it and the reference after each command. */
import { isDeepStrictEqual } from 'node:util'
import { createLlmMock, manualClock, VerificationError, type JournalEntry, type LlmMock, type Outcome } from 'msw-llm'
import { expect } from 'vitest'
import { Client } from './client.ts'
import { factsOf, type Exchange } from './exchange.ts'
import { Maker, type ConfigPlan } from './plans.ts'
import { alike, problemsOf, withoutReason } from './problems.ts'
import { Reference } from './reference.ts'
import { identityOf, type Call } from './wire.ts'

export class Mock {
  readonly llm: LlmMock
  readonly maker: Maker
  /** What functions were called. */
  readonly called: string[] = []
  readonly clients: Client[] = []
  /** Configurations and used lists that were made, so that each text comes once. */
  made = 0
  readonly #clock = manualClock()
  readonly #snapshots: { readonly entries: readonly JournalEntry[]; readonly text: string }[] = []

  constructor(plan: ConfigPlan) {
    this.maker = new Maker((content) => this.called.push(content))
    const config = this.maker.config(plan, 'c0')
    const identify = (sequence: number): { id: string; created: number } => ({
      id: identityOf(sequence),
      created: 1_800_000_000,
    })
    this.llm = createLlmMock({ clock: this.#clock, config, identify })
  }

  send(call: Call): void {
    this.clients.push(new Client(this.llm.fetch, call))
  }

  async tick(milliseconds: number): Promise<void> {
    await this.#clock.tick(milliseconds)
  }

  get problems(): readonly string[] {
    try {
      this.llm.verify()
      return []
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      return error.problems.map(withoutReason)
    }
  }

  /** Journal snapshots stay as they were taken. */
  takeSnapshot(): void {
    const entries = this.llm.journal
    this.#snapshots.push({ entries, text: JSON.stringify(entries) })
  }

  checkSnapshots(): void {
    for (const { entries, text } of this.#snapshots) {
      if (JSON.stringify(entries) !== text) expect(entries).toEqual(JSON.parse(text))
      expect(isFrozen(entries)).toBe(true)
    }
  }
}

/** Makes both, of one plan. */
export function setUp(plan: ConfigPlan): { readonly model: Reference; readonly real: Mock } {
  const real = new Mock(plan)
  return { model: new Reference(real.maker.config(plan, 'c0'), real.maker.functions), real }
}

export function check(model: Reference, real: Mock): void {
  const { world } = model
  const seen = model.exchanges.map((exchange, index) => ({ exchange, client: real.clients[index] }))
  const looking = seen.filter(({ exchange }) => exchange.view !== null)
  equal(
    looking.map(({ exchange, client }) => ({ sequence: exchange.sequence, ...client?.view })),
    looking.map(({ exchange }) => ({ sequence: exchange.sequence, ...exchange.view })),
  )
  const entries = world.decided.toSorted((a, b) => a.sequence - b.sequence)
  equal(
    real.llm.journal.map(factsOf),
    entries.map(({ facts }) => facts),
  )
  const { outcomes, ...counts } = real.llm.summary()
  const { pending } = model
  const { unmatched, unused } = world
  equal(counts, { total: entries.length, pending, unmatched, unused: unused.length, dropped: 0 })
  equal(Object.fromEntries(Object.entries(outcomes).filter(([, count]) => count > 0)), countOutcomes(world.decided))
  const told = real.clients.map(({ message }) => message)
  const [found, expected] = alike(real.problems, problemsOf(world, told))
  equal(found, expected)
  equal(real.called.toSorted(), model.called.toSorted())
  real.takeSnapshot()
}

/** @note `toEqual` alone takes most of a run's time, and what differs is rare. */
function equal(real: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(real, expected)) expect(real).toEqual(expected)
}

function countOutcomes(exchanges: readonly Exchange[]): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {}
  for (const { outcome } of exchanges) if (outcome !== null) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozen)
}
