/** A call to the mock, wherever it comes from: what is read of a request, and when its client leaves. */
import type { RequestParts } from '../src/request/snapshot.ts'

export interface Call {
  readonly method: string
  /** Absolute, as a URL is serialised. */
  readonly url: string
  readonly headers: Headers
  /** Aborts when the client leaves, where the host tells. */
  readonly signal: AbortSignal
  /** The body as text; `null` when somebody has read it before us, or when it broke off. */
  readBody(): Promise<string | null>
}

/**
 * A request that MSW has intercepted.
 *
 * @note It reads a clone, so that event listeners and other handlers can still read the body; and it always reads,
 * because msw 3 keeps about 50 KB of each request whose body nobody has read.
 */
export function callOfRequest(request: Request): Call {
  const { method, url, headers, signal } = request
  return { method, url, headers, signal, readBody: () => readText(() => request.clone().text()) }
}

/**
 * A call of `llm.fetch`.
 *
 * @note The common call, a URL with a text body, is read without making a `Request`: that would cost as much as all
 * the rest of an answer, and in Node it leaves a finaliser behind that only a later turn of the event loop clears.
 *
 * @throws {TypeError} where `fetch` rejects with one.
 */
export function callOfFetch(input: RequestInfo | URL, init: RequestInit = {}): Call {
  const { body = null, method = 'GET', headers, signal } = init
  const isPlain = (typeof input === 'string' || input instanceof URL) && typeof body === 'string' && method === 'POST'
  if (!isPlain) {
    const request = new Request(input, init)
    const { method: normalised, url, headers: own, signal: following } = request
    return { method: normalised, url, headers: own, signal: following, readBody: () => readText(() => request.text()) }
  }
  return {
    method,
    url: new URL(input).href,
    headers: headers instanceof Headers ? headers : new Headers(headers),
    signal: signal ?? neverAborted,
    readBody: async () => body,
  }
}

const neverAborted = new AbortController().signal

async function readText(read: () => Promise<string>): Promise<string | null> {
  try {
    return await read()
  } catch {
    return null
  }
}

/** Reads a call whole. */
export async function readCall(call: Call): Promise<RequestParts> {
  const { method, url } = call
  return { method, url, headers: Object.fromEntries(call.headers), bodyText: await call.readBody() }
}
