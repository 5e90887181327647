/** Reads an answer in either way. */
import type { ChatClient, ChatMessage, ChatRequestOptions, ChatResponse, ChatUpdate } from 'msw-llm/chat-client'

export const hi: readonly ChatMessage[] = [{ role: 'user', content: 'Hi' }]

export async function updatesOf(
  client: ChatClient,
  messages: readonly ChatMessage[] = hi,
  options: ChatRequestOptions = {},
): Promise<readonly ChatUpdate[]> {
  const updates: ChatUpdate[] = []
  for await (const update of client.streamResponse(messages, options)) updates.push(update)
  return updates
}

/** The answer of the last update. */
export async function streamed(
  client: ChatClient,
  messages: readonly ChatMessage[] = hi,
  options: ChatRequestOptions = {},
): Promise<ChatResponse> {
  const last = (await updatesOf(client, messages, options)).at(-1)
  if (last?.type !== 'finish') throw new Error('The stream did not finish')
  return last.response
}

async function whole(
  client: ChatClient,
  messages: readonly ChatMessage[] = hi,
  options: ChatRequestOptions = {},
): Promise<ChatResponse> {
  return client.getResponse(messages, options)
}

export interface Way {
  readonly name: string
  readonly stream: boolean
  readonly ask: typeof streamed
}

export const ways: readonly Way[] = [
  { name: 'whole', stream: false, ask: whole },
  { name: 'streamed', stream: true, ask: streamed },
]
