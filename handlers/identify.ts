/** Identities: ids and times that follow from a request's number alone, so that two runs give the same bytes. */
import { conflict, type Rejection } from '../src/admission/rejection.ts'
import type { Identity } from '../src/protocols/protocol.ts'
import { describeError } from '../src/wording.ts'

/** 2026-01-01T00:00:00Z, in seconds. */
const epoch = 1_767_225_600

/** The number itself as the id, and one second later for each request. */
export function identifyBySequence(sequence: number): Identity {
  return { id: String(sequence), created: epoch + sequence }
}

/** Calls the user's function, and says what is wrong with what it gave. */
export function identifySafely(
  identify: (sequence: number) => Identity,
  sequence: number,
): { readonly identity: Identity; readonly rejection: Rejection | null } {
  try {
    const { id, created } = identify(sequence)
    if (/^[\w-]+$/.test(id) && Number.isSafeInteger(created)) return { identity: { id, created }, rejection: null }
    throw new TypeError('an id has letters, digits, underscores and dashes, and created is in whole seconds')
  } catch (error) {
    return {
      identity: identifyBySequence(sequence),
      rejection: conflict(
        'fixture_failed',
        `The identify option failed for request ${sequence}: ${describeError(error)}`,
      ),
    }
  }
}
