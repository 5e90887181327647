/** Reads a Responses request. */
import { promptLength } from './prompt-length.ts'
import { admitted, badRequest, rejected, type Admission, type Rejection } from '../../admission/rejection.ts'
import { isTooDeep, maximumDepth, sessionOf, type RequestedFeature } from '../../request/canonical.ts'
import { readQuery } from '../../request/query.ts'
import type { RequestSnapshot } from '../../request/snapshot.ts'
import { shorten } from '../../wording.ts'
import { modelOfBody, namedModel } from '../named-model.ts'
import type { ParsedRequest, RouteContext } from '../protocol.ts'
import { missingParameter, rejectBody, rejectShape } from '../shape-rejection.ts'
import { findAmbiguousRefusal, readHistory } from './items.ts'
import { findIssues, isMessage, type ResponsesRequest } from './schema.ts'
import type { ResponsesTraits } from './traits.ts'

export interface ResponsesOptions {
  /** What the answer says its model is. */
  readonly answeredModel: string
  readonly includeObfuscation: boolean
  /** As sent, since the answer echoes much of it. */
  readonly request: ResponsesRequest
}

export function parseResponsesRequest(
  snapshot: RequestSnapshot,
  { provider, route, params }: RouteContext,
  { readModel = modelOfBody, checkShape }: ResponsesTraits,
): Admission<ParsedRequest<ResponsesOptions>> {
  const { body } = snapshot
  if (body.kind !== 'json') return rejected(rejectBody(body))
  const named = readModel(namedModel(body.value), { params, headers: snapshot.headers })
  if (named === null) return rejected(missingParameter('model'))
  const issues = findIssues(body.value)
  if (issues.length > 0) return rejected(rejectShape(issues, body.value))
  // The schema's own output would put the fields that are echoed into another order.
  const request = body.value as unknown as ResponsesRequest
  if (request.input.length === 0 && typeof request.input !== 'string') return rejected(missingParameter('input'))
  const misshapen = findDeepEcho(request) ?? checkShape?.(snapshot)
  if (misshapen) return rejected(misshapen)
  const stream = request.stream === true
  return admitted({
    canonical: {
      provider,
      route,
      model: named.model,
      stream,
      messages: readHistory(request),
      tools: (request.tools ?? []).map(({ name, type }) => name ?? type),
      structuredOutput: isStructured(request),
      session: sessionOf(snapshot.headers),
      apiVersion: readQuery(snapshot.url, 'api-version'),
    },
    transport: stream ? 'sse' : 'json',
    features: requestedFeatures(request),
    choices: 1,
    options: {
      answeredModel: named.answered,
      includeObfuscation: request.stream_options?.include_obfuscation !== false,
      request,
    },
    instructions: request.instructions == null ? 0 : 1,
    continues: request.previous_response_id ?? null,
    stores: request.store !== false,
    violation: findViolation(request),
    promptLength: () => promptLength(body.value),
    planless: null,
  })
}

/** What is echoed is serialised by recursion. */
function findDeepEcho(request: ResponsesRequest): Rejection | null {
  for (const name of ['tools', 'tool_choice', 'text', 'reasoning'] as const) {
    if (isTooDeep(request[name] ?? null)) {
      return badRequest('invalid_value', `Invalid '${name}': it is nested deeper than ${maximumDepth} levels.`, name)
    }
  }
  return null
}

function findViolation(request: ResponsesRequest): Rejection | null {
  const { previous_response_id: previous, conversation } = request
  if (previous != null && !/^[\w-]*$/.test(previous)) {
    const message =
      `Invalid 'previous_response_id': '${shorten(previous)}'. ` +
      'Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.'
    return badRequest('invalid_value', message, 'previous_response_id')
  }
  if (conversation != null) {
    const message = 'Conversation not found: the mock keeps none. Send its items as input.'
    return badRequest('invalid_value', message, 'conversation')
  }
  return findAmbiguousRefusal(request)
}

function requestedFeatures(request: ResponsesRequest): readonly RequestedFeature[] {
  const { input, tools, include } = request
  const types = typeof input === 'string' ? [] : input.flatMap((item) => (isMessage(item) ? [] : [typeOf(item)]))
  const features: RequestedFeature[] = []
  if ((tools?.length ?? 0) > 0) features.push('tools')
  if (types.some((type) => /_call(_output)?$/.test(type))) features.push('tool_history')
  if (isStructured(request)) features.push('structured_output')
  if ((include?.length ?? 0) > 0) features.push('includes')
  // What the canonical history keeps is no more native than in other formats.
  if (types.some((type) => !/^(function|custom_tool)_call(_output)?$/.test(type))) features.push('native_items')
  return features
}

/** Only a reference to an item may come without a type. */
function typeOf({ type }: { readonly type?: string | null }): string {
  return type ?? 'item_reference'
}

function isStructured({ text }: ResponsesRequest): boolean {
  const type = text?.format?.type
  return type === 'json_object' || type === 'json_schema'
}
