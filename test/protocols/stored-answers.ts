/** The bodies of a host that keeps responses: what goes on from one, what is fetched, what was deleted. */
import type { FixtureResponse, Route } from 'msw-llm'
import { idOf, routeOf } from '../core/continue.ts'
import { asks } from './responses-answers.ts'
import type { WireCase } from './wire.ts'

export function storedCases(routes: readonly Route[], path: string, response: FixtureResponse): readonly WireCase[] {
  const route = routeOf(routes, 'POST', path)
  const about = (method: Route['method'], id: string): Pick<WireCase, 'response' | 'route' | 'params' | 'body'> => ({
    response,
    route: routeOf(routes, method, `${path}/{id}`),
    params: { id },
    body: '',
  })
  const before = { route, body: asks() }
  const streamed = { route, body: asks('Hi', { stream: true }) }
  const continued = { previous_response_id: idOf(1) }
  return [
    { name: 'continued', response, route, before, body: asks('Else?', continued) },
    { name: 'continued', response, route, before, body: asks('Else?', { ...continued, stream: true }) },
    { name: 'fetched', before, ...about('GET', idOf(1)) },
    { name: 'fetched-stream', before: streamed, ...about('GET', idOf(1)) },
    { name: 'deleted', before, ...about('DELETE', idOf(1)) },
    { name: 'not-found', ...about('GET', idOf(7)) },
  ]
}
