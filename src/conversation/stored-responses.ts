/** Responses that are kept to be continued, fetched or deleted by their ids. */
import { conflict, type Rejection } from '../admission/rejection.ts'
import type { CompleteCapacities } from '../fixture/prepare.ts'
import type { Message, RequestedFeature } from '../request/canonical.ts'
import { emptyTrie, getFrom, setIn, type Trie } from '../scenario/trie.ts'

export interface StoredResponse {
  readonly id: string
  readonly scope: string
  /** The scope without its model, which a request for a response by its id does not name. */
  readonly owner: string
  /** The history with the answer, and without the instructions, which hold for one request. */
  readonly messages: readonly Message[]
  /** What stands in the history, also where its messages do not show it. */
  readonly features: readonly RequestedFeature[]
  /** The response object as JSON. */
  readonly body: string
  readonly bytes: number
  /** The turn of a conversation that it was. */
  readonly turn: TurnReference | null
}

export interface TurnReference {
  readonly conversation: string
  readonly step: string
}

export interface StoredResponses {
  readonly byId: Trie<StoredResponse>
  readonly sizes: Trie<Size>
}

interface Size {
  readonly count: number
  readonly bytes: number
}

export const nothingStored: StoredResponses = { byId: emptyTrie(), sizes: emptyTrie() }
const nothing: Size = { count: 0, bytes: 0 }

export function findStored({ byId }: StoredResponses, id: string): StoredResponse | undefined {
  return getFrom(byId, id)
}

/** Keeps a response, in the place of one with its id, or says which capacity does not hold it. */
export function store(
  stored: StoredResponses,
  response: StoredResponse,
  { storedResponses, storedResponseBytes }: CompleteCapacities,
): StoredResponses | Rejection {
  const { id, scope, bytes } = response
  const before = findStored(stored, id)
  const { byId, sizes } = before === undefined ? stored : forget(stored, before)
  const size = getFrom(sizes, scope) ?? nothing
  if (size.count + 1 > storedResponses) return full('storedResponses', storedResponses, `${size.count} are kept`)
  if (size.bytes + bytes > storedResponseBytes) {
    return full('storedResponseBytes', storedResponseBytes, `${size.bytes} bytes are kept, and this one has ${bytes}`)
  }
  return {
    byId: setIn(byId, id, response),
    sizes: setIn(sizes, scope, { count: size.count + 1, bytes: size.bytes + bytes }),
  }
}

export function forget({ byId, sizes }: StoredResponses, { id, scope, bytes }: StoredResponse): StoredResponses {
  const size = getFrom(sizes, scope) ?? nothing
  const rest = { count: size.count - 1, bytes: size.bytes - bytes }
  return { byId: setIn(byId, id, undefined), sizes: setIn(sizes, scope, rest.count > 0 ? rest : undefined) }
}

function full(name: keyof CompleteCapacities, limit: number, kept: string): Rejection {
  return conflict(
    'response_capacity_exceeded',
    `The mock keeps no more responses for this model, credential and session: capacities.${name} is ${limit}, and ${kept}. ` +
      `Raise it, send store: false, delete responses, or call llm.reset() between tests.`,
  )
}
