/** An answer as it grows, in the words that all protocols have in common. */
import type { JsonValue } from '../../src/index.ts'
import { parseJson } from './json.ts'
import type { ChatPart, ChatResponse, ChatUpdate } from './types.ts'

type FinishReason = ChatResponse['finishReason']

export interface Answer {
  /** The first that is not empty counts. */
  id(id: string | null): void
  text(delta: string): void
  reasoning(delta: string): void
  /** All deltas are one refusal; an empty one counts. */
  refusal(delta: string): void
  /** `key` tells the calls of an answer apart. */
  toolCall(key: number | string, piece: ToolCallPiece): void
  finish(native: string | null, reason: FinishReason): void
  usage(inputTokens: number, outputTokens: number, totalTokens?: number): void
  isEmpty(): boolean
  /** The deltas since the last time. */
  takeDeltas(): readonly ChatUpdate[]
  response(): ChatResponse
}

interface ToolCallPiece {
  readonly id?: string | null
  readonly name?: string | null
  /** The next piece of the text of its arguments. */
  readonly text?: string | null
  /** Its arguments, where they do not come as a text. */
  readonly value?: JsonValue | undefined
}

interface OpenToolCall {
  readonly type: 'tool-call'
  id: string
  name: string
  text: string
  value: JsonValue | undefined
}

type OpenPart = Exclude<ChatPart, { type: 'tool-call' }> | OpenToolCall

export function createAnswer(): Answer {
  const parts: OpenPart[] = []
  const calls = new Map<number | string, OpenToolCall>()
  let deltas: ChatUpdate[] = []
  let answerId = ''
  let nativeFinishReason: string | null = null
  let finishReason: FinishReason = 'other'
  let counts: ChatResponse['usage'] = null

  const grow = (type: 'text' | 'reasoning', text: string): void => {
    if (text === '') return
    const last = parts.at(-1)
    if (last?.type === type) last.text += text
    else parts.push({ type, text })
    deltas.push({ type: `${type}-delta`, text })
  }

  return {
    id(id) {
      if (answerId === '' && id !== null) answerId = id
    },
    text: (delta) => grow('text', delta),
    reasoning: (delta) => grow('reasoning', delta),
    refusal(delta) {
      const refusal = parts.find((part) => part.type === 'error')
      if (refusal === undefined) parts.push({ type: 'error', code: 'Refusal', message: delta })
      else refusal.message += delta
    },
    toolCall(key, { id, name, text, value }) {
      let call = calls.get(key)
      if (call === undefined) {
        call = { type: 'tool-call', id: '', name: '', text: '', value: undefined }
        calls.set(key, call)
        parts.push(call)
      }
      if (call.id === '') call.id = id ?? ''
      if (call.name === '') call.name = name ?? ''
      call.text += text ?? ''
      if (value !== undefined) call.value = value
    },
    finish(native, reason) {
      nativeFinishReason = native
      finishReason = reason
    },
    usage(inputTokens, outputTokens, totalTokens = inputTokens + outputTokens) {
      counts = { inputTokens, outputTokens, totalTokens }
    },
    isEmpty: () => parts.length === 0,
    takeDeltas() {
      const taken = deltas
      deltas = []
      return taken
    },
    response() {
      const closed = parts.map(closePart)
      return {
        id: answerId,
        message: { role: 'assistant', content: closed },
        parts: closed,
        text: closed.map((part) => (part.type === 'text' ? part.text : '')).join(''),
        finishReason: reasonWith(closed, finishReason),
        nativeFinishReason,
        usage: counts,
      }
    },
  }
}

function closePart(part: OpenPart): ChatPart {
  if (part.type !== 'tool-call') return { ...part }
  const { type, id, name, text, value } = part
  return { type, id, name, arguments: argumentsOf(text, value) }
}

/** Text that is no JSON, such as that of a call which was cut, stays text. */
function argumentsOf(text: string, value: JsonValue | undefined): JsonValue {
  if (text === '') return value ?? {}
  return parseJson(text) ?? text
}

/** Some providers say of a refusal, and some of a call, that it is an ordinary end. */
function reasonWith(parts: readonly ChatPart[], reason: FinishReason): FinishReason {
  if (reason !== 'stop') return reason
  if (parts.some(({ type }) => type === 'error')) return 'refusal'
  return parts.some(({ type }) => type === 'tool-call') ? 'tool_calls' : 'stop'
}
