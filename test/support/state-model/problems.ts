/** What `verify()` should find. */
import type { Exchange } from './exchange.ts'
import { routeOf } from './wire.ts'
import type { World } from './world.ts'

/** In `verify()`'s order and words; a rejection is told as its client was told. */
export function problemsOf({ decided, unmatched, unused }: World, messages: readonly string[]): readonly string[] {
  const told = (what: string, isMeant: (exchange: Exchange) => boolean): readonly string[] =>
    listed(
      what,
      decided
        .filter(isMeant)
        .map(({ sequence, call, status, code }) => `${routeOf(call)}: ${status} ${code}: ${messages[sequence - 1]}`),
    )
  const calls = Array.from({ length: unmatched }, () => "POST https://api.openai.com/v1/nowhere (model 'model-1')")
  return [
    ...listed('a call to a provider that no route serves', calls),
    ...told('a fixture that failed', ({ code }) => code === 'fixture_failed'),
    ...told(
      'a request that no fixture fitted',
      ({ outcome, code }) => outcome === 'mismatch' && code !== 'fixture_failed',
    ),
    ...told('a request that was rejected', ({ outcome }) => outcome === 'rejected'),
    ...unused,
    ...(decided.length + unmatched === 0 && unused.length > 0 ? ['no request was answered at all'] : []),
  ]
}

/** There are ten lines; what is the same as the last of them is told there. */
function listed(what: string, texts: readonly string[]): readonly string[] {
  const lines: { readonly text: string; times: number }[] = []
  let more = 0
  for (const text of texts) {
    const last = lines.at(-1)
    if (last?.text === text) last.times++
    else if (lines.length === 10) more++
    else lines.push({ text, times: 1 })
  }
  return [
    ...lines.map(({ text, times }) => `${what}: ${text}${times > 1 ? ` (${times} times)` : ''}`),
    ...(more > 0 ? [`${what}: ${more} more`] : []),
  ]
}

const failed = 'a fixture that failed: '

/**
 * Both lists, made comparable. What `close()` ends fails at one moment, and so in no order; which of those lines are
 * told, where they are more than ten, follows from the order, and their number does not.
 */
export function alike(...both: readonly (readonly string[])[]): readonly unknown[] {
  const all = both.map((problems) => {
    const failures = problems.filter((problem) => problem.startsWith(failed)).flatMap(casesOf)
    return { failures, others: problems.filter((problem) => !problem.startsWith(failed)) }
  })
  if (all.every(({ failures }) => !failures.includes(untold))) {
    return all.map(({ failures, others }) => ({ failures: failures.toSorted(), others }))
  }
  return all.map(({ failures, others }) => ({ failures: failures.length, others }))
}

const untold = 'more'

/** One for each case that a line tells of. */
function casesOf(problem: string): readonly string[] {
  const [, more] = /^[^:]*: (\d+) more$/.exec(problem) ?? []
  if (more !== undefined) return Array.from({ length: Number(more) }, () => untold)
  const [, text = problem, times = '1'] = /^(.*?)(?: \((\d+) times\))?$/s.exec(problem) ?? []
  return Array.from({ length: Number(times) }, () => text)
}

/** Why a step cannot be reached is told in other tests. */
export function withoutReason(problem: string): string {
  if (problem.startsWith('no request was answered at all')) return 'no request was answered at all'
  return problem.replace(
    /^a step that nobody can come to(: '\w+' of conversation '\w+'(?: of dataset '\w+')?(?:, response \d+ of \d+)?).*$/,
    'a step that nobody came to$1',
  )
}
