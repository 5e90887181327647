/** The headers of api.openai.com, as recorded (2026); the clock and the account are left at fixed values. */
import type { Identity } from '../../src/index.ts'

const contentTypes = {
  json: 'application/json',
  error: 'application/json',
  stream: 'text/event-stream; charset=utf-8',
} as const

/** `req_` and 32 hexadecimal digits. */
const requestIdLength = 32

export function headers(identity: Identity, kind: 'json' | 'stream' | 'error'): Readonly<Record<string, string>> {
  return {
    'content-type': contentTypes[kind],
    'x-request-id': `req_${identity.id.padStart(requestIdLength, '0')}`,
    'openai-version': '2020-10-01',
    'openai-organization': 'org-mock',
    'openai-project': 'proj_mock',
    'openai-processing-ms': '1',
    'x-ratelimit-limit-requests': '10000',
    'x-ratelimit-limit-tokens': '2000000',
    'x-ratelimit-remaining-requests': '9999',
    'x-ratelimit-remaining-tokens': '1999999',
    'x-ratelimit-reset-requests': '6ms',
    'x-ratelimit-reset-tokens': '0s',
  }
}
