/** What the panel in Storybook's manager and the mock in the story's frame tell each other. */
import type { FixtureResponse } from 'msw-llm'

/** Names for a person to choose from, and what every request gets then. */
export type Outcomes = Readonly<Record<string, FixtureResponse>>

/** One request. */
export interface Row {
  readonly sequence: number
  /** `POST https://…`, without the query. */
  readonly call: string
  readonly model: string
  readonly outcome: string
  readonly status: number
  /** Where the answer came from: a scenario and the response's place in it, or what was wrong. */
  readonly source: string
  /** Sent and all of them: `5 / 8`. */
  readonly frames: string
  /** `null`: a JSON body has none. */
  readonly terminalMarker: boolean | null
  readonly end: string
  /** Tokens in and out. */
  readonly usage: string
}

/** All that the panel shows. */
export interface PanelState {
  readonly rows: readonly Row[]
  readonly unmatched: number
  readonly outcomes: readonly string[]
  /** `null`: what the story says. */
  readonly chosen: string | null
}

export const events = {
  /** From the panel when it opens. */
  hello: 'msw-llm/hello',
  /** From the panel: forget all, and begin the story again. */
  reset: 'msw-llm/reset',
  /** From the panel, with a name of an outcome or `null`. */
  choose: 'msw-llm/choose',
  /** To the panel, with a `PanelState`. */
  state: 'msw-llm/state',
} as const
