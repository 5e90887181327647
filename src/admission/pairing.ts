/** Pairing: whether a route can give a response to a request. Nothing is used up by a pair that does not fit. */
import type {
  Choice,
  FinishReason,
  FixtureResponse,
  OutputDisposition,
  PermittedRequest,
  ToolCall,
} from '../fixture/response.ts'
import type { StreamFault } from '../fixture/delivery.ts'
import type { ParsedRequest } from '../protocols/protocol.ts'
import type { RequestedFeature } from '../request/canonical.ts'
import type { Route, RouteMatch } from '../route.ts'
import { lengthsOf, piecesOf, textsOf } from '../moderation/moderate.ts'
import { findAnnotationFaults } from '../moderation/schedule.ts'
import { quote } from '../wording.ts'
import { argumentText } from '../fixture/argument-text.ts'
import { argumentFault } from './tool-arguments.ts'
import { conflict, type Rejection } from './rejection.ts'

/** What each feature is called, and which permission lets an output disposition answer it. */
const features: Readonly<
  Record<RequestedFeature, { readonly name: string; readonly permission: PermittedRequest | null }>
> = {
  tools: { name: 'declares tools', permission: 'tools' },
  tool_history: { name: 'has tool calls or tool results in its history', permission: 'tools' },
  structured_output: { name: 'asks for structured output', permission: 'structured_output' },
  includes: { name: 'asks for further output by include', permission: null },
  native_items: { name: 'has items other than messages in its input', permission: null },
  thinking: { name: 'has thinking blocks in its history', permission: null },
}

/** Where the request has arrived. */
interface Place {
  readonly route: Route
  readonly params: RouteMatch
}

/** Why the pair does not fit, or `null`. `name` says which response it is. */
export function pair(
  { route, params }: Place,
  request: ParsedRequest,
  response: FixtureResponse,
  name: string,
): Rejection | null {
  const reason = response.error === undefined ? reasonAgainst({ route, params }, request, response) : null
  return reason === null ? null : mismatchOf({ route }, name, reason)
}

export function mismatchOf({ route }: Pick<Place, 'route'>, name: string, reason: string): Rejection {
  return conflict('fixture_mismatch', `${name} cannot answer this request to ${route.id}: ${reason}`)
}

function reasonAgainst({ route, params }: Place, request: ParsedRequest, response: FixtureResponse): string | null {
  if (response.promptBlock !== undefined) return promptBlockMismatch(route)
  if (response.raw !== undefined) return null
  return (
    firstReason([response, ...(response.choices ?? [])], (choice) => choiceMismatch(route, request, choice)) ??
    toolCallMismatch(route, request, response.toolCalls ?? []) ??
    filterMismatch({ route, params }, request, response) ??
    deliveryMismatch(route, request, response) ??
    choicesMismatch(route, request, response)
  )
}

function firstReason<T>(items: readonly T[], reasonOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const reason = reasonOf(item)
    if (reason !== null) return reason
  }
  return null
}

function choiceMismatch(route: Route, request: ParsedRequest, choice: FixtureResponse | Choice): string | null {
  const { outputDisposition: disposition, finishReason, contentFilter } = choice
  if (contentFilter !== undefined && route.contentFilter === undefined) {
    return 'the provider has no content filter. Leave contentFilter out, or give the scenario another provider.'
  }
  return (
    outcomeMismatch(route, disposition) ??
    categoryMismatch(route, disposition) ??
    finishReasonMismatch(route, finishReason) ??
    featureMismatch(request, disposition)
  )
}

type Disposition = OutputDisposition | null | undefined

function outcomeMismatch(route: Route, disposition: Disposition): string | null {
  if (!disposition || route.outcomes[disposition.kind] === 'native') return null
  const native = Object.entries(route.outcomes).flatMap(([kind, support]) => (support === 'native' ? [kind] : []))
  return (
    `the provider has no native form for '${disposition.kind}'. ` +
    `Use ${['ordinary', ...native].join(' or ')} text for this route, or give the scenario another provider.`
  )
}

function categoryMismatch({ refusalCategories }: Route, disposition: Disposition): string | null {
  const category = disposition?.kind === 'refused' ? disposition.category : null
  if (refusalCategories === undefined || category == null || refusalCategories.includes(category)) return null
  const known = refusalCategories.map((name) => `'${name}'`).join(', ')
  return `the provider's refusals have no category ${quote(category)}. Use one of ${known}, or none.`
}

function finishReasonMismatch(
  { protocol, finishReasons = [] }: Route,
  reason: FinishReason | undefined,
): string | null {
  const common: readonly FinishReason[] =
    protocol.callsTools === true ? ['stop', 'length', 'tool_calls'] : ['stop', 'length']
  if (reason === undefined || common.includes(reason) || finishReasons.includes(reason)) return null
  const known = [...common, ...finishReasons].map((name) => `'${name}'`).join(', ')
  return `the provider has no finish reason '${reason}'. Use one of ${known}, or give the scenario another provider.`
}

