import { HttpHandler, type RequestHandler } from 'msw'
import { setupWorker, type SetupWorker } from 'msw/browser'
import { fetchHost, type TestHost } from './host.ts'

export const failOnUnhandled = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const
/** With nothing said, of what is not served either. */
export const quietly = { quiet: true, onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as const

/** Those of msw 3 can be disposed of. */
export const mswMajor: number = 'dispose' in HttpHandler.prototype ? 3 : 2

export async function startWorker(handlers: readonly RequestHandler[]): Promise<SetupWorker> {
  const worker = setupWorker(...handlers)
  await worker.start(quietly)
  return worker
}

const workerHost: TestHost = {
  name: `setupWorker, msw ${mswMajor}`,
  noticesEarlyLeave: false,
  readsAhead: true,
  async start(llm) {
    const worker = await startWorker(llm.handlers)
    return { fetch: undefined, stop: () => worker.stop() }
  },
}

/** The second run, on msw 2, is for what MSW has a part in. */
export const hosts: readonly TestHost[] = mswMajor === 2 ? [workerHost] : [workerHost, fetchHost]

/** Serves handlers of any kind. */
export async function serve(handlers: readonly RequestHandler[]): Promise<{ stop(): void }> {
  const worker = await startWorker(handlers)
  return { stop: () => worker.stop() }
}
