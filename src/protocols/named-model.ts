/** Which model the body of a request names. */
import type { JsonObject, JsonValue } from '../json.ts'
import type { RequestSnapshot } from '../request/snapshot.ts'
import type { RouteContext } from './protocol.ts'

/** `model` is what is matched, `answered` what the answer says; `null`: the body must name one, and does not. */
export type ReadModel = (
  named: string | null,
  request: { readonly params: RouteContext['params']; readonly headers: RequestSnapshot['headers'] },
) => { readonly model: string; readonly answered: string } | null

/** A model of another type is for the schema to report, and so is a body that is no object. */
export function namedModel(body: JsonValue): string | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ''
  const { model } = body as JsonObject
  return model === undefined ? null : typeof model === 'string' ? model : ''
}

export const modelOfBody: ReadModel = (named) => (named === null ? null : { model: named, answered: named })
