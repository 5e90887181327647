/** Dialogues of chat messages, taken through the core. */
import type { Step } from 'msw-llm'
import type { MockState } from '../../src/scenario/state.ts'
import { ask, chat, stateOf, type Asked } from './ask.ts'

export type Said = string | Readonly<Record<string, unknown>>

/** A dialogue as chat messages: user and assistant in turn. */
export function dialogue(...said: readonly Said[]): readonly unknown[] {
  return said.map((content, index) =>
    typeof content === 'string' ? { role: index % 2 === 0 ? 'user' : 'assistant', content } : content,
  )
}

export function asks(...said: readonly Said[]): Asked {
  return { body: chat(dialogue(...said)) }
}

export function conversation(...turns: readonly Step[]): MockState {
  return stateOf({ chatScenarios: [{ id: 'c', steps: turns }] })
}

/** What is answered, in order: the step, and whether it was a replay, or our code. */
export function steps(state: MockState, requests: readonly Asked[]): readonly string[] {
  let current = state
  return requests.map((asked, index) => {
    const exchange = ask(current, { sequence: index + 1, ...asked })
    current = exchange.state
    const { code, step, replayed, content } = exchange.record.response
    return code ?? `${step}${replayed ? ' again' : ''}: ${content}`
  })
}
