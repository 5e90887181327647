/** A request as values: read once, before anything is decided. */
import type { JsonValue } from '../json.ts'
import { collectCredentials, redactHeaders, redactUrl } from './credential.ts'

export interface RequestSnapshot {
  readonly method: string
  /** `?key=` is redacted. */
  readonly url: string
  /** Lower case; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>
  /** Hashes of the credentials sent, the strongest carrier first. */
  readonly credentials: readonly string[]
  readonly body: RequestBody
}

/** `text` is the body as received; `value` is there when it is JSON. */
export type RequestBody =
  | { readonly kind: 'json'; readonly text: string; readonly value: JsonValue }
  | { readonly kind: 'not_json'; readonly text: string }
  /** `fault`: what broke it off; `null` when somebody had read it before. */
  | { readonly kind: 'unreadable'; readonly text: ''; readonly fault: string | null }

/** A body as text, or what kept it from being read: `null` when somebody had read it before. */
export type BodyText = { readonly text: string } | { readonly fault: string | null }

export interface RequestParts {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: BodyText
}

/** Makes the snapshot of a request from its parts. */
export function takeSnapshot(parts: RequestParts): RequestSnapshot {
  return {
    method: parts.method,
    url: redactUrl(parts.url),
    headers: redactHeaders(parts.headers),
    credentials: collectCredentials(parts.headers, parts.url),
    body: readBody(parts.body),
  }
}

function readBody(body: BodyText): RequestBody {
  if (!('text' in body)) return { kind: 'unreadable', text: '', fault: body.fault }
  const { text } = body
  try {
    return { kind: 'json', text, value: JSON.parse(text) as JsonValue }
  } catch {
    return { kind: 'not_json', text }
  }
}
