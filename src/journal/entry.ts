/** Journal entries: the account of one request each, as frozen plain data. */
import type { CompleteUsage } from '../conversation/usage.ts'
import type { JsonValue } from '../json.ts'
import type { CanonicalRequest } from '../request/canonical.ts'

/** `rejected`: our 400, 401 and 404. `mismatch`: every 409 of ours. `error`: a scripted failure. */
export const outcomes = [
  'ordinary',
  'filtered',
  'refused',
  'prompt_blocked',
  'raw',
  'error',
  'input_filtered',
  'cache_only',
  'rejected',
  'mismatch',
] as const

export type Outcome = (typeof outcomes)[number]

export interface JournalEntry {
  /** From 1, in the order of arrival. */
  readonly sequence: number
  readonly outcome: Outcome
  readonly request: CanonicalRequest & {
    readonly method: string
    /** `?key=` is redacted. */
    readonly url: string
    /** Lower case; credentials are `[redacted]`. */
    readonly headers: Readonly<Record<string, string>>
    /** As received; `null` when it is no JSON. */
    readonly body: JsonValue
  }
  readonly response: {
    readonly status: number
    /** Ours, on a 4xx of ours. */
    readonly code: string | null
    readonly message: string | null
    readonly dataset: string | null
    readonly scenario: string | null
    readonly step: string | null
    /** The place in the queue, from 0. */
    readonly index: number | null
    /** Answered from a committed turn. */
    readonly replayed: boolean
    readonly content: string | null
    readonly outputDisposition: {
      readonly kind: 'filtered' | 'refused'
      readonly category: string | null
      readonly explanation: string | null
    } | null
    /** Tokens, as on the wire, and counted also where the wire carries none. */
    readonly usage: CompleteUsage & { readonly totalTokens: number }
  }
  readonly delivery: {
    readonly transport: 'json' | 'sse' | 'json-array'
    /** A JSON body is one frame. */
    readonly framesTotal: number
    /** Handed to the host; whether the client read them cannot be known. */
    readonly framesSent: number
    /** Whether the protocol's end mark was handed to the host; `null`: a JSON body has none. */
    readonly terminalMarkerObserved: boolean | null
    readonly end: DeliveryState['end']
  }
  /** Paths that the journal's byte bound cut. */
  readonly truncated: readonly string[]
  /** What was let pass unchecked. */
  readonly notes: readonly string[]
}

/** How far a delivery has come. */
export interface DeliveryState {
  readonly framesSent: number
  readonly terminalMarkerObserved: boolean | null
  /**
   * `completed`: the last frame was handed over. `truncated`: the body ended early. `errored`: it was broken off.
   * `aborted`: the client left before the end mark.
   */
  readonly end: 'pending' | 'completed' | 'truncated' | 'errored' | 'aborted'
}
