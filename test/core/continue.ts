/** Takes dialogues of the Responses API through the core: each request goes on from an answer by its id. */
import { openai, type Route } from 'msw-llm'
import type { Exchange } from '../../src/exchange.ts'
import type { MockState } from '../../src/scenario/state.ts'
import { ask, type Asked } from './ask.ts'

const routes: readonly Route[] = openai().routes
export const responsesRoute: Route = routeOf(routes, 'POST', '/responses')

export function routeOf(of: readonly Route[], method: Route['method'], path: string): Route {
  const found = of.find((route) => route.method === method && route.path === path)
  if (found === undefined) throw new Error(`There is no route ${method} ${path}`)
  return found
}

/** The id of the answer to the request of this number. */
export function idOf(sequence: number): string {
  return `resp_${String(sequence).padStart(50, '0')}`
}

/** A request with this input. */
export function says(
  input: string | readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
  asked: Asked = {},
): Asked {
  return { route: responsesRoute, body: { model: 'gpt-5.5', input, ...more }, ...asked }
}

/** The same, going on from the answer to the request of this number. */
export function continues(
  from: number,
  input: string | readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
  asked: Asked = {},
): Asked {
  return says(input, { previous_response_id: idOf(from), ...more }, asked)
}

/** Fetches or deletes a response. */
export function about(method: 'GET' | 'DELETE', id: string, asked: Asked = {}): Asked {
  return { route: routeOf(routes, method, '/responses/{id}'), params: { id }, body: '', ...asked }
}

/** Asks one request after the other, numbered from 1. */
export function converse(state: MockState, requests: readonly Asked[]): readonly Exchange[] {
  let current = state
  return requests.map((asked, index) => {
    const exchange = ask(current, { sequence: index + 1, ...asked })
    current = exchange.state
    return exchange
  })
}

/** The history of the last of these requests, with what it goes on from. */
export function historyOf(exchanges: readonly Exchange[]): unknown {
  return exchanges.at(-1)?.record.canonical.messages
}

/** Of each, the code, or else the content, that came. */
export function saidIn(exchanges: readonly Exchange[]): readonly (string | null)[] {
  return exchanges.map(({ record: { response } }) => response.code ?? response.content)
}

/** The JSON that was sent. */
export function bodyOf({ plan }: Exchange): unknown {
  if (plan.kind !== 'json') throw new Error('A stream came')
  return JSON.parse(plan.body)
}

/** What each event of a stream carries. */
export function eventsOf({ plan }: Exchange): readonly { type: string; response?: Record<string, unknown> }[] {
  if (plan.kind !== 'stream') throw new Error('No stream came')
  return plan.frames.map(({ data }) => JSON.parse(data) as { type: string; response?: Record<string, unknown> })
}
