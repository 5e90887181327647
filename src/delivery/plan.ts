/** Response plans: what to send, decided as a value and delivered afterwards. */
import type { Pace } from '../fixture/response.ts'
import type { Wire } from '../fixture/delivery.ts'
import type { DeliveryPlan } from './fault.ts'
import type { Frame } from './frame.ts'

/** How an answer travels: as one JSON body, as server-sent events, or as the elements of a JSON array. */
export type Transport = 'json' | 'sse' | 'json-array'

export type LineEnding = 'lf' | 'crlf'

export type ResponsePlan = JsonPlan | StreamPlan | RawPlan | BrokenPlan

export interface JsonPlan {
  readonly kind: 'json'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The body does not come. */
  readonly empty?: true
}

export interface StreamPlan {
  readonly kind: 'stream'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly framing: Framing
  readonly frames: readonly Frame[]
  readonly pace: Pace | null
  readonly delivery: DeliveryPlan
  readonly wire: Wire | null
}

/** Bytes as the fixture gives them. */
export interface RawPlan {
  readonly kind: 'raw'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
  /** How the request asked for its answer. */
  readonly transport: Transport
  readonly pace: Pace | null
}

/** There is no response: the connection fails. */
export interface BrokenPlan {
  readonly kind: 'broken'
  readonly status: 0
  readonly headers: Readonly<Record<string, never>>
  readonly transport: Transport
}

export interface Framing {
  readonly transport: Exclude<Transport, 'json'>
  readonly lineEnding: LineEnding
}
