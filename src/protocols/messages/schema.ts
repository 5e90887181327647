/** The shape of a Messages request: what we read of it. Fields we do not read may hold anything. */
import { z } from 'zod'
import type { JsonValue } from '../../json.ts'
import { lazy } from '../../lazy.ts'

export interface MessagesRequest {
  model: string
  max_tokens: number
  messages: RequestMessage[]
  /** At the end of the prompt. */
  cache_control?: CacheControl | null | undefined
  system?: string | TextBlock[] | null | undefined
  stream?: boolean | null | undefined
  tools?: ({ type?: string | null | undefined; name?: string | undefined } & Marked)[] | null | undefined
  tool_choice?: { type: string } | null | undefined
  thinking?: { type: string } | null | undefined
  output_config?: { format?: object | null | undefined } | null | undefined
  /** The older name of `output_config.format`. */
  output_format?: object | null | undefined
}

export interface RequestMessage {
  role: 'user' | 'assistant' | 'system'
  content: string | ContentBlock[]
}

export interface CacheControl {
  type: 'ephemeral'
  ttl?: '5m' | '1h' | null | undefined
}

/** Up to here the prompt is to be kept in the prompt cache. */
interface Marked {
  cache_control?: CacheControl | null | undefined
}

export type ContentBlock = ResultBlock | ToolUseBlock | ToolResultBlock
export type ToolUseBlock = Marked & { type: 'tool_use'; id: string; name: string; input?: JsonValue | undefined }
export type ToolResultBlock = Marked & {
  type: 'tool_result'
  tool_use_id: string
  content?: string | ResultBlock[] | null | undefined
}

/** What the result of a tool may hold. */
export type ResultBlock =
  | TextBlock
  | (Marked & { type: 'image' | 'document'; source: { media_type?: string | undefined } })
  /** Every other block: the service has dozens, and they may hold anything. */
  | (Marked & { type: 'other'; native: string })

type TextBlock = Marked & { type: 'text'; text: string }

export const messagesRequestSchema: () => z.ZodType<MessagesRequest> = lazy(() => {
  const cache_control = z.object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).nullish() }).nullish()
  const text = z.object({ type: z.literal('text'), text: z.string(), cache_control })
  const other = z.object({ type: z.literal('other'), native: z.string(), cache_control })
  const source = z.object({ media_type: z.string().optional() })
  const attachment = z.object({ type: z.enum(['image', 'document']), source, cache_control })
  const attachments = ['image', 'document']

  const resultBlock = z.preprocess(
    nameOthers(['text', ...attachments]),
    z.discriminatedUnion('type', [text, attachment, other]),
  )
  const toolUse = z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.custom<JsonValue>().optional(),
    cache_control,
  })
  const toolResult = z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(resultBlock)]).nullish(),
    cache_control,
  })
  const block = z.preprocess(
    nameOthers(['text', ...attachments, 'tool_use', 'tool_result']),
    z.discriminatedUnion('type', [text, attachment, toolUse, toolResult, other]),
  )

  const typed = z.object({ type: z.string() }).nullish()
  const format = z.looseObject({}).nullish()
  return z.object({
    model: z.string().min(1),
    max_tokens: z.int().min(0),
    messages: z
      .array(
        z.object({ role: z.enum(['user', 'assistant', 'system']), content: z.union([z.string(), z.array(block)]) }),
      )
      .min(1),
    system: z.union([z.string(), z.array(text)]).nullish(),
    stream: z.boolean().nullish(),
    tools: z.array(z.object({ type: z.string().nullish(), name: z.string().optional(), cache_control })).nullish(),
    cache_control,
    tool_choice: typed,
    thinking: typed,
    output_config: z.object({ format }).nullish(),
    output_format: format,
  })
})

/** Gives blocks of all other types one type, which the schema knows. */
function nameOthers(known: readonly string[]): (block: unknown) => unknown {
  return (block) => {
    const { type, cache_control } = (block ?? {}) as { type?: unknown; cache_control?: unknown }
    return typeof type === 'string' && !known.includes(type) ? { type: 'other', native: type, cache_control } : block
  }
}
