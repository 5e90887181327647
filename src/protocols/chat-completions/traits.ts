/** In what the hosts of chat completions differ. A provider sets these; nothing here asks which provider it is. */
import type { Rejection } from '../../admission/rejection.ts'
import type { JsonObject } from '../../json.ts'
import type { Moderation } from '../../moderation/moderate.ts'
import type { Verdict } from '../../moderation/schedule.ts'
import type { CanonicalRequest } from '../../request/canonical.ts'
import type { RequestSnapshot } from '../../request/snapshot.ts'
import type { Identity, Protocol, RouteContext } from '../protocol.ts'
import type { ChatCompletionBody, ChatCompletionChunk } from './wire.ts'

/** What is left out is as at api.openai.com. */
export interface ChatCompletionsTraits {
  /** The text of a JSON body, with the host's white space. */
  readonly formatBody?: (body: JsonObject) => string
  /** The id of a completion, with its prefix and in its native length. */
  readonly completionId?: (identity: Identity) => string
  /** Makes the host's body of OpenAI's: fields left out, added, or in another order. */
  readonly adaptCompletion?: (body: ChatCompletionBody, context: ChatContext) => JsonObject
  /** Makes the host's frame of OpenAI's. The frames of a kind may differ in their text alone. */
  readonly adaptChunk?: (chunk: ChatCompletionChunk, kind: ChunkKind, context: ChatContext) => JsonObject
  readonly asHistory?: NonNullable<Protocol['asHistory']>
  /** The status of a JSON answer. */
  readonly statusOf?: NonNullable<Protocol['statusOf']>
  /** A frame that comes before the answer's; `null`: none for this request. */
  readonly openingFrame?: (context: ChatContext) => JsonObject | null
  /** What a content filter says of text that was sent before; for hosts that have one. */
  readonly annotationFrame?: (verdict: Verdict, choice: number, context: ChatContext) => JsonObject
  /** Where a stream carries its usage: in a frame of its own when asked for, or always on the finish frame. */
  readonly usage?: 'usage-frame' | 'final-choice'
  /** Whether frames without usage say `usage: null` when `include_usage` asks for it. */
  readonly nullUsage?: boolean
  /** Whether frames carry an `obfuscation` field, unless the request declines it. */
  readonly obfuscation?: boolean
  /** Which model a request names: `model` is what is matched, `answered` what the answer says; `null`: it must name one. */
  readonly readModel?: (
    named: string | null,
    request: { readonly params: RouteContext['params']; readonly headers: RequestSnapshot['headers'] },
  ) => { readonly model: string; readonly answered: string } | null
  /** A rule on the shape of a request that this host has beside OpenAI's. */
  readonly checkShape?: (snapshot: RequestSnapshot) => Rejection | null
  /** The host's sentence for `stream_options` without `stream`. */
  readonly streamOptionsRule?: string
  readonly encodePromptBlock?: NonNullable<Protocol['encodePromptBlock']>
  readonly encodeRejection?: Protocol['encodeRejection']
  readonly encodeError?: Protocol['encodeError']
  readonly headers?: Protocol['headers']
}

/** What else a body or a frame may depend on. */
export interface ChatContext {
  readonly request: CanonicalRequest
  /** Of each choice that the body or frame holds; the first stands for the whole. */
  readonly moderations: readonly (Moderation | null)[]
}

export type ChunkKind = 'role' | 'content' | 'tool' | 'finish' | 'usage'
