/** Messages with marks for the prompt cache, sent one after the other at times of their own. */
import { begin, complete } from '../../src/exchange.ts'
import type { FixtureResponse } from 'msw-llm'
import { arrivalOf, stateOf } from './ask.ts'
import { always } from './cache-reads.ts'
import { routeOf } from './chat-routes.ts'

export const minute: number = 60_000
export const hour: number = 60 * minute

export const forMinutes = { type: 'ephemeral' } as const
export const forAnHour = { type: 'ephemeral', ttl: '1h' } as const

/** A text block, marked or not. */
export function block(content: string, cache_control?: object): object {
  return { type: 'text', text: content, ...(cache_control && { cache_control }) }
}

/** A body with one message of a user, or several of both. */
export function messages(
  said: string | readonly object[] | readonly (readonly object[])[],
  more: Readonly<Record<string, unknown>> = {},
): object {
  const turns = typeof said === 'string' || !Array.isArray(said[0]) ? [said] : said
  return {
    model: 'claude-sonnet-5',
    max_tokens: 100,
    messages: turns.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
    ...more,
  }
}

/** The counts of a usage on the wire: fresh, read, and written for five minutes and for an hour. */
export type Counts = readonly [fresh: number, read: number, minutes: number, hour: number]

interface Usage {
  readonly input_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_creation: {
    readonly ephemeral_5m_input_tokens: number
    readonly ephemeral_1h_input_tokens: number
  }
}

/** What each request counts, or the message with which it was rejected. `at` is the time in milliseconds. */
export function counts(
  requests: readonly { readonly at?: number; readonly body: object }[],
): readonly (Counts | string)[] {
  let state = stateOf(always)
  return requests.map(({ at = 0, body }, index) => {
    const arrival = { ...arrivalOf({ route: routeOf('anthropic').route, body, sequence: index + 1 }), now: () => at }
    const begun = begin(state, arrival)
    if (begun.kind === 'waits') throw new Error('No request waits')
    const exchange =
      begun.kind === 'decided' ? begun : complete(begun.state, begun.pending, begun.pending.response as FixtureResponse)
    state = exchange.state
    const { plan, record } = exchange
    if (record.response.code !== null) return `${plan.status} ${record.response.message}`
    if (plan.kind !== 'json') throw new Error('Answers are JSON')
    const { usage } = JSON.parse(plan.body) as { usage: Usage }
    const { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: anHour } = usage.cache_creation
    if (minutes + anHour !== usage.cache_creation_input_tokens) throw new Error('The lifetimes are not the whole')
    return [usage.input_tokens, usage.cache_read_input_tokens, minutes, anHour]
  })
}