function toolCallMismatch(
  { protocol }: Route,
  { canonical: { tools }, toolSchemas, oneToolCall = false }: ParsedRequest,
  calls: readonly ToolCall[],
): string | null {
  if (calls.length === 0) return null
  if (protocol.callsTools !== true)
    return 'tool calls are not served on this route yet. Answer it with text, or ask a chat-completions route.'
  if (oneToolCall && calls.length > 1)
    return `the request allows no parallel tool calls, and the response makes ${calls.length}. Give it one call, or allow them in the request.`
  const undeclared = calls.find(({ name }) => !tools.includes(name))
  if (undeclared === undefined) {
    return firstReason(calls, ({ name, arguments: given }) => {
      const schema = toolSchemas?.get(name)
      const fault = schema === undefined ? null : argumentFault(argumentText(given), schema)
      return fault === null
        ? null
        : `the arguments of its call of ${quote(name)} are not what the request declares: ${fault}. Mend them, or the declared schema.`
    })
  }
  const declared = tools.length === 0 ? 'none' : tools.map((name) => quote(name)).join(', ')
  return `it calls the tool ${quote(undeclared.name)}, and the request declares ${declared}. Declare it in the request's tools, or call another.`
}

function filterMismatch({ route, params }: Place, request: ParsedRequest, response: FixtureResponse): string | null {
  const { contentFilter: own } = response
  const deployment = route.contentFilter?.(request.canonical.model, params)
  if (deployment === undefined) return null
  const mode = own?.mode ?? deployment.mode
  const blocks = [response, ...(response.choices ?? [])].some(({ contentFilter }) => contentFilter?.block !== undefined)
  if (blocks && mode === 'off') {
    return "the deployment's content filter is off, and blocks nothing. Give the response contentFilter.mode, or the deployment."
  }
  const annotates = request.transport !== 'json' && route.protocol.annotates === true
  if (own?.annotations === undefined || mode !== 'async' || !annotates || request.promptLength === undefined)
    return null
  const lengths = lengthsOf(textsOf(piecesOf(response)))
  const [fault] = findAnnotationFaults(own.annotations, lengths, own.offsetBase ?? request.promptLength())
  return fault === undefined
    ? null
    : `contentFilter.annotations[${fault.index}].${fault.field} does not hold for this prompt. ${fault.message}.`
}

/** What harms a JSON body too. */
const bodyFaults: ReadonlySet<StreamFault> = new Set<StreamFault>(['connectionFailed', 'emptyBody'])

function deliveryMismatch(
  { protocol }: Route,
  { transport }: ParsedRequest,
  { streamDelivery, wire }: FixtureResponse,
): string | null {
  const fault = streamDelivery?.fault
  if (fault !== undefined && transport === 'json-array')
    return `the fault '${fault}' is served on server-sent events, and the request asks for a JSON array. Ask with alt=sse.`
  if (fault !== undefined && transport === 'json' && !bodyFaults.has(fault))
    return `the fault '${fault}' harms a stream, and the request asks for none. Send it with a stream, or use one of ${[...bodyFaults].map((name) => `'${name}'`).join(', ')}.`
  if (fault === 'missingFinishReason' && protocol.tellsFinishReason !== true)
    return "the protocol has no finish reason. Use 'missingTerminalMarker'."
  if (transport === 'sse' && (wire?.pings ?? []).length > 0 && protocol.ping === undefined)
    return 'the protocol has no pings. Use wire.comments.'
  if (transport === 'sse' && wire?.multilineData === true && protocol.readsOneLine === true)
    return "the provider's own client reads one line of data an event. Leave wire.multilineData out."
  return null
}

function promptBlockMismatch({ protocol }: Route): string | null {
  return protocol.encodePromptBlock === undefined
    ? 'the provider has no native form for a blocked prompt. Use inputFilter or an error, or give the scenario another provider.'
    : null
}

function featureMismatch(request: ParsedRequest, disposition: Disposition): string | null {
  if (!disposition) return null
  for (const feature of request.features) {
    const { name, permission } = features[feature]
    if (permission !== null && disposition.requests?.includes(permission) === true) continue
    const advice =
      permission === null
        ? 'Answer such a request with ordinary text.'
        : `If that is meant, allow it with outputDisposition.requests: ['${permission}'].`
    return `the request ${name}, and the response is ${disposition.kind}. ${advice}`
  }
  return null
}

function choicesMismatch(
  { protocol }: Route,
  { choices: asked }: ParsedRequest,
  { choices = [] }: FixtureResponse,
): string | null {
  const given = 1 + choices.length
  if (choices.length > 0 && protocol.givesChoices !== true)
    return 'several choices are not served on this route yet. Leave choices out.'
  if (asked === given) return null
  const held = given === 1 ? 'a response holds one' : `the response holds ${given}`
  const further = asked === 2 ? 'one further choice' : `${asked - 1} further choices`
  const few = asked === 1 ? 'leave its choices out' : `give it ${further}`
  const advice = protocol.givesChoices === true ? `Send n: ${given}, or ${few}.` : `Send n: 1 or leave it out.`
  return `the request asks for n = ${asked} answers, and ${held}. ${advice}`
}
