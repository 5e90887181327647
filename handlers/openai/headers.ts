/** The headers of api.openai.com, as recorded (2026); the clock and the account are left at fixed values. */
import { plainHeaders, type ResponseContext, type ResponseKind } from '../../src/index.ts'

export function headers(kind: ResponseKind, context: ResponseContext): Readonly<Record<string, string>> {
  return {
    ...plainHeaders(kind, context),
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
