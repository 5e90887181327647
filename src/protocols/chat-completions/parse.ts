/** Reads a chat-completions request. */
import { admitted, badRequest, rejected, type Admission, type Rejection } from '../../admission/rejection.ts'
import type { JsonObject, JsonValue } from '../../json.ts'
import { compactLength } from '../../compact-length.ts'
import { readQuery } from '../../request/query.ts'
import { sessionOf, type RequestedFeature } from '../../request/canonical.ts'
import type { RequestSnapshot } from '../../request/snapshot.ts'
import { modelOfBody, namedModel } from '../named-model.ts'
import type { ParsedRequest, RouteContext } from '../protocol.ts'
import { missingParameter, rejectBody, rejectShape } from '../shape-rejection.ts'
import { findAmbiguousRefusal, readMessage } from './messages.ts'
import type { ChatCompletionsTraits } from './traits.ts'
import { chatRequestSchema, type ChatRequest } from './schema.ts'

/** What a request says of its stream. */
export interface ChatOptions {
  /** What the answer says its model is. */
  readonly answeredModel: string
  readonly includeUsage: boolean
  readonly includeObfuscation: boolean
}

export function parseChatRequest(
  snapshot: RequestSnapshot,
  { provider, route, params }: RouteContext,
  { readModel = modelOfBody, checkShape, streamOptionsRule = streamOptionsOfOpenai }: ChatCompletionsTraits,
): Admission<ParsedRequest<ChatOptions>> {
  const { body } = snapshot
  if (body.kind !== 'json') return rejected(rejectBody(body))
  const named = readModel(namedModel(body.value), { params, headers: snapshot.headers })
  if (named === null) return rejected(missingParameter('model'))
  const result = chatRequestSchema().safeParse(body.value)
  if (!result.success) return rejected(rejectShape(result.error.issues, body.value))
  const request = result.data
  const misshapen = checkShape?.(snapshot)
  if (misshapen) return rejected(misshapen)
  const messages = request.messages.map(readMessage)
  const stream = request.stream === true
  return admitted({
    canonical: {
      provider,
      route,
      model: named.model,
      stream,
      messages,
      tools: declaredTools(request),
      structuredOutput: isStructured(request),
      session: sessionOf(snapshot.headers),
      apiVersion: readQuery(snapshot.url, 'api-version'),
    },
    transport: stream ? 'sse' : 'json',
    toolSchemas: declaredSchemas(request),
    ...(request.parallel_tool_calls === false && { oneToolCall: true }),
    features: requestedFeatures(request),
    choices: request.n ?? 1,
    options: {
      answeredModel: named.answered,
      includeUsage: request.stream_options?.include_usage === true,
      includeObfuscation: request.stream_options?.include_obfuscation !== false,
    },
    violation: findViolation(request, streamOptionsRule),
    promptLength: () => compactLength((body.value as JsonObject)['messages'] ?? null),
    planless: null,
  })
}

const streamOptionsOfOpenai = "The 'stream_options' parameter is only allowed when 'stream' is enabled."

function findViolation(request: ChatRequest, streamOptionsRule: string): Rejection | null {
  if (request.stream_options && request.stream !== true) {
    return badRequest('stream_options_without_stream', streamOptionsRule, 'stream_options')
  }
  return findAmbiguousRefusal(request.messages)
}

function requestedFeatures(request: ChatRequest): readonly RequestedFeature[] {
  const features: RequestedFeature[] = []
  if (declaredTools(request).length > 0) features.push('tools')
  if (request.messages.some(bearsTools)) features.push('tool_history')
  if (isStructured(request)) features.push('structured_output')
  return features
}

function declaredTools({ tools, functions }: ChatRequest): readonly string[] {
  return [
    ...(tools ?? []).map((tool) => tool.function?.name ?? tool.custom?.name ?? tool.type),
    ...(functions ?? []).map(({ name }) => name),
  ]
}

/** What each tool declares of its arguments. */
function declaredSchemas({ tools, functions }: ChatRequest): ReadonlyMap<string, JsonValue> {
  const declared = [...(tools ?? []).flatMap((tool) => tool.function ?? []), ...(functions ?? [])]
  return new Map(
    declared.flatMap(({ name, parameters }) =>
      typeof parameters === 'object' && parameters !== null ? [[name, parameters as JsonValue]] : [],
    ),
  )
}

function bearsTools(message: ChatRequest['messages'][number]): boolean {
  if (message.role === 'tool' || message.role === 'function') return true
  return message.role === 'assistant' && ((message.tool_calls?.length ?? 0) > 0 || Boolean(message.function_call))
}

function isStructured({ response_format }: ChatRequest): boolean {
  return response_format?.type === 'json_object' || response_format?.type === 'json_schema'
}
