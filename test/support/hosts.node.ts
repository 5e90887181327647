import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { turn } from '../../handlers/turn.ts'
import { fetchHost, type TestHost } from './host.ts'

/** msw 3 and msw 2 spell the same option in two ways, and each ignores the other's in silence. */
export const failOnUnhandled = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const

export const mswMajor: number = Number(process.env['MSW_MAJOR'] ?? 3)

const serverHost: TestHost = {
  name: `setupServer, msw ${mswMajor}`,
  noticesEarlyLeave: true,
  readsAhead: mswMajor === 3,
  async start(llm) {
    const server = setupServer(...llm.handlers)
    server.listen(failOnUnhandled)
    return {
      fetch: undefined,
      async stop() {
        // Node's client connects anew after an answer was aborted; that connection must still find the mock.
        for (let turns = 0; turns < 3; turns++) await turn()
        server.close()
      },
    }
  },
}

export const hosts: readonly TestHost[] = [serverHost, fetchHost]

/** Serves handlers of any kind. */
export async function serve(handlers: readonly RequestHandler[]): Promise<{ stop(): void }> {
  const server = setupServer(...handlers)
  server.listen(failOnUnhandled)
  return { stop: () => server.close() }
}
