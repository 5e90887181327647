/** The contract of a wire format: requests in, bodies and frames out. A protocol knows no provider; providers set its traits. */
import type { Admission, Rejection } from '../admission/rejection.ts'
import type { CacheMark } from '../conversation/prompt-cache.ts'
import type { CompleteUsage } from '../conversation/usage.ts'
import type { Frame } from '../delivery/frame.ts'
import type { LineEnding, Transport } from '../delivery/plan.ts'
import type { StreamErrorData } from '../fixture/delivery.ts'
import type { FinishReason, PromptBlock, ScriptedError } from '../fixture/response.ts'
import type { JsonValue } from '../json.ts'
import type { Moderation } from '../moderation/moderate.ts'
import type { CanonicalRequest, Message, RequestedFeature } from '../request/canonical.ts'
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
  /** How the answer is to be sent. */
  readonly transport: Transport
  /** What the declared tools say of their arguments, as JSON Schema; absent: nothing. */
  readonly toolSchemas?: ReadonlyMap<string, JsonValue>
  /** It forbids an answer to call more than one tool. */
  readonly oneToolCall?: boolean
  readonly features: readonly RequestedFeature[]
  /** How many answers are asked for. */
  readonly choices: number
  readonly options: Options
  /** So many messages at the front, its instructions, hold for this request alone. */
  readonly instructions?: number
  /** The id of the response that it goes on from. */
  readonly continues?: string | null
  /** Its answer is to be kept. */
  readonly stores?: boolean
  /** The places up to which the prompt is to be kept in the prompt cache. */
  readonly cacheMarks?: readonly CacheMark[]
  /** The provider's own rule that the request breaks; reported after the credential and the model. */
  readonly violation: Rejection | null
  /** The length of the prompt in code points, as a content filter counts it; absent: nothing counts from there. */
  readonly promptLength?: () => number
  /** Set where the request itself is all that its answer depends on: no response is selected. */
  readonly planless: PlanlessAnswer | null
}

/** An answer that no fixture gives, sent as JSON. */
export interface PlanlessAnswer {
  readonly outcome: 'ordinary' | 'cache_only'
  readonly encode: (context: PlanlessContext) => string
  /** The stored response that it is about; where there is none, it is missing. */
  readonly about?: { readonly id: string; readonly forgets: boolean; readonly missing: Rejection }
}

export interface PlanlessContext {
  readonly identity: Identity
  /** Of the prompt; nothing is generated. */
  readonly usage: CompleteUsage
  readonly cacheWriteHourTokens: number
  /** The body of the stored response that it is about. */
  readonly stored: string | null
  /** The ids of the chat models that the mock is configured with; where none are, those that its scenarios name. */
  readonly models: readonly string[]
}

/** How an answer ended, as the core decided it; a protocol says it in its own words. */
export type AnswerOutcome = 'ordinary' | 'filtered' | 'refused'

/** One of the answers that a request asks for. */
export interface AnswerChoice {
  readonly content: string
  /** What of the content reaches the client: a filter may end a stream before all of it was sent. */
  readonly visible: string
  /** `null`: cut the content at white space. */
  readonly chunks: readonly string[] | null
  readonly toolCalls: readonly AnsweredToolCall[]
  readonly outcome: AnswerOutcome
  readonly finishReason: FinishReason
  /** What a content filter says; `null` where the route has none. */
  readonly moderation: Moderation | null
}

/** What a protocol encodes: the first choice, and what concerns the whole. */
export interface Answer extends AnswerChoice {
  /** The choices after the first. */
  readonly others: readonly AnswerChoice[]
  /** Of an output disposition. */
  readonly category: string | null
  readonly explanation: string | null
  readonly usage: CompleteUsage
  /** The part of the prompt cache's writes that is kept for an hour. */
  readonly cacheWriteHourTokens: number
}

export interface AnsweredToolCall {
  /** `null`: the protocol makes one of the identity. */
  readonly id: string | null
  readonly name: string
  /** As on the wire. */
  readonly argumentText: string
  /** `null`: cut them every 20 characters. */
  readonly chunks: readonly string[] | null
}

/** A provider's own form of a blocked prompt. */
export type BlockedPrompt =
  | { readonly kind: 'error'; readonly status: number; readonly body: string }
  /** HTTP 200, in the transport that the request asks for. */
  | { readonly kind: 'answer'; readonly encodeBody: () => string; readonly encodeFrames: () => readonly Frame[] }

/** What else a response may echo of its request. */
export interface ResponseContext {
  readonly identity: Identity
  readonly snapshot: RequestSnapshot
  readonly params: Readonly<Record<string, string>>
}

/** `error` is a JSON body of any failure. */
export type ResponseKind = Transport | 'error'

/** Bodies are JSON texts, since their white space is the provider's too. */
export interface Protocol<Options = unknown> {
  readonly name: string
  readonly lineEnding: LineEnding
  /** How a model that is not configured is reported. */
  readonly unknownModel: { readonly status: 400 | 404; readonly param: 'model' | null }
  /** Whether a content filter can annotate text that has been sent. */
  readonly annotates?: true
  /** Whether a request can ask for several answers, and get them. */
  readonly givesChoices?: true
  /** Whether answers can call tools. */
  readonly callsTools?: true
  parse(snapshot: RequestSnapshot, context: RouteContext): Admission<ParsedRequest<Options>>
  encodeResponse(request: ParsedRequest<Options>, answer: Answer, identity: Identity): string
  encodeStream(request: ParsedRequest<Options>, answer: Answer, identity: Identity): readonly Frame[]
  /** Absent: answers are not kept. */
  readonly storage?: { readonly idOf: (identity: Identity) => string }
  /** An answer as its client sends it back; absent: text, calls, and the kind of a refusal. */
  asHistory?(choice: AnswerChoice, transport: Transport): Message
  /** Whether a frame of its own, or a part of one, says why an answer ended. */
  readonly tellsFinishReason?: true
  /** The client of a host reads one line of data an event. */
  readonly readsOneLine?: true
  /** What keeps a stream alive; absent: comments do. */
  readonly ping?: Frame
  /** The error that ends a stream after so many frames; absent: the protocol has no streams. */
  encodeStreamError?(
    error: StreamErrorData,
    place: number,
    request: ParsedRequest<Options>,
    context: ResponseContext,
  ): readonly Frame[]
  /** The status of a JSON answer; absent: 200. With any other, nothing but the prompt is counted. */
  statusOf?(choices: readonly AnswerChoice[]): number
  /** Absent: the provider has no form for it. */
  encodePromptBlock?(
    request: ParsedRequest<Options>,
    block: PromptBlock,
    usage: CompleteUsage,
    context: ResponseContext,
  ): BlockedPrompt
  encodeRejection(rejection: Rejection, context: ResponseContext): string
  encodeError(error: ScriptedError, context: ResponseContext): string
  /** Request ids, rate limits and what else the provider sends with every response. `body` is an error's. */
  headers(kind: ResponseKind, context: ResponseContext, body?: string): Readonly<Record<string, string>>
}
