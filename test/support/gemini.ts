/** The official client on a host, and the calls of tests that read bytes. */
import { GoogleGenAI, type HttpOptions } from '@google/genai'
import type { Connection } from './host.ts'

export function geminiOn({ fetch }: Pick<Connection, 'fetch'>, httpOptions: HttpOptions = {}): GoogleGenAI {
  return new GoogleGenAI({ apiKey: 'test', httpOptions: { ...(fetch && { fetch }), ...httpOptions } })
}

/** A call with one message of a user. */
export function asks(contents: string, model = 'gemini-2.5-flash'): { model: string; contents: string } {
  return { model, contents }
}

/** `method` may have a query. */
export function geminiUrl(method: string, version = 'v1beta', model = 'gemini-2.5-flash'): string {
  return `https://generativelanguage.googleapis.com/${version}/models/${model}:${method}`
}

export function geminiBody(text: string, more: Readonly<Record<string, unknown>> = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }], ...more }) }
}
