/** The `api-version` of Azure's URLs. */
import { badRequest, type Rejection } from '../admission/rejection.ts'
import { readQuery } from '../request/query.ts'
import type { RequestSnapshot } from '../request/snapshot.ts'
import { quote } from '../wording.ts'

const dated = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(-preview)?$/
const unversioned: readonly string[] = ['v1', 'preview', 'latest']

/** For routes that the version is part of: there must be one, and any date will do. */
export function requireApiVersion(snapshot: RequestSnapshot): Rejection | null {
  return readQuery(snapshot.url, 'api-version') === null
    ? badRequest(
        'missing_api_version',
        "The query parameter 'api-version' is missing. Give the client a date, for example 2024-10-21.",
        'api-version',
      )
    : checkVersion(snapshot, [])
}

/** For the v1 routes, which need none. */
export function checkApiVersion(snapshot: RequestSnapshot): Rejection | null {
  return checkVersion(snapshot, unversioned)
}

function checkVersion({ url }: RequestSnapshot, names: readonly string[]): Rejection | null {
  const version = readQuery(url, 'api-version')
  if (version === null || dated.test(version) || names.includes(version)) return null
  const allowed = ['a date like 2024-10-21 or 2025-04-01-preview', ...names].join(', ')
  return badRequest(
    'invalid_api_version',
    `Invalid 'api-version': ${quote(version)}. Expected ${allowed}.`,
    'api-version',
  )
}
