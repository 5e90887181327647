/** Where a mock is put to use: a test that takes a host runs on each of them. */
import type { LlmMock } from 'msw-llm'

export interface TestHost {
  readonly name: string
  /** Behind a service worker a client that leaves before the headers cannot be noticed. */
  readonly noticesEarlyLeave: boolean
  /** MSW reads a body to its end, whatever its client does. */
  readonly readsAhead: boolean
  /** Begins to serve the mock. `fetch` is what a client must be given; `undefined` is the global one. */
  start(llm: LlmMock): Promise<{ readonly fetch: typeof fetch | undefined; stop(): void | Promise<void> }>
}

export interface Connection {
  readonly llm: LlmMock
  readonly fetch: typeof fetch | undefined
}

/** Serves a mock while `use` runs, and always stops. */
export async function withHost<T>(
  host: TestHost,
  llm: LlmMock,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { fetch, stop } = await host.start(llm)
  try {
    return await use({ llm, fetch })
  } finally {
    await stop()
    llm.close()
  }
}

/** The mock as a `fetch`, which every environment has. */
export const fetchHost: TestHost = {
  name: 'llm.fetch',
  noticesEarlyLeave: true,
  readsAhead: false,
  start: async (llm) => ({ fetch: llm.fetch, stop: () => {} }),
}
