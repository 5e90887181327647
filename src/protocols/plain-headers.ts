/** The headers that every host sends, and a client looks at. */
import type { ResponseContext, ResponseKind } from './protocol.ts'

export const contentTypes: Readonly<Record<ResponseKind, string>> = {
  json: 'application/json',
  error: 'application/json',
  sse: 'text/event-stream; charset=utf-8',
  'json-array': 'application/json; charset=UTF-8',
}

/** `req_` and 32 hexadecimal digits, as OpenAI has them. */
const requestIdLength = 32

export function plainHeaders(kind: ResponseKind, { identity }: ResponseContext): Readonly<Record<string, string>> {
  return {
    'content-type': contentTypes[kind],
    'x-request-id': `req_${identity.id.padStart(requestIdLength, '0')}`,
  }
}
