/** Azure's errors: OpenAI's envelope from the service, and one of code and message from the gateway in front of it. */
import type { Rejection } from '../admission/rejection.ts'
import type { ScriptedError } from '../fixture/response.ts'
import { describeRejection, fillError, openaiErrors, type NativeErrors } from './error-envelope.ts'

/** Without a type: the gateway speaks. Codes as recorded, the sentences ours. */
const azureErrors: NativeErrors = {
  ...openaiErrors,
  401: { type: null, code: '401', message: 'Access denied due to an invalid key or a wrong endpoint.' },
  403: { type: null, code: '403', message: 'Access to this resource is denied.' },
  404: { type: null, code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
  408: { type: null, code: 'Timeout', message: 'The operation was timed out.' },
  429: { type: null, code: '429', message: 'The rate limit of the deployment is exceeded. Please try again later.' },
}

export function encodeAzureError(error: ScriptedError): string {
  const { message, type, param, code } = fillError(error, azureErrors)
  return JSON.stringify({ error: type === null && param === null ? { code, message } : { message, type, param, code } })
}

export function encodeAzureRejection(rejection: Rejection): string {
  const { status, code, message } = rejection
  if (code === 'invalid_api_key' || code === 'model_not_found') return encodeAzureError({ status, message })
  return JSON.stringify({ error: describeRejection(rejection) })
}
