/** Credentials: where providers carry them, and the hash that is all we keep of them. */

import { readQuery } from './query.ts'

const credentialHeaders = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key', 'cookie', 'proxy-authorization']
const redacted = '[redacted]'

/** Hashes of the credentials in a request, from `authorization` down to Gemini's `?key=`. */
export function collectCredentials(headers: Readonly<Record<string, string>>, url: string): readonly string[] {
  const found: string[] = []
  const bearer = /^bearer +(.*)$/i.exec(headers['authorization'] ?? '')?.[1]
  for (const secret of [
    bearer,
    headers['api-key'],
    headers['x-api-key'],
    headers['x-goog-api-key'],
    readQuery(url, 'key'),
  ]) {
    if (secret) found.push(hashCredential(secret))
  }
  return found
}

/**
 * A 64-bit digest that tells credentials apart and is far too short to give one back.
 *
 * @note Not a cryptographic hash on purpose: `crypto.subtle` is asynchronous and missing on pages without TLS, and
 * the answer to a request must be decided in one synchronous step.
 */
export function hashCredential(secret: string): string {
  let high = 0x811c9dc5
  let low = 0xc2b2ae35
  for (let index = 0; index < secret.length; index++) {
    const unit = secret.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit ^ (high >>> 15), 0x9e3779b1)
  }
  return hex(high ^ (low >>> 13)) + hex(low ^ (high >>> 16))
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}

/** Copies headers without the secrets in them. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const copy = { ...headers }
  for (const name of credentialHeaders) if (copy[name] !== undefined) copy[name] = redacted
  return copy
}

/** @note The name of a parameter may be percent-encoded, and means the same. */
export function redactUrl(url: string): string {
  if (!url.includes('?')) return url
  return url.replace(/([?&])([^=&#]*)=[^&#]*/g, (pair, separator: string, name: string) =>
    new URLSearchParams(name).has('key') ? `${separator}${name}=${redacted}` : pair,
  )
}
