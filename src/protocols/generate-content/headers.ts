/** The headers of generativelanguage.googleapis.com, as recorded (2026); it sends no request id. */
import type { ResponseKind } from '../protocol.ts'

export function headers(kind: ResponseKind): Readonly<Record<string, string>> {
  return {
    'content-type': kind === 'sse' ? 'text/event-stream' : 'application/json; charset=UTF-8',
    vary: 'Origin, X-Origin, Referer',
    server: 'scaffolding on HTTPServer2',
    'server-timing': 'gfet4t7; dur=1',
    'x-xss-protection': '0',
    'x-frame-options': 'SAMEORIGIN',
    ...(kind === 'json' && { 'x-gemini-service-tier': 'standard' }),
    ...((kind === 'sse' || kind === 'json-array') && { 'content-disposition': 'attachment' }),
  }
}
