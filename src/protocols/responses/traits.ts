/** In what the hosts of the Responses API differ. A provider sets these; nothing here asks which provider it is. */
import type { Rejection } from '../../admission/rejection.ts'
import type { JsonObject } from '../../json.ts'
import type { RequestSnapshot } from '../../request/snapshot.ts'
import type { ReadModel } from '../named-model.ts'
import type { Answer, ParsedRequest, Protocol } from '../protocol.ts'
import type { FailedResponseBody, ResponseBody } from './wire.ts'

/** What is left out is as at api.openai.com. */
export interface ResponsesTraits {
  /** The text of a JSON body, with the host's white space. */
  readonly formatBody?: (body: JsonObject) => string
  /** Makes the host's response object of OpenAI's: fields left out, added, or in another order. */
  readonly adaptResponse?: (
    body: ResponseBody | FailedResponseBody,
    phase: ResponsePhase,
    context: ResponsesContext,
  ) => JsonObject
  readonly readModel?: ReadModel
  /** A rule on the shape of a request that this host has beside OpenAI's. */
  readonly checkShape?: (snapshot: RequestSnapshot) => Rejection | null
  readonly unknownModel?: Protocol['unknownModel']
  readonly encodePromptBlock?: NonNullable<Protocol['encodePromptBlock']>
  readonly encodeRejection?: Protocol['encodeRejection']
  readonly encodeError?: Protocol['encodeError']
  readonly headers?: Protocol['headers']
}

/** What else a response object may depend on. */
export interface ResponsesContext {
  readonly request: ParsedRequest
  /** `null`: it failed. */
  readonly answer: Answer | null
}

export type ResponsePhase = 'in_progress' | 'completed' | 'incomplete' | 'failed'
