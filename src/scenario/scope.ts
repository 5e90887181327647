/** Scopes: requests of one provider, model, credential and session share cursors; nothing crosses from one to another. */
import type { CanonicalRequest } from '../request/canonical.ts'
import type { RequestSnapshot } from '../request/snapshot.ts'

export function scopeOf(request: CanonicalRequest, snapshot: RequestSnapshot): string {
  return JSON.stringify([request.provider, request.model, snapshot.credentials[0] ?? null, request.session])
}

/** The scope of a request that names no model. */
export function ownerOf(request: CanonicalRequest, snapshot: RequestSnapshot): string {
  return scopeOf({ ...request, model: '' }, snapshot)
}
