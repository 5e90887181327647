/** The response object, which echoes most of its request. */
import type { CompleteUsage } from '../../conversation/usage.ts'
import type { JsonObject } from '../../json.ts'
import type { Answer, Identity } from '../protocol.ts'
import type { ResponsesOptions } from './parse.ts'
import type { DeclaredTool, ResponsesRequest, TextFormat } from './schema.ts'
import type { IncompleteReason, OutputMessage, ResponseBody, WireUsage } from './wire.ts'

/** `resp_` and 50 hexadecimal digits. */
const idLength = 50

/** How a response ended. */
export interface End {
  readonly status: 'completed' | 'incomplete'
  readonly reason: IncompleteReason | null
  readonly usage: WireUsage
  readonly output: readonly OutputMessage[]
}

export function endOf({ outcome, finishReason, usage }: Answer): Omit<End, 'output'> {
  const reason = outcome === 'filtered' ? 'content_filter' : finishReason === 'length' ? 'max_output_tokens' : null
  return { status: reason === null ? 'completed' : 'incomplete', reason, usage: encodeUsage(usage) }
}

export function responseIdOf(id: string): string {
  return `resp_${id.padStart(idLength, '0')}`
}

/** `null`: it is still in progress. Keys, their order and their defaults as recorded in August 2026. */
export function responseObject(
  { answeredModel, request }: ResponsesOptions,
  { id, created }: Identity,
  end: End | null,
): ResponseBody {
  const tier = request.service_tier ?? 'auto'
  return {
    id: responseIdOf(id),
    object: 'response',
    created_at: created,
    status: end?.status ?? 'in_progress',
    background: false,
    completed_at: end?.status === 'completed' ? created : null,
    error: null,
    frequency_penalty: 0,
    incomplete_details: end?.reason ? { reason: end.reason } : null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    model: answeredModel,
    moderation: null,
    output: end?.output ?? [],
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    presence_penalty: 0,
    previous_response_id: request.previous_response_id ?? null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    prompt_cache_retention: request.prompt_cache_retention ?? 'in_memory',
    reasoning: { context: null, effort: null, summary: null, ...request.reasoning },
    safety_identifier: request.safety_identifier ?? null,
    service_tier: end !== null && tier === 'auto' ? 'default' : tier,
    store: request.store ?? true,
    temperature: request.temperature ?? 1,
    text: echoText(request.text),
    tool_choice: request.tool_choice ?? 'auto',
    tool_usage: {
      image_gen: {
        input_tokens: 0,
        input_tokens_details: { image_tokens: 0, text_tokens: 0 },
        output_tokens: 0,
        output_tokens_details: { image_tokens: 0, text_tokens: 0 },
        total_tokens: 0,
      },
      web_search: { num_requests: 0 },
    },
    tools: (request.tools ?? []).map(echoTool),
    top_logprobs: request.top_logprobs ?? 0,
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? 'disabled',
    usage: end?.usage ?? null,
    user: request.user ?? null,
    metadata: request.metadata ?? {},
  }
}

function echoText(text: ResponsesRequest['text']): JsonObject {
  const { format, verbosity, ...rest } = text ?? {}
  return { format: echoFormat(format ?? { type: 'text' }), verbosity: verbosity ?? 'medium', ...rest }
}

function echoFormat(format: TextFormat): JsonObject {
  const { type, name = null, schema = null, ...rest } = format
  return type === 'json_schema' ? { type, description: null, name, schema, strict: false, ...rest } : format
}

/** A function that says nothing of `strict` is strict. */
function echoTool(tool: DeclaredTool): JsonObject {
  const { type, name = null, ...rest } = tool
  return type === 'function' ? { type, description: null, name, parameters: null, strict: true, ...rest } : tool
}

function encodeUsage(usage: CompleteUsage): WireUsage {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteInputTokens, reasoningTokens } = usage
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cache_write_tokens: cacheWriteInputTokens, cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  }
}
