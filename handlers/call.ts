/** A call to the mock, wherever it comes from: what is read of a request, and when its client leaves. */
import type { BodyText } from '../src/request/snapshot.ts'
import { describeError } from '../src/wording.ts'

export interface Call {
  readonly method: string
  /** Absolute, as a URL is serialised. */
  readonly url: string
  readonly headers: Headers
  /** Aborts when the client leaves, where the host tells. */
  readonly signal: AbortSignal
  /** A function, where reading takes time; it never rejects. */
  readonly body: BodyText | (() => Promise<BodyText>)
}

/**
 * A request that MSW has intercepted.
 *
 * @note It reads a clone, so that event listeners and other handlers can still read the body; and it always reads,
 * because msw 3 keeps about 50 KB of each request whose body nobody has read.
 */
export function callOfRequest(request: Request): Call {
  const { method, url, headers, signal } = request
  return { method, url, headers, signal, body: () => readText(request, () => request.clone().text()) }
}

/**
 * A call of `llm.fetch`.
 *
 * @note The common call, a URL with a text body, is read without making a `Request`: that would cost as much as all
 * the rest of an answer, and in Node it leaves a finaliser behind that only a later turn of the event loop clears.
 *
 * @throws {TypeError} where `fetch` rejects with one.
 */
export function callOfFetch(input: RequestInfo | URL, init?: RequestInit): Call {
  const plain = plainCall(input, init ?? {})
  if (plain !== null) return plain
  const request = new Request(input, init)
  const { method, url, headers, signal } = request
  return { method, url, headers, signal, body: () => readText(request, () => request.text()) }
}

/** Options that a plain call may have; what another one means is left to `Request`. */
const plainOptions: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'signal'])

function plainCall(input: RequestInfo | URL, init: RequestInit): Call | null {
  const { body, method, headers, signal } = init
  if (method !== 'POST' || typeof body !== 'string' || (typeof input !== 'string' && !(input instanceof URL)))
    return null
  for (const [option, value] of Object.entries(init)) if (value !== undefined && !plainOptions.has(option)) return null
  // Sending would change these: a byte order mark is dropped, and half a surrogate pair replaced.
  if (body.startsWith('\uFEFF') || !body.isWellFormed()) return null
  const url = new URL(input, globalThis.location?.href)
  if (url.username !== '' || url.password !== '') return null
  return {
    method,
    url: url.href,
    headers: withContentType(headers),
    signal: signal ?? neverAborted,
    body: { text: body },
  }
}

/** Headers given as `Headers` are read where they are, unless they lack what `Request` would add for a text. */
function withContentType(given: HeadersInit | undefined): Headers {
  if (given instanceof Headers && given.has('content-type')) return given
  const headers = new Headers(given)
  if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return headers
}

const neverAborted = new AbortController().signal

async function readText(request: Request, read: () => Promise<string>): Promise<BodyText> {
  const alreadyRead = request.bodyUsed
  try {
    return { text: await read() }
  } catch (error) {
    return { fault: alreadyRead ? null : describeError(error) }
  }
}
