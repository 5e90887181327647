import type { RequestHandler } from 'msw'
import { setupWorker } from 'msw/browser'
import { fetchHost, type TestHost } from './host.ts'

export const failOnUnhandled = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const

export const mswMajor: number = 3

const workerHost: TestHost = {
  name: `setupWorker, msw ${mswMajor}`,
  noticesEarlyLeave: false,
  readsAhead: true,
  async start(llm) {
    const worker = setupWorker(...llm.handlers)
    await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
    return { fetch: undefined, stop: () => worker.stop() }
  },
}

export const hosts: readonly TestHost[] = [workerHost, fetchHost]

/** Serves handlers of any kind. */
export async function serve(handlers: readonly RequestHandler[]): Promise<{ stop(): void }> {
  const worker = setupWorker(...handlers)
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
  return { stop: () => worker.stop() }
}
