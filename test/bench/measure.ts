/** Medians of two things measured in turn, so that what else the machine does meets both alike. */

export interface Comparison {
  /** Median milliseconds. */
  readonly base: number
  readonly ours: number
}

type Work = () => Promise<unknown>

/** Calls both sides in turn, so many times each. */
export async function compare(base: Work, ours: Work, calls: number): Promise<Comparison> {
  const taken: { base: number[]; ours: number[] } = { base: [], ours: [] }
  for (let call = -Math.ceil(calls / 5); call < calls; call++) {
    // The order alternates, so that neither always runs on what the other has warmed or left behind.
    const isEven = call % 2 === 0
    const first = await timed(isEven ? base : ours)
    const second = await timed(isEven ? ours : base)
    if (call < 0) continue
    taken.base.push(isEven ? first : second)
    taken.ours.push(isEven ? second : first)
  }
  return { base: median(taken.base), ours: median(taken.ours) }
}

/** Milliseconds. */
async function timed(work: Work): Promise<number> {
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
