/** Takes requests through the core: literals in, literals out. */
import { openai, parseConfig, type Config, type CountTokens, type FixtureResponse, type Route } from 'msw-llm'
import { countByLength } from '../../src/conversation/usage.ts'
import { begin, complete, type Arrival, type Exchange, type PendingExchange } from '../../src/exchange.ts'
import { prepareConfig } from '../../src/fixture/prepare.ts'
import { takeSnapshot } from '../../src/request/snapshot.ts'
import { freshState, type MockState } from '../../src/scenario/state.ts'

/** The route that most tests ask. */
export const route: Route = openai().routes[0]!

/** A request, from the parts that matter to a test. */
export interface Asked {
  /** A string is sent as it is, anything else as JSON. Default: `Hi` from a user. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Added to the URL, with its question mark. */
  readonly query?: string
  readonly sequence?: number
  readonly countTokens?: CountTokens
  readonly route?: Route
  /** What stands in the placeholders of the route. Default: nothing has any. */
  readonly params?: Readonly<Record<string, string>>
}

/** A fresh mock. */
export function stateOf(config: Config): MockState {
  return freshState(prepareConfig(parseConfig(config)))
}

/** The body of a request with these messages, or with one message of a user. */
export function chat(said: string | readonly unknown[] = 'Hi', more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    model: 'gpt-5.5',
    messages: typeof said === 'string' ? [{ role: 'user', content: said }] : said,
    ...more,
  }
}

export function arrivalOf(asked: Asked = {}): Arrival {
  const { body = chat(), headers = {}, query = '', sequence = 1, countTokens = countByLength, params = {} } = asked
  const to = asked.route ?? route
  return {
    sequence,
    identity: { id: String(sequence), created: 1_700_000_000 + sequence },
    route: to,
    params,
    snapshot: takeSnapshot({
      method: to.method,
      url: `${to.baseURL}${to.path}${query}`.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name),
      headers,
      body: { text: typeof body === 'string' ? body : JSON.stringify(body) },
    }),
    countTokens,
    now: () => 0,
  }
}

/** The first half alone, for a request that gets so far. */
export function reserve(
  state: MockState,
  asked: Asked = {},
): { readonly state: MockState; readonly pending: PendingExchange } {
  const begun = begin(state, arrivalOf(asked))
  if (begun.kind === 'waits') throw new Error('Another request with this history is being answered')
  if (begun.kind === 'decided') throw new Error(`Nothing was reserved: ${begun.record.response.message}`)
  return begun
}

/** Both halves, with nothing between them. */
export function ask(state: MockState, asked: Asked = {}): Exchange {
  const begun = begin(state, arrivalOf(asked))
  if (begun.kind === 'waits') throw new Error('Another request with this history is being answered')
  if (begun.kind === 'decided') return { state: begun.state, plan: begun.plan, record: begun.record }
  return complete(begun.state, begun.pending, begun.pending.response as FixtureResponse)
}

/** Asks one request after the other, and tells of each the code, or else the content, that came. */
export function askAll(state: MockState, requests: readonly Asked[]): readonly (string | null)[] {
  let current = state
  return requests.map((asked) => {
    const exchange = ask(current, asked)
    current = exchange.state
    return exchange.record.response.code ?? exchange.record.response.content
  })
}
