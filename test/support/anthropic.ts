/** Both lines of the official client on a host, and the request most tests send. */
import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk'
import Anthropic0, { type ClientOptions as ClientOptions0 } from 'anthropic0'
import type { Connection } from './host.ts'

export function anthropicOn({ fetch }: Pick<Connection, 'fetch'>, options: ClientOptions = {}): Anthropic {
  return new Anthropic({ apiKey: 'test', fetch, dangerouslyAllowBrowser: true, ...options })
}

export function anthropic0On({ fetch }: Pick<Connection, 'fetch'>, options: ClientOptions0 = {}): Anthropic0 {
  return new Anthropic0({ apiKey: 'test', fetch, dangerouslyAllowBrowser: true, ...options })
}

export interface MessagesRequest {
  model: string
  max_tokens: number
  messages: { role: 'user'; content: string }[]
}

/** A request with one user message. */
export function says(content: string, model = 'claude-sonnet-5'): MessagesRequest {
  return { model, max_tokens: 1024, messages: [{ role: 'user', content }] }
}
