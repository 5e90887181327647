/** Response plans: what to send, decided as a value and delivered afterwards. */
import type { Pace } from '../fixture/response.ts'
import type { Frame } from './frame.ts'

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
  readonly frames: readonly Frame[]
  readonly pace: Pace | null
}
