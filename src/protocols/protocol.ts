/** The contract of a wire format: requests in, bodies and frames out. A protocol knows no provider; providers set its traits. */
import type { Admission, Rejection } from '../admission/rejection.ts'
import type { CompleteUsage } from '../conversation/usage.ts'
import type { Frame } from '../delivery/frame.ts'
import type { FinishReason, ScriptedError } from '../fixture/response.ts'
import type { CanonicalRequest, RequestedFeature } from '../request/canonical.ts'
import type { RequestSnapshot } from '../request/snapshot.ts'

/** A response's identity: a value made from the request's sequence number. */
export interface Identity {
  /** Bare; the protocol adds its prefix and pads it to the native length. */
  readonly id: string
  /** Seconds. */
  readonly created: number
}

/** What a route tells the protocol about itself. */
export interface RouteContext {
  readonly provider: string
  /** The route's id, for messages and the journal. */
  readonly route: string
  readonly params: Readonly<Record<string, string>>
}

/** A request that has the right shape. `Options` are the protocol's own. */
export interface ParsedRequest<Options = unknown> {
  readonly canonical: CanonicalRequest
  readonly features: readonly RequestedFeature[]
  /** How many answers are asked for. */
  readonly choices: number
  readonly options: Options
  /** The provider's own rule that the request breaks; reported after the credential and the model. */
  readonly violation: Rejection | null
}

/** How an answer ended, as the core decided it; a protocol says it in its own words. */
export type AnswerOutcome = 'ordinary' | 'filtered' | 'refused'

/** What a protocol encodes. */
export interface Answer {
  readonly content: string
  /** `null`: cut the content at white space. */
  readonly chunks: readonly string[] | null
  readonly outcome: AnswerOutcome
  readonly finishReason: FinishReason
  readonly usage: CompleteUsage
}

/** Bodies are JSON texts, since their white space is the provider's too. */
export interface Protocol<Options = unknown> {
  readonly name: string
  parse(snapshot: RequestSnapshot, context: RouteContext): Admission<ParsedRequest<Options>>
  encodeResponse(request: ParsedRequest<Options>, answer: Answer, identity: Identity): string
  encodeStream(request: ParsedRequest<Options>, answer: Answer, identity: Identity): readonly Frame[]
  encodeRejection(rejection: Rejection): string
  encodeError(error: ScriptedError): string
  /** Request ids, rate limits and what else the provider sends with every response. */
  headers(identity: Identity, kind: 'json' | 'stream' | 'error'): Readonly<Record<string, string>>
}
