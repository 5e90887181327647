/** Medians of two things measured in turn, so that what else the machine does meets both alike. */

export interface Comparison {
  /** Median milliseconds. */
  readonly base: number
  readonly ours: number
}

/** What is measured. `before` runs ahead of each round and does not count. */
export interface Work {
  (): Promise<unknown>
  before?: () => void
}

export async function compare(base: Work, ours: Work, rounds: number): Promise<Comparison> {
  const warmUp = Math.ceil(rounds / 5)
  for (let round = 0; round < warmUp; round++) {
    await timed(base)
    await timed(ours)
  }
  const times: { base: number[]; ours: number[] } = { base: [], ours: [] }
  for (let round = 0; round < rounds; round++) {
    // The order alternates, so that neither always runs on the other's warm caches.
    if (round % 2 === 0) {
      times.base.push(await timed(base))
      times.ours.push(await timed(ours))
    } else {
      times.ours.push(await timed(ours))
      times.base.push(await timed(base))
    }
  }
  return { base: median(times.base), ours: median(times.ours) }
}

async function timed(work: Work): Promise<number> {
  work.before?.()
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** One line of the report. */
export interface Row {
  readonly what: string
  readonly base: string
  readonly ours: string
  readonly measured: string
  readonly target: string
  readonly met: boolean
}

/** Ours may take so many milliseconds more. */
export function atMostMore(what: string, { base, ours }: Comparison, limit: number): Row {
  const more = ours - base
  return {
    ...times(what, base, ours),
    measured: `${more.toFixed(3)} ms more`,
    target: `≤ ${limit} ms more`,
    met: more <= limit,
  }
}

/** Ours may take so many times as long. */
export function atMostTimes(what: string, { base, ours }: Comparison, limit: number): Row {
  const ratio = ours / base
  return {
    ...times(what, base, ours),
    measured: `${ratio.toFixed(2)} times`,
    target: `≤ ${limit} times`,
    met: ratio <= limit,
  }
}

function times(what: string, base: number, ours: number): Pick<Row, 'what' | 'base' | 'ours'> {
  return { what, base: `${base.toFixed(4)} ms`, ours: `${ours.toFixed(4)} ms` }
}
