/** The shape of a Responses request: what we read or echo of it. Fields that we do neither with may hold anything. */
import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../json.ts'
import { lazy } from '../../lazy.ts'

export interface ResponsesRequest {
  readonly input: string | readonly InputItem[]
  readonly instructions?: string | null
  readonly stream?: boolean | null
  readonly stream_options?: { readonly include_obfuscation?: boolean | null } | null
  readonly include?: readonly string[] | null
  readonly previous_response_id?: string | null
  readonly conversation?: JsonValue
  readonly tools?: readonly DeclaredTool[] | null
  readonly text?: (JsonObject & { readonly format?: TextFormat | null }) | null
  readonly reasoning?: JsonObject | null
  readonly tool_choice?: string | JsonObject | null
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly max_output_tokens?: number | null
  readonly max_tool_calls?: number | null
  readonly parallel_tool_calls?: boolean | null
  readonly prompt_cache_key?: string | null
  readonly prompt_cache_retention?: string | null
  readonly safety_identifier?: string | null
  readonly service_tier?: string | null
  readonly store?: boolean | null
  readonly temperature?: number | null
  readonly top_logprobs?: number | null
  readonly top_p?: number | null
  readonly truncation?: string | null
  readonly user?: string | null
}

export type DeclaredTool = JsonObject & { readonly type: string; readonly name?: string }
export type TextFormat = JsonObject & { readonly type: 'text' | 'json_object' | 'json_schema' }

/** The items whose content we read; any other one has a type of its own and is kept out of the history. */
export type InputItem = MessageItem | CallItem | ResultItem | { readonly type: string }

export type MessageItem =
  | { readonly role: 'system' | 'developer' | 'user'; readonly content: string | readonly InputPart[] }
  | { readonly role: 'assistant'; readonly content: string | readonly OutputPart[] }

export type InputPart =
  | { readonly type: 'input_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly image_url?: string | null }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly format: string } }
  | { readonly type: 'input_file' }

export type OutputPart =
  | { readonly type: 'output_text'; readonly text: string }
  | { readonly type: 'refusal'; readonly refusal: string }

export type CallItem = { readonly call_id: string; readonly name: string } & (
  | { readonly type: 'function_call'; readonly arguments: string }
  | { readonly type: 'custom_tool_call'; readonly input: string }
)

export interface ResultItem {
  readonly type: 'function_call_output' | 'custom_tool_call_output'
  readonly call_id: string
  readonly output: string | readonly InputPart[]
}

/** Both messages and references to items may come without a type. */
export function isMessage(item: object): item is MessageItem {
  const { type, id } = item as { type?: unknown; id?: unknown }
  return type === 'message' || (type == null && ('role' in item || typeof id !== 'string'))
}

/** What is wrong with a body that is no request. */
export function findIssues(body: JsonValue): readonly z.core.$ZodIssue[] {
  const result = requestSchema().safeParse(body)
  if (!result.success) return result.error.issues
  const { input } = result.data
  if (typeof input === 'string') return []
  const schemas = itemSchemas()
  for (const [index, item] of input.entries()) {
    const schema = isMessage(item) ? schemas.get('message') : schemas.get(item.type ?? '')
    const issues = schema?.safeParse(item).error?.issues
    if (issues !== undefined) return issues.map((issue) => ({ ...issue, path: ['input', index, ...issue.path] }))
  }
  return []
}

const requestSchema = lazy(() => {
  const text = z.string().nullish()
  const number = z.number().nullish()
  const whole = z.int().nullish()
  const flag = z.boolean().nullish()
  const format = z
    .looseObject({ type: z.enum(['text', 'json_object', 'json_schema']) })
    .refine(({ type, name }) => type !== 'json_schema' || typeof name === 'string', { path: ['name'] })
    .refine(({ type, schema }) => type !== 'json_schema' || typeof schema === 'object', { path: ['schema'] })
  const tool = z
    .looseObject({ type: z.string() })
    .refine(({ type, name }) => type !== 'function' || typeof name === 'string', { path: ['name'] })
  return z.object({
    model: z.string().min(1).optional(),
    input: z.union([z.string(), z.array(z.looseObject({ type: text }))]),
    instructions: text,
    stream: flag,
    stream_options: z.object({ include_obfuscation: flag }).nullish(),
    include: z.array(z.string()).nullish(),
    previous_response_id: text,
    tools: z.array(tool).nullish(),
    text: z.object({ format: format.nullish() }).nullish(),
    reasoning: z.looseObject({}).nullish(),
    tool_choice: z.union([z.string(), z.looseObject({})]).nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    max_output_tokens: whole,
    max_tool_calls: whole,
    parallel_tool_calls: flag,
    prompt_cache_key: text,
    prompt_cache_retention: text,
    safety_identifier: text,
    service_tier: text,
    store: flag,
    temperature: number,
    top_logprobs: whole,
    top_p: number,
    truncation: text,
    user: text,
  })
})

const itemSchemas = lazy((): ReadonlyMap<string, z.ZodType> => {
  const inputContent = z.union([
    z.string(),
    z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('input_text'), text: z.string() }),
        z.object({ type: z.literal('input_image'), image_url: z.string().nullish() }),
        z.object({ type: z.literal('input_audio'), input_audio: z.object({ format: z.string() }) }),
        z.object({ type: z.literal('input_file') }),
      ]),
    ),
  ])
  const outputContent = z.union([
    z.string(),
    z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('output_text'), text: z.string() }),
        z.object({ type: z.literal('refusal'), refusal: z.string() }),
      ]),
    ),
  ])
  const call = { call_id: z.string(), name: z.string() }
  const result = z.object({ call_id: z.string(), output: inputContent })
  return new Map<string, z.ZodType>([
    [
      'message',
      z.discriminatedUnion('role', [
        z.object({ role: z.enum(['system', 'developer', 'user']), content: inputContent }),
        z.object({ role: z.literal('assistant'), content: outputContent }),
      ]),
    ],
    ['function_call', z.object({ ...call, arguments: z.string() })],
    ['custom_tool_call', z.object({ ...call, input: z.string() })],
    ['function_call_output', result],
    ['custom_tool_call_output', result],
  ])
})
