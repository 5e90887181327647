/**
 * `GET …/models`: the models that the mock is configured with. It selects no response.
 *
 * @module
 */
import { admitted, rejected, type Rejection } from '../../admission/rejection.ts'
import { InvariantError } from '../../invariant.ts'
import { wordlessRequest } from '../../request/canonical.ts'
import type { RequestSnapshot } from '../../request/snapshot.ts'
import { encodeError, encodeRejection } from '../error-envelope.ts'
import { plainHeaders } from '../plain-headers.ts'
import type { PlanlessContext, Protocol } from '../protocol.ts'

export interface ModelListTraits {
  /** The body, in the host's own form. */
  readonly encode: (context: PlanlessContext) => string
  /** A rule on the shape of a request. */
  readonly checkShape?: (snapshot: RequestSnapshot) => Rejection | null
  readonly encodeRejection?: Protocol['encodeRejection']
  readonly encodeError?: Protocol['encodeError']
  readonly headers?: Protocol['headers']
}

/** Makes the protocol of one host's list. */
export function modelList(traits: ModelListTraits): Protocol<null> {
  return {
    name: 'model-list',
    lineEnding: 'lf',
    unknownModel: { status: 404, param: null },
    parse(snapshot, { provider, route }) {
      const misshapen = traits.checkShape?.(snapshot) ?? null
      if (misshapen !== null) return rejected(misshapen)
      return admitted({
        canonical: wordlessRequest({ provider, route }, snapshot),
        transport: 'json',
        features: [],
        choices: 1,
        options: null,
        violation: null,
        planless: { outcome: 'ordinary', encode: traits.encode },
      })
    },
    encodeResponse: unreachable,
    encodeStream: unreachable,
    encodeRejection: traits.encodeRejection ?? encodeRejection,
    encodeError: traits.encodeError ?? encodeError,
    headers: traits.headers ?? plainHeaders,
  }
}

function unreachable(): never {
  throw new InvariantError('A list of models selects no response')
}
