/** The bodies of requests that are on their way to us. */
import type { BodyText } from '../src/request/snapshot.ts'
import type { Call } from './call.ts'

/** The body, or why nobody waits for its answer any more. */
export type ReadBody = { readonly body: BodyText } | { readonly ended: unknown }

export class BodyReaders {
  readonly #readers = new Set<(reason: unknown) => void>()

  /** How many bodies have not come yet. */
  get count(): number {
    return this.#readers.size
  }

  /** Reads a body, unless its client leaves, or the mock is reset or closed, before it has come. */
  async read({ body, signal: client }: Call): Promise<ReadBody> {
    if (typeof body !== 'function') return { body }
    const settled = Promise.withResolvers<ReadBody>()
    const stop = this.#whenEnded(client, (reason) => settled.resolve({ ended: reason }))
    try {
      void body().then((read) => settled.resolve({ body: read }))
      return await settled.promise
    } finally {
      stop()
    }
  }

  /** Ends them all. */
  end(reason: unknown): void {
    for (const end of this.#readers) end(reason)
  }

  /**
   * Calls back when the client leaves or all are ended. Returns the function that stops listening.
   *
   * @note One listener less for each request than with `onFirstAbort`, which is 3 % of a request's time on msw 2.
   */
  #whenEnded(client: AbortSignal, end: (reason: unknown) => void): () => void {
    const leave = (): void => end(client.reason)
    this.#readers.add(end)
    if (client.aborted) leave()
    else client.addEventListener('abort', leave)
    return () => {
      this.#readers.delete(end)
      client.removeEventListener('abort', leave)
    }
  }
}
