/** Model Inference's errors: code and message, and the parameter at fault as their target. */
import { fillError, type NativeErrors, type Rejection, type ScriptedError } from '../../src/index.ts'

/** 401, 404 and 429 as recorded; for the others the API defines no codes. */
const errors: NativeErrors = {
  400: { type: null, code: 'invalid_request', message: 'The request is invalid.' },
  401: { type: null, code: '401', message: 'Access denied due to an invalid key or a wrong endpoint.' },
  403: { type: null, code: '403', message: 'Access to this resource is denied.' },
  404: { type: null, code: 'unknown_model', message: 'Unknown model.' },
  422: { type: null, code: 'parameter_not_supported', message: 'One of the parameters is not supported.' },
  429: { type: null, code: 'RateLimitReached', message: 'The rate limit is exceeded. Please try again later.' },
  500: { type: null, code: 'InternalServerError', message: 'The server had an error. Please try again later.' },
  503: { type: null, code: 'ServiceUnavailable', message: 'The service is unavailable. Please try again later.' },
}

export function encodeError(error: ScriptedError): string {
  const { message, type, param, code } = fillError(error, errors)
  return JSON.stringify({
    error: { code, message, ...(param !== null && { target: param }), ...(type !== null && { type }) },
  })
}

export function encodeRejection({ status, code, message, param }: Rejection): string {
  const native = code === 'invalid_api_key' || code === 'model_not_found'
  const ours = code === 'missing_required_parameter' && param === 'model' ? 'no_model_name' : code
  return encodeError({ status, message, param, ...(!native && { code: ours }) })
}
