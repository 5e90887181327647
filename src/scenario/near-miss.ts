/** Explains why no scenario answered: the first dimension that failed, and the scenarios that came closest. */
import type { PreparedScenario } from '../fixture/prepare.ts'
import type { MessagePattern } from '../fixture/scenario.ts'
import type { CanonicalRequest, Message } from '../request/canonical.ts'
import { count, quote, quoteBoth, shorten, shortenBoth, withArticle } from '../wording.ts'
import type { FoundStep } from './find-step.ts'
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

const shownScenarios = 3

export function explainMiss(
  scenarios: readonly PreparedScenario[],
  inactive: readonly string[],
  request: CanonicalRequest,
  credentials: readonly string[],
  findStep: (scenario: PreparedScenario) => FoundStep,
): string {
  if (scenarios.length === 0) {
    if (inactive.length > 0) {
      return (
        `No scenario is active, so nothing can answer ${describeRequest(request)}: ` +
        `${inactive.map((name) => `'${name}'`).join(', ')} are configured and not in activeDatasets.`
      )
    }
    return (
      `No scenario is configured, so nothing can answer ${describeRequest(request)}. ` +
      `Add one: llm.use(scenario('my-scenario', { responses: [text('Hello!')] })).`
    )
  }
  const misses = scenarios.map((scenario) => missOf(scenario, request, credentials, findStep))
  const furthest = misses.reduce((most, miss) => Math.max(most, rank(miss)), 0)
  const nearest = misses
    .filter((miss) => rank(miss) === furthest)
    .toSorted((a, b) => b.progress - a.progress)
    .slice(0, shownScenarios)
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

function missOf(
  scenario: PreparedScenario,
  request: CanonicalRequest,
  credentials: readonly string[],
  findStep: (scenario: PreparedScenario) => FoundStep,
): Miss {
  const miss = (dimension: Dimension, reason: string, progress = 0): Miss => ({ scenario, dimension, progress, reason })
  if (!servesProvider(scenario, request)) {
    return miss('provider', `is for ${(scenario.providers ?? []).join(', ')}; the request came to ${request.provider}`)
  }
  if (!servesModel(scenario, request)) {
    return miss('model', `expects model '${scenario.modelId}'; the request names '${shorten(request.model)}'`)
  }
  if (!servesCredential(scenario, credentials)) {
    return miss('credential', `requires another bearer token than the request carries`)
  }
  const comparison = scenario.match === null ? null : compareMessages(scenario.match, request.messages)
  if (comparison === null || comparison.matches) {
    return miss('messages', describeSteps(findStep(scenario), request.messages), 1)
  }
  const patterns = scenario.match?.messages.length ?? 1
  return miss(
    'messages',
    describeFailure(comparison, patterns, request.messages, scenario.match?.mode === 'exact'),
    comparison.matched / patterns,
  )
}

/** Why none of a conversation's steps is the turn. */
function describeSteps(found: FoundStep, messages: readonly Message[]): string {
  if (found.kind !== 'none') return 'matches'
  const { parent, candidates } = found
  const where =
    parent === null
      ? 'is a conversation that none of its turns has brought here, and of its first turns'
      : `stands after '${parent.step}', and of the steps that follow`
  const fails = candidates.map(({ id, match }) => {
    const comparison = match === null ? null : compareMessages(match, messages, parent?.length)
    if (comparison === null || comparison.matches || match === null) return `'${id}' matches`
    return `'${id}' ${describeFailure(comparison, match.messages.length, messages, match.mode === 'exact')}`
  })
  return `${where} ${fails.slice(0, shownScenarios).join('; ')}`
}

function describeFailure(
  { failed, message, after }: Extract<Comparison, { matches: false }>,
  patterns: number,
  messages: readonly Message[],
  exact: boolean,
): string {
  if (failed === null) {
    const next = message === null ? 'nothing' : describeMessage(message, quote(message.content), restOf(message))
    return `expects exactly ${count(patterns, 'message')}; the request has ${messages.length}, the next being ${next}`
  }
  if (message === null) {
    const where = exact || after === 0 ? '' : ` after message ${after}`
    return `expects ${describePattern(failed, exact, quote(failed.content ?? ''), restOf(failed))}; no such message came${where}`
  }
  const [content, cameContent] = quoteBoth(failed.content ?? '', message.content, !exact)
  const [rest, cameRest] = shortenBoth(restOf(failed), restOf(message))
  const hint = differsInCaseOnly(failed, message) ? ' (upper and lower case differ)' : ''
  return (
    `expects ${describePattern(failed, exact, content, rest)}; ` +
    `what came is ${describeMessage(message, cameContent, cameRest)}${hint}`
  )
}

function differsInCaseOnly({ content }: MessagePattern, message: Message): boolean {
  if (content === undefined || message.content.includes(content)) return false
  return message.content.toLowerCase().includes(content.toLowerCase())
}

function describePattern(
  { role, content = '', last }: MessagePattern,
  exact: boolean,
  shown: string,
  rest: string,
): string {
  const who = `${last === true ? 'the last message to be ' : ''}${withArticle(role === undefined ? 'message' : `${role} message`)}`
  const what = content === '' && !exact ? '' : ` with ${shown}`
  return who + what + describeRest(rest)
}

function describeMessage({ role }: Message, shown: string, rest: string): string {
  return `${withArticle(`${role} message`)} with ${shown}${describeRest(rest)}`
}

function describeRest(rest: string): string {
  return rest === '' ? '' : ` and ${shorten(rest)}`
}

/** What a pattern or a message has beside role and text, as JSON. */
function restOf({
  role: _role,
  content: _content,
  last: _last,
  ...rest
}: MessagePattern | (Message & { last?: never })): string {
  const present = Object.entries(rest).filter(([, value]) => value !== undefined)
  return present.length === 0 ? '' : JSON.stringify(Object.fromEntries(present))
}

function describeRequest({ route, model, messages }: CanonicalRequest): string {
  return `${route} (model '${shorten(model)}', ${count(messages.length, 'message')})`
}
