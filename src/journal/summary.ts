/** Counts by outcome, and the list of what a test should not have left behind. */
import { unreachableSteps } from '../scenario/find-step.ts'
import type { UnusedResponse } from '../scenario/state.ts'
import type { Outcome } from './entry.ts'
import type { Noted, Tally } from './tally.ts'

export interface Summary {
  readonly total: number
  /** Every outcome is there, 0 when none. */
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Deliveries in flight. */
  readonly pending: number
  /** Calls to a provider's host that no route serves. */
  readonly unmatched: number
  /** Responses that nobody asked for. */
  readonly unused: number
  /** Entries that left the bounded journal. */
  readonly dropped: number
}

export function summarise(tally: Tally, now: Pick<Summary, 'pending' | 'unused' | 'dropped'>): Summary {
  const { total, outcomes, unmatched } = tally
  const { pending, unused, dropped } = now
  return { total, outcomes: { ...outcomes }, pending, unmatched: unmatched.count, unused, dropped }
}

/** What `verify()` looks at. All are on by default but `terminalMarkers`. */
export interface VerifyOptions {
  unmatched?: boolean | undefined
  mismatches?: boolean | undefined
  rejections?: boolean | undefined
  unused?: boolean | undefined
  /** Streams that ended without their end mark. Default off. */
  terminalMarkers?: boolean | undefined
}

/** Thrown by `verify()`; `problems` has one line each. */
export class VerificationError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`llm.verify() found:\n${problems.map((problem) => `- ${problem.replaceAll('\n', '\n  ')}`).join('\n')}`)
    this.name = 'VerificationError'
    this.problems = problems
  }
}

export function findProblems(
  tally: Tally,
  unused: readonly UnusedResponse[],
  options: VerifyOptions,
): readonly string[] {
  const { unmatched = true, mismatches = true, rejections = true, terminalMarkers = false } = options
  const unusedProblems = options.unused === false ? [] : unused.map(describeUnused)
  const nothingCame = tally.total + tally.unmatched.count === 0 && unusedProblems.length > 0
  return [
    ...listNoted('an error of msw-llm itself', tally.bugs),
    ...(unmatched ? listNoted('a call to a provider that no route serves', tally.unmatched) : []),
    ...(mismatches ? listNoted('a fixture that failed', tally.failures) : []),
    ...(mismatches ? listNoted('a request that no fixture fitted', tally.mismatches) : []),
    ...(rejections ? listNoted('a request that was rejected', tally.rejections) : []),
    ...(terminalMarkers ? listNoted('a stream that did not end', tally.unmarked) : []),
    ...unusedProblems,
    ...(nothingCame ? [nothingCameHint] : []),
  ]
}

const nothingCameHint =
  'no request was answered at all: was the client made before server.listen(), or without fetch: llm.fetch, was a call not awaited, or did its client leave during a delay?'

function listNoted(what: string, { count, samples }: Noted): readonly string[] {
  const shown = samples.reduce((sum, { times }) => sum + times, 0)
  return [
    ...samples.map(({ text, times }) => `${what}: ${text}${times > 1 ? ` (${times} times)` : ''}`),
    ...(count > shown ? [`${what}: ${count - shown} more`] : []),
  ]
}

function describeUnused({ scenario, step, index }: UnusedResponse): string {
  const dataset = scenario.dataset === null ? '' : ` of dataset '${scenario.dataset}'`
  if (step === null) {
    return `a response that nobody asked for: number ${index + 1} of ${scenario.responses.length} in scenario '${scenario.id}'${dataset}`
  }
  const reason = unreachableSteps(scenario.steps ?? []).get(step.id)
  const what = reason === undefined ? 'a step that nobody came to' : 'a step that nobody can come to'
  const attempt = step.responses.length === 1 ? '' : `, response ${index + 1} of ${step.responses.length}`
  return `${what}: '${step.id}' of conversation '${scenario.id}'${dataset}${attempt}${reason === undefined ? '' : `: ${reason}`}`
}
