/** The one place that talks to MSW: a handler for each route. */
import { HttpHandler } from 'msw'
import { routeMatcher, type Route, type RouteMatch } from '../src/index.ts'
import { callOfRequest, type Call } from './call.ts'
import type { ControlRoute } from './control.ts'
import { withIndependentTee } from './independent-tee.ts'
import type { Reply } from './respond.ts'

/** What MSW asks of a mock. */
export interface RouteHost {
  /** Answers a request that the route has matched. It never rejects. */
  answer(route: Route, params: RouteMatch, call: Call): Promise<Reply>
  /** Told of every request that none of the routes has matched. */
  missed(call: Call): Promise<void>
  /** msw 3: `resetHandlers()` with the handlers among the initial ones. */
  reset(): void
  /** msw 3: the handlers leave the network, with `close()`, or with `resetHandlers()` after `use()`. */
  dispose(): void
}

/**
 * Makes the handlers of a mock, one for each route.
 *
 * @note MSW asks them in order until one matches, so the last one knows that none has.
 */
export function routeHandlers(routes: readonly Route[], host: RouteHost): HttpHandler[] {
  // Handlers that are in a server twice, as initial ones and by use(), must not count a request twice.
  const counted = new WeakSet<Request>()
  const missed = async (request: Request): Promise<void> => {
    if (counted.has(request)) return
    counted.add(request)
    await host.missed(callOfRequest(request))
  }
  return routes.map((route, index) => new RouteHandler(route, host, index === routes.length - 1 ? missed : null))
}

/** @note msw 3, whose handlers can be disposed of, gives up its own copy of a response with the client's. */
const cancelsBothBranches = 'dispose' in HttpHandler.prototype

class RouteHandler extends HttpHandler {
  readonly #host: RouteHost

  constructor(route: Route, host: RouteHost, missed: ((request: Request) => Promise<void>) | null) {
    const match = routeMatcher(route)
    super(
      route.method,
      // A resolver that returns nothing lets the request out to the real network, so "not mine" is decided here.
      async ({ request }) => {
        const params = request.method === route.method ? match(request.url) : null
        if (params === null) await missed?.(request)
        return { matches: params !== null, params: params ?? {} }
      },
      async ({ request, params }) => {
        const reply = await host.answer(route, params as RouteMatch, callOfRequest(request))
        return cancelsBothBranches ? reply.response : withIndependentTee(reply)
      },
    )
    this.#host = host
    // A predicate would be shown as "[custom predicate]" in MSW's messages.
    this.info.header = `${route.method} ${route.baseURL}${route.path}`
  }

  override reset(): void {
    super.reset()
    this.#host.reset()
  }

  override dispose(): void {
    this.#host.dispose()
  }
}

/** Handlers of a mock's controls; `resetHandlers()` means nothing to them. */
export function controlHandlers(routes: readonly ControlRoute[]): HttpHandler[] {
  return routes.map(({ method, url, answer }) => {
    const handler = new HttpHandler(
      method,
      ({ request }) => ({
        matches: request.method === method && request.url.replace(/[?#].*$/, '') === url,
        params: {},
      }),
      ({ request }) => answer(callOfRequest(request)),
    )
    handler.info.header = `${method} ${url}`
    return handler
  })
}
