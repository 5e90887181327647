/** What types cannot hold in JavaScript, told before anything is sent. */
import { checkOptions } from '../check-options.ts'
import type { ChatMessage, ChatRequestOptions } from './types.ts'

const partTypes: ReadonlySet<string> = new Set(['text', 'reasoning', 'tool-call', 'tool-result', 'error'])
const optionNames = ['signal', 'maxTokens', 'tools', 'responseSchema', 'headers'] as const

/** @throws {TypeError} when something of the call would be lost, or could not be sent. */
export function checkCall(messages: readonly ChatMessage[], options: ChatRequestOptions): void {
  checkOptions('A call', options, optionNames)
  if (options.maxTokens !== undefined && !Number.isInteger(options.maxTokens)) {
    throw new TypeError(`maxTokens is a whole number, and not ${options.maxTokens}.`)
  }
  if (!Array.isArray(messages)) throw new TypeError('A call takes a list of messages: [{ role, content }].')
  for (const [index, message] of messages.entries()) checkMessage(message, index)
}

function checkMessage(message: Partial<ChatMessage> | null, index: number): void {
  const content = message?.content
  if (typeof content === 'string') return
  if (!Array.isArray(content))
    throw new TypeError(`The content of message ${index} is neither a text nor a list of parts.`)
  for (const part of content) {
    const type = (part as { readonly type?: unknown } | null)?.type
    if (typeof type !== 'string' || !partTypes.has(type)) {
      throw new TypeError(
        `Message ${index} has a part of the type '${String(type)}'. There are ${[...partTypes].join(', ')}.`,
      )
    }
  }
}
