/** What the commands ask, and how it goes on the wire. */
import type { Message } from 'msw-llm'

export interface Scope {
  readonly credential: string
  readonly model: string
  readonly session: string | null
}

/** A request for an answer. */
export interface Ask {
  readonly kind: 'ask'
  readonly route: 'chat' | 'responses'
  readonly stream: boolean
  readonly scope: Scope
  /** What the request itself says, instructions apart. */
  readonly messages: readonly Message[]
  /** On the Responses route alone. */
  readonly instructions: string | null
  readonly previous: string | null
  readonly stores: boolean
  readonly tools: boolean
}

/** A request for a stored response. */
export interface Lookup {
  readonly kind: 'lookup'
  readonly method: 'GET' | 'DELETE'
  readonly id: string
  readonly scope: Scope
}

/** A request that cannot be read: it lacks its messages. */
export interface Broken {
  readonly kind: 'broken'
  readonly scope: Scope
}

export type Call = Ask | Lookup | Broken

const base = 'https://api.openai.com/v1'

export const nowhere = `${base}/nowhere`

export function routeOf(call: Call): string {
  if (call.kind === 'lookup') return `${call.method} /openai/v1/responses/{id}`
  return call.kind === 'ask' && call.route === 'responses'
    ? 'POST /openai/v1/responses'
    : 'POST /openai/v1/chat/completions'
}

/** The id that a Responses answer has: the identity's, padded to the native length. */
export function responseIdOf(sequence: number): string {
  return `resp_${identityOf(sequence).padStart(50, '0')}`
}

export function identityOf(sequence: number): string {
  return `n${sequence}`
}

export function requestOf(call: Call): { readonly url: string; readonly init: RequestInit } {
  const { credential, session } = call.scope
  const headers: Record<string, string> = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  if (session !== null) headers['x-llm-session'] = session
  if (call.kind === 'lookup') return { url: `${base}/responses/${call.id}`, init: { method: call.method, headers } }
  const path = call.kind === 'ask' && call.route === 'responses' ? 'responses' : 'chat/completions'
  return { url: `${base}/${path}`, init: { method: 'POST', headers, body: JSON.stringify(bodyOf(call)) } }
}

function bodyOf(call: Ask | Broken): Record<string, unknown> {
  const { model } = call.scope
  if (call.kind === 'broken') return { model }
  const { messages, stream, instructions, previous, stores, tools, route } = call
  const common = { model, ...(stream && { stream }) }
  const parameters = { type: 'object', properties: {} }
  if (route === 'chat') {
    return {
      ...common,
      messages: messages.map(chatMessage),
      ...(tools && { tools: [{ type: 'function', function: { name: 'look', parameters } }] }),
    }
  }
  return {
    ...common,
    input: messages.map(inputItem),
    ...(instructions !== null && { instructions }),
    ...(previous !== null && { previous_response_id: previous }),
    ...(!stores && { store: false }),
    ...(tools && { tools: [{ type: 'function', name: 'look', parameters }] }),
  }
}

function chatMessage({ role, content, outputDisposition }: Message): unknown {
  return outputDisposition === undefined ? { role, content } : { role, content: null, refusal: content }
}

function inputItem({ role, content, outputDisposition }: Message): unknown {
  return outputDisposition === undefined
    ? { role, content }
    : { type: 'message', role, content: [{ type: 'refusal', refusal: content }] }
}
