/** What a provider brings to the conformance suite: one route, read through its official client. */
import type { Provider } from 'msw-llm'
import type { Connection } from '../support/host.ts'

export interface ConformanceTarget {
  /** The route's id. */
  readonly route: string
  readonly client: string
  readonly model: string
  providers(): Provider[]
  /** Sends one user message and reads the whole answer. */
  ask(connection: Connection, request: Ask): Promise<Reading>
  /** The native words for how an answer ended. */
  readonly finish: { readonly ordinary: string; readonly filtered: string; readonly refused: string }
  /** Outcomes the route has no native form for. */
  readonly unsupported: readonly ('filtered' | 'refused')[]
  /** Whether the route streams, where it can only do one of the two. Default: both. */
  readonly transports?: readonly boolean[]
  /** A filtered JSON body does not show the text that came before the cut. */
  readonly filteredBodyWithoutText?: true
}

export interface Ask {
  readonly prompt: string
  readonly stream: boolean
  readonly model?: string
}

/** An answer in common words, or the failure that the client threw. */
export type Reading =
  | {
      readonly kind: 'answer'
      readonly text: string
      /** `null`: not refused. */
      readonly refusal: string | null
      readonly finish: string | null
      /** The pieces of text or refusal, as they came; one for a JSON body that has any. */
      readonly pieces: readonly string[]
      readonly usage: { readonly input: number; readonly output: number } | null
    }
  | {
      readonly kind: 'failure'
      readonly error: string
      readonly status: number | undefined
      readonly code: string | null | undefined
    }
