/** What requests read from the prompt cache, one after the other. */
import type { Config } from 'msw-llm'
import { ask, stateOf, type Asked } from './ask.ts'
import type { Said } from './chat-routes.ts'

/** Answers everything with `Yes.` */
export const always: Config = { chatScenarios: [{ id: 'a', responses: [{ content: 'Yes.' }], repeat: 'last' }] }

/** A text of so many tokens, a token being four letters. */
export function tokens(count: number, letter = 'x'): string {
  return letter.repeat(4 * count)
}

export function user(content: string): Said {
  return { role: 'user', content }
}

/** What is read from the cache by each request, in order. */
export function reads(requests: readonly Asked[], config: Config = always): readonly number[] {
  let state = stateOf(config)
  return requests.map((asked, index) => {
    const exchange = ask(state, { sequence: index + 1, ...asked })
    state = exchange.state
    return exchange.record.response.usage.cachedInputTokens
  })
}
