/** Reads contents into the canonical history. */
import type { JsonObject } from '../../json.ts'
import type { Message, MessagePart, MessageToolCall } from '../../request/canonical.ts'
import { sortKeys } from '../reshape.ts'
import type { Content, Part, SystemContent } from './schema.ts'

export function readSystem(content: SystemContent): Message {
  return { role: 'system', content: textOf(content.parts ?? []) }
}

interface Turn {
  readonly role: Content['role']
  readonly parts: Part[]
}

/**
 * The history of a request.
 *
 * @note The client's chats send an answer that was streamed as one content for each frame; it is one message all the same.
 */
export function readContents(contents: readonly Content[]): readonly Message[] {
  const turns: Turn[] = []
  for (const { role, parts } of contents) {
    const before = turns.at(-1)
    // One by one: a long list is more arguments than a call can have.
    if (role === 'model' && before?.role === 'model') for (const part of parts ?? []) before.parts.push(part)
    else turns.push({ role, parts: [...(parts ?? [])] })
  }
  return turns.flatMap(readContent)
}

/** The results of tools, each a message of its own, and then what else the content holds. */
function readContent({ role, parts: given }: Turn): readonly Message[] {
  if (role === 'model') return [readModelTurn(given)]
  const results = given.flatMap(({ functionResponse }): readonly Message[] =>
    functionResponse
      ? [
          {
            role: 'tool',
            content: readResult(functionResponse.response ?? {}),
            toolCallId: functionResponse.id || functionResponse.name,
          },
        ]
      : [],
  )
  const rest = given.filter(({ functionResponse }) => !functionResponse)
  if (results.length > 0 && rest.length === 0) return results
  const media = rest.flatMap(readMedia)
  return [...results, { role: 'user', content: textOf(rest), ...(media.length > 0 && { parts: media }) }]
}

function readModelTurn(parts: readonly Part[]): Message {
  const toolCalls = parts.flatMap(({ functionCall }): readonly MessageToolCall[] =>
    functionCall
      ? [{ id: functionCall.id || functionCall.name, name: functionCall.name, arguments: functionCall.args ?? {} }]
      : [],
  )
  return { role: 'assistant', content: textOf(parts), ...(toolCalls.length > 0 && { toolCalls }) }
}

/** The text of the parts; what the model thought is none of it. */
function textOf(parts: readonly Part[]): string {
  return parts.map(({ text, thought }) => (thought === true ? '' : (text ?? ''))).join('')
}

function readMedia({ inlineData, fileData }: Part): readonly MessagePart[] {
  const media = inlineData ?? fileData
  if (!media) return []
  const mediaType = media.mimeType
  const kind = /^(image|audio)\//.exec(mediaType ?? '')?.[1] as 'image' | 'audio' | undefined
  return [{ type: kind ?? 'file', ...(mediaType && { mediaType }) }]
}

/** A result is the text under `output`, or else the whole object, as the client's documents have it. */
function readResult(response: JsonObject): string {
  const { output, ...others } = response
  return typeof output === 'string' && Object.keys(others).length === 0 ? output : JSON.stringify(sortKeys(response))
}
