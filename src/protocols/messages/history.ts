/** Reads a Messages history into the canonical one. */
import { boundArguments, type Message, type MessagePart } from '../../request/canonical.ts'
import type { ContentBlock, MessagesRequest, RequestMessage, ResultBlock, ToolResultBlock } from './schema.ts'

/** The system prompt comes first; an empty one is none. */
export function readHistory(request: MessagesRequest): readonly Message[] {
  const { messages } = request
  const prompt = systemText(request)
  return [
    ...(prompt === '' ? [] : [{ role: 'system' as const, content: prompt }]),
    ...messages.flatMap((message) => readMessage(message)),
  ]
}

export function systemText({ system }: MessagesRequest): string {
  return joinText(system ?? '')
}

export function readMessage({ role, content }: RequestMessage): readonly Message[] {
  if (typeof content === 'string') return [{ role, content }]
  if (role === 'assistant') return [readAssistant(content)]
  const results = content.filter((block) => block.type === 'tool_result')
  const said = content.filter((block) => block.type !== 'tool_result')
  const tools = results.map(readToolResult)
  // What a user says beside results comes after them, as the service wants it to be sent.
  return said.length === 0 && tools.length > 0 ? tools : [...tools, { role, content: joinText(said), ...partsOf(said) }]
}

function readAssistant(blocks: readonly ContentBlock[]): Message {
  const toolCalls = blocks.flatMap((block) =>
    block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: boundArguments(block.input ?? {}) }] : [],
  )
  return { role: 'assistant', content: joinText(blocks), ...(toolCalls.length > 0 && { toolCalls }) }
}

function readToolResult({ tool_use_id, content }: ToolResultBlock): Message {
  return {
    role: 'tool',
    content: joinText(content ?? ''),
    ...partsOf(typeof content === 'string' ? [] : (content ?? [])),
    toolCallId: tool_use_id,
  }
}

function joinText(content: string | readonly (ContentBlock | ResultBlock)[]): string {
  return typeof content === 'string'
    ? content
    : content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

function partsOf(blocks: readonly ContentBlock[]): { readonly parts?: readonly MessagePart[] } {
  const parts = blocks.flatMap((block): readonly MessagePart[] => {
    if (block.type === 'other') return fileTypes.includes(block.native) ? [{ type: 'file' }] : []
    if (block.type !== 'image' && block.type !== 'document') return []
    const mediaType = block.source.media_type
    return [{ type: block.type === 'image' ? 'image' : 'file', ...(mediaType !== undefined && { mediaType }) }]
  })
  return parts.length > 0 ? { parts } : {}
}

/** Blocks that are attachments under another name. */
export const fileTypes: readonly string[] = ['search_result', 'container_upload']
