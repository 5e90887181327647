/** Identities in the forms that hosts have for them. */
import type { Identity } from './protocol.ts'

/** A UUID of version 4, but for ids that its last group has no room for, which are not cut. */
export function uuidOf({ id }: Identity): string {
  return `00000000-0000-4000-8000-${id.padStart(12, '0')}`
}

/** 32 hexadecimal digits. */
export function digitsOf({ id }: Identity): string {
  return id.padStart(32, '0')
}
