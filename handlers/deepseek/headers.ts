/** The headers of api.deepseek.com, as recorded (2026). */
import { contentTypes, digitsOf, uuidOf, type ResponseContext, type ResponseKind } from '../../src/index.ts'

export function headers(kind: ResponseKind, { identity }: ResponseContext): Readonly<Record<string, string>> {
  return {
    'content-type': contentTypes[kind],
    'x-ds-trace-id': digitsOf(identity),
    // Not theirs: it is where the client looks for an error's request id.
    'x-request-id': uuidOf(identity),
    'cache-control': 'no-cache',
    server: 'elb',
  }
}
