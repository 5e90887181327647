/** Dialogues as their texts: the user says the first, the assistant the second, and so on. */
import type { Exchange } from '../../src/exchange.ts'
import type { MockState } from '../../src/scenario/state.ts'
import { ask, chat, type Asked } from './ask.ts'

export function said(...texts: readonly string[]): readonly unknown[] {
  return texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
}

/** The step that answered, with `again` where it was replayed; or else the code, or the scenario that has no steps. */
function tellStep({ record: { response } }: Exchange): string {
  const { code, step, scenario, replayed } = response
  return code ?? (step === null ? `scenario ${scenario}` : replayed ? `${step} again` : step)
}

export interface Dialogue {
  readonly state: MockState
  readonly steps: readonly string[]
}

/** Asks with one history after the other. */
export function askWith(
  state: MockState,
  histories: readonly (readonly unknown[])[],
  asked: Omit<Asked, 'body'> = {},
): Dialogue {
  let current = state
  const steps = histories.map((messages) => {
    const exchange = ask(current, { ...asked, body: chat(messages) })
    current = exchange.state
    return tellStep(exchange)
  })
  return { state: current, steps }
}

/** The steps that answer these histories, one after the other. */
export function stepsFor(state: MockState, ...histories: readonly (readonly unknown[])[]): readonly string[] {
  return askWith(state, histories).steps
}
