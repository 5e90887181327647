/** What MSW and `llm.fetch` ask of a mock, answered from its cell. Nothing here throws or rejects. */
import { reject } from '../src/refuse.ts'
import type { Rejection } from '../src/admission/rejection.ts'
import { takeSnapshot } from '../src/request/snapshot.ts'
import type { Route, RouteMatch } from '../src/route.ts'
import { describeError } from '../src/wording.ts'
import { answer } from './answer.ts'
import type { Call } from './call.ts'
import type { MockCell } from './cell.ts'
import type { FetchHost } from './mock-fetch.ts'
import { respondWithBody, respondWithNothing, type Reply } from './respond.ts'
import type { RouteHost } from './route-handler.ts'
import { describeCall, hostFinder, rejectUnmatched } from './unmatched.ts'

export function mockHost(cell: MockCell, routes: readonly Route[]): RouteHost & FetchHost {
  const routesAtHost = hostFinder(routes)
  return {
    answer: (route, params, call) =>
      cell.answering(call, async () => {
        try {
          return await answerCall(cell, route, params, call)
        } catch (error) {
          return answerLastly(cell, route, error)
        }
      }),
    async missed(call) {
      if (routesAtHost(call.url).length === 0) return
      await cell.answering(call, async () => {
        const read = await cell.reading(call)
        if ('body' in read) cell.countUnmatched(describeCall(call, read.body))
      })
    },
    answerUnmatched: (call) =>
      cell.answering(call, async () => {
        const read = await cell.reading(call)
        if ('ended' in read) return respondWithNothing(read.ended)
        const description = describeCall(call, read.body)
        cell.countUnmatched(description)
        const here = routesAtHost(call.url)
        const rejection = rejectUnmatched(description, here, routes)
        return finalReply(404, envelopeOf(here[0] ?? routes[0], rejection, call))
      }),
    reset: () => cell.reset(),
    dispose: () => cell.dispose(),
  }
}

/** A call that reached no route has no number, and so the identity of none. */
function envelopeOf(route: Route | undefined, rejection: Rejection, { method, url, headers }: Call): string {
  if (route === undefined) return JSON.stringify({ error: rejection })
  const snapshot = takeSnapshot({ method, url, headers: Object.fromEntries(headers), body: { text: '' } })
  return route.protocol.encodeRejection(rejection, { identity: { id: '0', created: 0 }, snapshot, params: {} })
}

async function answerCall(cell: MockCell, route: Route, params: RouteMatch, call: Call): Promise<Reply> {
  const { method, url, signal: client } = call
  const sequence = cell.nextSequence()
  const read = await cell.reading(call)
  if ('ended' in read) return respondWithNothing(read.ended)
  // A body that was there at once was not waited for, and its client may have left meanwhile.
  if (client.aborted) return respondWithNothing(client.reason)
  const headers = Object.fromEntries(call.headers)
  const { arrival, rejection, journal } = cell.arrive(sequence, route, params, { method, url, headers, ...read })
  if (rejection !== null) return cell.deliver(reject(cell.state, arrival, rejection), journal, call)
  const answered = await answer(cell, arrival, client)
  return answered.kind === 'left' ? respondWithNothing(answered.reason) : cell.deliver(answered.exchange, journal, call)
}

/** An error where not even a rejection could be encoded or sent, such as a protocol of the user's that throws. */
function answerLastly(cell: MockCell, route: Route, error: unknown): Reply {
  const message = `internal_error: msw-llm could not answer ${route.id}: ${describeError(error)}`
  cell.countBug(message)
  return finalReply(
    409,
    JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: 'internal_error' } }),
  )
}

function finalReply(status: number, body: string): Reply {
  return respondWithBody({ status, body, headers: { 'content-type': 'application/json', 'x-should-retry': 'false' } })
}
