/** Identities: ids and times that follow from a request's number alone, so that two runs give the same bytes. */
import { conflict, type Rejection } from '../src/admission/rejection.ts'
import type { Identity } from '../src/protocols/protocol.ts'
import { describeError, kindOf, quote } from '../src/wording.ts'

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
    return { identity: check(identify(sequence)), rejection: null }
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

/** What native ids have room for beside their prefix. */
const maximumLength = 64

function check(given: Identity): Identity {
  const { id, created } = given
  if (typeof id !== 'string' || id.length > maximumLength || !/^[\w-]+$/.test(id)) {
    const came = typeof id === 'string' ? quote(id) : kindOf(id)
    const of = id === undefined ? `; what it returned is ${kindOf(given)}` : ''
    throw new TypeError(
      `id is ${came}, and it takes a string of 1 to ${maximumLength} letters, digits, underscores and dashes${of}`,
    )
  }
  if (!Number.isSafeInteger(created)) {
    throw new TypeError(`created is ${String(created)}, and it takes whole seconds since 1970`)
  }
  return { id, created }
}
