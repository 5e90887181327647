/** Response plans: what to send, decided as a value and delivered afterwards. */
import type { Pace } from '../fixture/response.ts'
import type { Frame } from './frame.ts'

/** How an answer travels: as one JSON body, as server-sent events, or as the elements of a JSON array. */
export type Transport = 'json' | 'sse' | 'json-array'

export type LineEnding = 'lf' | 'crlf'

export type ResponsePlan = JsonPlan | StreamPlan

export interface JsonPlan {
  readonly kind: 'json'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface StreamPlan {
  readonly kind: 'stream'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly framing: Framing
  readonly frames: readonly Frame[]
  readonly pace: Pace | null
}

export interface Framing {
  readonly transport: Exclude<Transport, 'json'>
  readonly lineEnding: LineEnding
}
