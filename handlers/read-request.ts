/** Reads a request into its parts. */
import type { RequestParts } from '../src/index.ts'

/** @note It reads a clone, so that event listeners and other handlers can still read the body; and it always reads, because msw 3 keeps about 50 KB of each request whose body nobody has read. */
export async function readRequest(request: Request): Promise<RequestParts> {
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    bodyText: await readBody(request),
  }
}

/** `null` when somebody has read the body before us, or when it broke off. */
async function readBody(request: Request): Promise<string | null> {
  try {
    return await request.clone().text()
  } catch {
    return null
  }
}
