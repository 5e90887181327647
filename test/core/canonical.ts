/** Reads bodies into canonical messages. */
import type { Route } from 'msw-llm'
import type { Message } from '../../src/request/canonical.ts'
import { arrivalOf, route as chatRoute, type Asked } from './ask.ts'

export function canonicalOf(
  body: unknown,
  route: Route = chatRoute,
  more: Omit<Asked, 'body' | 'route'> = {},
): readonly Message[] {
  const { snapshot, params } = arrivalOf({ ...more, body, route })
  const parsed = route.protocol.parse(snapshot, { provider: route.provider, route: route.id, params })
  if (!parsed.ok) throw new Error(parsed.rejection.message)
  return parsed.value.canonical.messages
}
