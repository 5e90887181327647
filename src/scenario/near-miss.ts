/** Explains why no scenario answered: the first dimension that failed, and the scenarios that came closest. */
import type { PreparedScenario } from '../fixture/prepare.ts'
import type { MessagePattern } from '../fixture/scenario.ts'
import type { CanonicalRequest, Message } from '../request/canonical.ts'
import { compareMessages, type Comparison } from './match.ts'
import { servesCredential, servesModel, servesProvider } from './serves.ts'

/** Dimensions in the order in which they are compared. */
const dimensions = ['provider', 'model', 'credential', 'messages'] as const
type Dimension = (typeof dimensions)[number]

interface Miss {
  readonly scenario: PreparedScenario
  readonly dimension: Dimension
  /** Patterns that did match, out of those there are. */
  readonly progress: number
  readonly reason: string
}

const shown = 3

export function explainMiss(
  scenarios: readonly PreparedScenario[],
  request: CanonicalRequest,
  credentials: readonly string[],
): string {
  if (scenarios.length === 0) {
    return (
      `No scenario is configured, so nothing can answer ${describeRequest(request)}. ` +
      `Add one: llm.use(scenario('my-scenario', { responses: [text('Hello!')] })).`
    )
  }
  const misses = scenarios.map((scenario) => missOf(scenario, request, credentials))
  const furthest = Math.max(...misses.map(rank))
  const nearest = misses
    .filter((miss) => rank(miss) === furthest)
    .toSorted((a, b) => b.progress - a.progress)
    .slice(0, shown)
  const dimension = dimensions[furthest] as Dimension
  return [
    `No scenario answers ${describeRequest(request)}: of ${count(scenarios.length, 'scenario')}, none fits its ${dimension}. Nearest:`,
    ...nearest.map((miss) => `- '${miss.scenario.id}' ${miss.reason}`),
    `Change the ${dimension === 'messages' ? 'match' : dimension} of one of them, or add a scenario for this request.`,
  ].join('\n')
}

function rank(miss: Miss): number {
  return dimensions.indexOf(miss.dimension)
}

function missOf(scenario: PreparedScenario, request: CanonicalRequest, credentials: readonly string[]): Miss {
  const miss = (dimension: Dimension, reason: string, progress = 0): Miss => ({ scenario, dimension, progress, reason })
  if (!servesProvider(scenario, request)) {
    return miss('provider', `is for ${(scenario.providers ?? []).join(', ')}; the request came to ${request.provider}`)
  }
  if (!servesModel(scenario, request)) {
    return miss('model', `expects model '${scenario.modelId}'; the request names '${request.model}'`)
  }
  if (!servesCredential(scenario, credentials)) {
    return miss('credential', `requires another bearer token than the request carries`)
  }
  const comparison = scenario.match === null ? null : compareMessages(scenario.match, request.messages)
  if (comparison === null || comparison.matches) return miss('messages', 'matches')
  const patterns = scenario.match?.messages.length ?? 1
  return miss('messages', describeFailure(comparison, patterns, request.messages), comparison.matched / patterns)
}

function describeFailure(
  failure: Extract<Comparison, { matches: false }>,
  patterns: number,
  messages: readonly Message[],
): string {
  if (failure.failed === null) {
    return `expects exactly ${count(patterns, 'message')}; the request has ${messages.length}, the next being ${describeMessage(failure.message)}`
  }
  const came = failure.message === null ? 'no such message came' : `what came is ${describeMessage(failure.message)}`
  return `expects ${describePattern(failure.failed)}; ${came}`
}

function describePattern({ role, content, last, ...rest }: MessagePattern): string {
  const who = `${last === true ? 'the last message to be ' : ''}${role === undefined ? 'a message' : `a ${role} message`}`
  const what = content === undefined ? '' : ` with ${quote(content)}`
  const more = Object.entries(rest).filter(([, value]) => value !== undefined)
  return who + what + (more.length === 0 ? '' : ` and ${quote(JSON.stringify(Object.fromEntries(more)), false)}`)
}

function describeMessage(message: Message | null): string {
  if (message === null) return 'nothing'
  const { role, content, ...rest } = message
  const more = Object.keys(rest).length === 0 ? '' : ` and ${quote(JSON.stringify(rest), false)}`
  return `a ${role} message with ${quote(content)}${more}`
}

function describeRequest({ route, model, messages }: CanonicalRequest): string {
  return `${route} (model '${model}', ${count(messages.length, 'message')})`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function quote(text: string, asJson = true): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text
  return asJson ? JSON.stringify(short) : short
}
