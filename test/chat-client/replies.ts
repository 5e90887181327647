/** Clients that are answered with given values: what providers are recorded or documented to send, and the mock does not. */
import type { JsonValue } from 'msw-llm'
import type { ChatResponse, ChatUpdate } from 'msw-llm/chat-client'
import { hi, updatesOf } from './read.ts'
import { clientOf, targets, type ClientTarget } from './targets.ts'

export function targetOf(route: string): ClientTarget {
  const target = targets.find(({ route: known }) => known === route)
  if (target === undefined) throw new Error(`There is no target ${route}`)
  return target
}

export const openai: ClientTarget = targetOf('POST /openai/v1/chat/completions')
export const responses: ClientTarget = targetOf('POST /openai/v1/responses')
export const anthropic: ClientTarget = targetOf('POST /anthropic/v1/messages')
export const gemini: ClientTarget = targetOf('POST /gemini/v1beta/models/{model}:generateContent')

export function answering(body: BodyInit | null, init: ResponseInit = {}): { readonly fetch: typeof fetch } {
  return { fetch: async () => new Response(body, init) }
}

/** An answer to a request for a whole one. */
export function readJson(target: ClientTarget, body: JsonValue, init: ResponseInit = {}): Promise<ChatResponse> {
  return clientOf(target, answering(JSON.stringify(body), init)).getResponse(hi)
}

export function eventStream(events: readonly (object | string)[]): string {
  return events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
}

/** An answer to a request for a streamed one: JSON, or data as it is. */
export function readEvents(target: ClientTarget, events: readonly (object | string)[]): Promise<readonly ChatUpdate[]> {
  return readStream(target, eventStream(events))
}

export function readStream(target: ClientTarget, body: BodyInit | null): Promise<readonly ChatUpdate[]> {
  return updatesOf(clientOf(target, answering(body)))
}

export async function lastOf(updates: Promise<readonly ChatUpdate[]>): Promise<ChatResponse> {
  const last = (await updates).at(-1)
  if (last?.type !== 'finish') throw new Error('The stream did not finish')
  return last.response
}
