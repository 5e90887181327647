/** DeepSeek's errors: OpenAI's envelope, in which nearly every code is `invalid_request_error`. */
import {
  describeRejection,
  fillError,
  type BlockedPrompt,
  type NativeError,
  type NativeErrors,
  type Rejection,
  type ScriptedError,
} from '../../src/index.ts'

const code = 'invalid_request_error'

function native(message: string, type: string): NativeError {
  return { type, code, message }
}

/** 400, 401 and 402 as recorded; of the others the documents give the status and its meaning alone. */
const errors: NativeErrors = {
  400: native('The request is invalid.', code),
  401: native('Authentication Fails, Your api key is invalid', 'authentication_error'),
  402: native('Insufficient Balance', 'unknown_error'),
  422: native('The request has invalid parameters.', code),
  429: native('Rate limit reached. Please try again later.', 'unknown_error'),
  500: native('The server had an error. Please try again later.', 'unknown_error'),
  503: native('The server is overloaded. Please try again later.', 'unknown_error'),
}

export function encodeError(error: ScriptedError): string {
  const { message, type, param, code: stated } = fillError(error, errors)
  return JSON.stringify({ error: { message, type, param, code: stated } })
}

/** Our own codes stay readable, but where the fault is one that DeepSeek has a form for. */
export function encodeRejection(rejection: Rejection): string {
  const { status, message } = rejection
  if (status === 401) return encodeError({ status, message })
  return JSON.stringify({ error: describeRejection(rejection, code) })
}

/** A prompt that DeepSeek's moderation declines, also where a stream was asked for. Recorded. */
export function encodePromptBlock(): BlockedPrompt {
  return { kind: 'error', status: 400, body: encodeError({ status: 400, message: 'Content Exists Risk' }) }
}
