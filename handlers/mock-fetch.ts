/** The mock as a `fetch`, with no MSW between. */
import { routeMatcher, type Route } from '../src/route.ts'
import { callOfFetch, type Call } from './call.ts'
import type { Reply } from './respond.ts'
import type { RouteHost } from './route-handler.ts'

export interface FetchHost extends Pick<RouteHost, 'answer'> {
  /** Answers a request that no route serves. It never rejects. */
  answerUnmatched(call: Call): Promise<Reply>
}

/** Makes a `fetch` that answers from the routes alone and never reaches the network. */
export function mockFetch(routes: readonly Route[], host: FetchHost): typeof fetch {
  const table = routes.map((route) => ({ route, match: routeMatcher(route) }))
  return async (input, init) => {
    const call = callOfFetch(input, init)
    call.signal.throwIfAborted()
    for (const { route, match } of table) {
      const params = route.method === call.method ? match(call.url) : null
      if (params === null) continue
      return responseOf(await host.answer(route, params, call), call)
    }
    return responseOf(await host.answerUnmatched(call), call)
  }
}

function responseOf({ response, broken }: Reply, { signal }: Call): Response {
  signal.throwIfAborted()
  if (broken !== undefined) throw broken.reason
  return response
}
