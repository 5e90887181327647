/** The shape of a chat-completions request: what we read of it. Fields we do not read may hold anything. */
import { z } from 'zod'
import { lazy } from '../../lazy.ts'

export interface ChatRequest {
  model?: string | undefined
  messages: ChatMessage[]
  stream?: boolean | null | undefined
  stream_options?:
    | { include_usage?: boolean | null | undefined; include_obfuscation?: boolean | null | undefined }
    | null
    | undefined
  n?: number | null | undefined
  tools?: DeclaredTool[] | null | undefined
  functions?: NamedFunction[] | null | undefined
  parallel_tool_calls?: boolean | null | undefined
  response_format?: { type: 'text' | 'json_object' | 'json_schema' } | null | undefined
}

export type ChatMessage =
  | { role: 'system' | 'developer'; content: TextContent }
  | { role: 'user'; content: string | UserPart[] }
  | AssistantMessage
  | { role: 'tool'; content: TextContent; tool_call_id: string }
  | { role: 'function'; content: string | null; name: string }

export interface AssistantMessage {
  role: 'assistant'
  content?: string | (TextPart | RefusalPart)[] | null | undefined
  refusal?: string | null | undefined
  tool_calls?: ToolCall[] | null | undefined
  function_call?: FunctionCall | null | undefined
}

export type UserPart =
  | TextPart
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'input_audio'; input_audio: { format: string } }
  | { type: 'file' }

type TextContent = string | TextPart[]
type TextPart = { type: 'text'; text: string }
type RefusalPart = { type: 'refusal'; refusal: string }
type FunctionCall = { name: string; arguments: string }
type ToolCall =
  | { id: string; type: 'function'; function: FunctionCall }
  | { id: string; type: 'custom'; custom: { name: string; input: string } }
type NamedFunction = { name: string; parameters?: unknown }
type DeclaredTool = { type: string; function?: NamedFunction | undefined; custom?: { name: string } | undefined }

export const chatRequestSchema: () => z.ZodType<ChatRequest> = lazy(() => {
  const named = z.object({ name: z.string() })
  const declared = z.object({ name: z.string(), parameters: z.unknown().optional() })
  return z.object({
    model: z.string().min(1).optional(),
    messages: z.array(messageSchema()).min(1),
    stream: z.boolean().nullish(),
    stream_options: z
      .object({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() })
      .nullish(),
    n: z.int().min(1).max(128).nullish(),
    tools: z.array(z.object({ type: z.string(), function: declared.optional(), custom: named.optional() })).nullish(),
    functions: z.array(declared).nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    response_format: z.object({ type: z.enum(['text', 'json_object', 'json_schema']) }).nullish(),
  })
})

function messageSchema(): z.ZodType<ChatMessage> {
  const text = z.object({ type: z.literal('text'), text: z.string() })
  const refusal = z.object({ type: z.literal('refusal'), refusal: z.string() })
  const image = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) })
  const audio = z.object({ type: z.literal('input_audio'), input_audio: z.object({ format: z.string() }) })
  const file = z.object({ type: z.literal('file') })
  const textContent = z.union([z.string(), z.array(text)])

  const functionCall = z.object({ name: z.string(), arguments: z.string() })
  const custom = z.object({ name: z.string(), input: z.string() })
  const toolCall = z.discriminatedUnion('type', [
    z.object({ id: z.string(), type: z.literal('function'), function: functionCall }),
    z.object({ id: z.string(), type: z.literal('custom'), custom }),
  ])

  return z.discriminatedUnion('role', [
    z.object({ role: z.enum(['system', 'developer']), content: textContent }),
    z.object({
      role: z.literal('user'),
      content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, audio, file]))]),
    }),
    z.object({
      role: z.literal('assistant'),
      content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, refusal]))]).nullish(),
      refusal: z.string().nullish(),
      tool_calls: z.array(toolCall).nullish(),
      function_call: functionCall.nullish(),
    }),
    z.object({ role: z.literal('tool'), content: textContent, tool_call_id: z.string() }),
    z.object({ role: z.literal('function'), content: z.string().nullable(), name: z.string() }),
  ])
}
