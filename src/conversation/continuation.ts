/** Puts what a request goes on from before what it says. */
import { admitted, badRequest, rejected, type Admission } from '../admission/rejection.ts'
import type { ParsedRequest } from '../protocols/protocol.ts'
import type { RequestSnapshot } from '../request/snapshot.ts'
import { scopeOf } from '../scenario/scope.ts'
import type { MockState } from '../scenario/state.ts'
import type { History } from '../scenario/find-step.ts'
import { shorten } from '../wording.ts'
import { findStored } from './stored-responses.ts'

export interface Continued {
  readonly request: ParsedRequest
  readonly continues: History['continues']
}

/** Restores the response that a request names; its instructions are gone, as those of the request take their place. */
export function continueFrom(
  { stored }: MockState,
  request: ParsedRequest,
  snapshot: RequestSnapshot,
): Admission<Continued> {
  const { continues: id, canonical, instructions = 0, features } = request
  if (id == null) return admitted({ request, continues: null })
  const parent = findStored(stored, id)
  if (parent === undefined || parent.scope !== scopeOf(canonical, snapshot)) {
    const hint = parent === undefined ? '' : ' It was given to another model, credential or session.'
    const message = `Previous response with id '${shorten(id)}' not found.${hint}`
    return rejected(badRequest('previous_response_not_found', message, 'previous_response_id'))
  }
  const before = canonical.messages.slice(0, instructions)
  const said = canonical.messages.slice(instructions)
  return admitted({
    request: {
      ...request,
      canonical: { ...canonical, messages: [...before, ...parent.messages, ...said] },
      features: [...new Set([...features, ...parent.features])],
    },
    continues: parent.turn && { ...parent.turn, length: before.length + parent.messages.length },
  })
}
