/** Reads a Messages request. */
import { admitted, badRequest, rejected, type Admission, type Rejection } from '../../admission/rejection.ts'
import { sessionOf, type RequestedFeature } from '../../request/canonical.ts'
import { readQuery } from '../../request/query.ts'
import type { RequestSnapshot } from '../../request/snapshot.ts'
import type { Answer, ParsedRequest, PlanlessContext, RouteContext } from '../protocol.ts'
import { rejectBody, rejectShape } from '../shape-rejection.ts'
import { encodeMessage } from './encode.ts'
import { cacheMarksOf, breaksMarkRules } from './cache-marks.ts'
import { fileTypes, readHistory } from './history.ts'
import { messagesRequestSchema, type ContentBlock, type MessagesRequest } from './schema.ts'

export function parseMessagesRequest(
  { body, headers, url }: RequestSnapshot,
  { provider, route }: RouteContext,
): Admission<ParsedRequest<null>> {
  if (body.kind !== 'json') return rejected(rejectBody(body))
  const result = messagesRequestSchema().safeParse(body.value)
  if (!result.success) return rejected(inNativeWords(rejectShape(result.error.issues, body.value)))
  const request = result.data
  const stream = request.stream === true
  const tools = (request.tools ?? []).map(({ name, type }) => name ?? type ?? 'custom')
  const structuredOutput = isStructured(request)
  return admitted({
    canonical: {
      provider,
      route,
      model: request.model,
      stream,
      messages: readHistory(request),
      tools,
      structuredOutput,
      session: sessionOf(headers),
      apiVersion: readQuery(url, 'api-version'),
    },
    transport: stream ? 'sse' : 'json',
    features: [
      ...(tools.length > 0 ? ['tools' as const] : []),
      ...historyFeatures(request),
      ...(structuredOutput ? ['structured_output' as const] : []),
    ],
    choices: 1,
    options: null,
    cacheMarks: cacheMarksOf(request),
    violation: breaksMarkRules(request) ?? (request.max_tokens === 0 ? findViolation(request) : null),
    planless:
      request.max_tokens === 0
        ? { outcome: 'cache_only', encode: (context) => encodeNothing(request.model, context) }
        : null,
  })
}

/** A missing field is told as recorded. */
function inNativeWords(rejection: Rejection): Rejection {
  const { code, param } = rejection
  if (code !== 'missing_required_parameter' || param === null) return rejection
  return { ...rejection, message: `${param.replace(/\[(\d+)\]/g, '.$1')}: Field required` }
}

/** Without tokens to generate a request fills the cache, and nothing that asks for output goes with it. */
function findViolation(request: MessagesRequest): Rejection | null {
  const { stream, thinking, tool_choice: choice } = request
  const partner =
    (stream === true && 'stream: true') ||
    (thinking != null && thinking.type !== 'disabled' && `thinking of type '${thinking.type}'`) ||
    ((choice?.type === 'any' || choice?.type === 'tool') && `tool_choice of type '${choice.type}'`) ||
    (isStructured(request) && 'an output format')
  return partner === false
    ? null
    : badRequest('max_tokens_zero', `max_tokens: 0 cannot be combined with ${partner}.`, 'max_tokens')
}

function encodeNothing(model: string, { identity, usage, cacheWriteHourTokens }: PlanlessContext): string {
  const answer: Answer = { ...emptyAnswer, finishReason: 'length', usage, cacheWriteHourTokens }
  return JSON.stringify(encodeMessage(model, answer, identity))
}

export const emptyAnswer: Omit<Answer, 'usage' | 'cacheWriteHourTokens'> = {
  content: '',
  visible: '',
  chunks: null,
  outcome: 'ordinary',
  finishReason: 'stop',
  category: null,
  explanation: null,
  toolCalls: [],
  moderation: null,
  others: [],
}

function isStructured({ output_config, output_format }: MessagesRequest): boolean {
  return Boolean(output_config?.format ?? output_format)
}

/** What the service's own tools leave in a history are tool calls and results too. */
function historyFeatures({ messages }: MessagesRequest): readonly RequestedFeature[] {
  const found = new Set(
    messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content.flatMap(featuresOf))),
  )
  return (['tool_history', 'thinking', 'native_items'] as const).filter((feature) => found.has(feature))
}

function featuresOf(block: ContentBlock): readonly RequestedFeature[] {
  const type = block.type === 'other' ? block.native : block.type
  if (/tool_(use|result)$/.test(type)) return ['tool_history']
  if (/^(redacted_)?thinking$/.test(type)) return ['thinking']
  return block.type === 'other' && !fileTypes.includes(type) ? ['native_items'] : []
}
