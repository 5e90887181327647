/** The headers of Azure's deployments, as recorded (2025 and 2026); the account is left at fixed values. */
import { uuidOf } from './native-ids.ts'
import { contentTypes } from './plain-headers.ts'
import type { ResponseContext, ResponseKind } from './protocol.ts'

export function azureHeaders(kind: ResponseKind, context: ResponseContext): Readonly<Record<string, string>> {
  const { identity, snapshot } = context
  const requestId = uuidOf(identity)
  const clientRequestId = snapshot.headers['x-ms-client-request-id']
  const deployment = deploymentOf(context)
  return {
    'content-type': contentTypes[kind],
    'apim-request-id': requestId,
    'x-request-id': requestId,
    'x-ms-region': 'East US',
    'x-ms-rai-invoked': 'true',
    ...(isHeaderValue(deployment) && { 'x-ms-deployment-name': deployment }),
    ...(clientRequestId !== undefined && { 'x-ms-client-request-id': clientRequestId }),
    'x-ratelimit-limit-requests': '10000',
    'x-ratelimit-limit-tokens': '2000000',
    'x-ratelimit-remaining-requests': '9999',
    'x-ratelimit-remaining-tokens': '1999999',
  }
}

/** In the path, or as the model of the body. */
function deploymentOf({ params, snapshot: { body } }: ResponseContext): unknown {
  return params['deployment'] ?? (body.kind === 'json' ? (body.value as { model?: unknown } | null)?.model : undefined)
}

/** What else a name may hold, no header can carry. */
export function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)
}
