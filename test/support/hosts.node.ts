import { setupServer } from 'msw/node'
import { fetchHost, type TestHost } from './host.ts'

/** msw 3 and msw 2 spell the same option in two ways, and each ignores the other's in silence. */
export const failOnUnhandled = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const

export const mswMajor: number = Number(process.env['MSW_MAJOR'] ?? 3)

const serverHost: TestHost = {
  name: `setupServer, msw ${mswMajor}`,
  noticesEarlyLeave: true,
  async start(llm) {
    const server = setupServer(...llm.handlers)
    server.listen(failOnUnhandled)
    return { fetch: undefined, stop: () => server.close() }
  },
}

export const hosts: readonly TestHost[] = [serverHost, fetchHost]
