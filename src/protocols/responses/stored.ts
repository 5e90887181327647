/** `GET` and `DELETE …/responses/{id}`: the responses that the mock has kept. They select nothing. */
import { admitted, badRequest, rejected, type Rejection } from '../../admission/rejection.ts'
import { InvariantError } from '../../invariant.ts'
import type { JsonObject } from '../../json.ts'
import { readQuery } from '../../request/query.ts'
import { wordlessRequest } from '../../request/canonical.ts'
import { shorten } from '../../wording.ts'
import type { PlanlessContext, Protocol } from '../protocol.ts'
import type { ResponsesTraits } from './traits.ts'

/** What is left out is as at api.openai.com. */
export interface StoredResponseTraits extends Pick<
  ResponsesTraits,
  'formatBody' | 'checkShape' | 'encodeRejection' | 'encodeError' | 'headers'
> {
  readonly method: 'GET' | 'DELETE'
  /** What a deleted response is called. Documented for OpenAI as `response.deleted`. */
  readonly deletedObject?: 'response' | 'response.deleted'
}

/** Makes the protocol of one of the two, from the protocol that the responses were made by. */
export function storedResponse(
  responses: Pick<Protocol, 'encodeRejection' | 'encodeError' | 'headers'>,
  { method, formatBody = indented, checkShape, deletedObject = 'response.deleted' }: StoredResponseTraits,
): Protocol<null> {
  const deletes = method === 'DELETE'
  return {
    name: 'stored-response',
    lineEnding: 'lf',
    unknownModel: { status: 404, param: null },
    parse(snapshot, { provider, route, params }) {
      const misshapen = checkShape?.(snapshot) ?? checkQuery(readQuery(snapshot.url, 'stream'))
      if (misshapen !== null) return rejected(misshapen)
      const id = params['id'] ?? ''
      const encode = ({ stored }: PlanlessContext): string =>
        formatBody(deletes ? { id, object: deletedObject, deleted: true } : readBody(stored ?? '{}'))
      return admitted({
        canonical: wordlessRequest({ provider, route }, snapshot),
        transport: 'json',
        features: [],
        choices: 1,
        options: null,
        violation: null,
        planless: { outcome: 'ordinary', encode, about: { id, forgets: deletes, missing: missing(id) } },
      })
    },
    encodeResponse: unreachable,
    encodeStream: unreachable,
    encodeRejection: responses.encodeRejection,
    encodeError: responses.encodeError,
    headers: responses.headers,
  }
}

/** A stored stream is not played again. */
function checkQuery(stream: string | null): Rejection | null {
  if (stream !== 'true') return null
  return badRequest('invalid_value', 'The mock gives a stored response as JSON only: leave stream out.', 'stream')
}

function missing(id: string): Rejection {
  return {
    status: 404,
    code: 'response_not_found',
    message: `Response with id '${shorten(id)}' not found.`,
    param: null,
  }
}

/** What was kept of a stream is its last event. */
function readBody(kept: string): JsonObject {
  const body = JSON.parse(kept) as JsonObject
  return (body['response'] as JsonObject | undefined) ?? body
}

function indented(body: JsonObject): string {
  return JSON.stringify(body, null, 2)
}

function unreachable(): never {
  throw new InvariantError('A stored response is not selected')
}
