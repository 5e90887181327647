/** The headers of api.anthropic.com, as recorded (2026); the clock and the account are left at fixed values. */
import type { ResponseContext, ResponseKind } from '../../src/index.ts'
import { messagesHeaders } from '../../src/protocols/messages/index.ts'

const limits = { requests: 4000, tokens: 4_800_000, 'input-tokens': 4_000_000, 'output-tokens': 800_000 }

const rateLimits: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(limits).flatMap(([kind, limit]) => [
    [`anthropic-ratelimit-${kind}-limit`, String(limit)],
    [`anthropic-ratelimit-${kind}-remaining`, String(limit - 1)],
    [`anthropic-ratelimit-${kind}-reset`, '2026-01-01T00:00:00Z'],
  ]),
)

export function headers(kind: ResponseKind, context: ResponseContext): Readonly<Record<string, string>> {
  return {
    ...messagesHeaders(kind, context),
    'anthropic-organization-id': '00000000-0000-0000-0000-000000000000',
    ...rateLimits,
    ...(kind === 'sse' && { 'cache-control': 'no-cache' }),
  }
}
