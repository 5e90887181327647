/** One request and its answer, whole or streamed. */
import type { JsonObject } from '../../src/index.ts'
import { createAnswer, type Answer } from './answer.ts'
import { bodyText } from './body-text.ts'
import { checkCall } from './check-call.ts'
import { ChatHttpError } from './errors.ts'
import { endByPolicy, failureIn, readFailure } from './failure.ts'
import { isObject, objectsIn, parseJson } from './json.ts'
import { readStream } from './read-stream.ts'
import type { Target } from './target.ts'
import type { ChatMessage, ChatRequestOptions, ChatResponse, ChatUpdate } from './types.ts'

/** A call of the client. */
interface Call {
  readonly target: Target
  readonly messages: readonly ChatMessage[]
  readonly options: ChatRequestOptions
}

export async function getAnswer(call: Call): Promise<ChatResponse> {
  const answer = createAnswer()
  const response = await send(call, false)
  if (response.ok && call.target.route.streamsAlways === true) {
    for await (const _ of growthOf(response, call, answer));
  } else {
    await readWhole(response, call, false, answer)
  }
  return answer.response()
}

export async function* streamAnswer(call: Call): AsyncGenerator<ChatUpdate, void, undefined> {
  const answer = createAnswer()
  const response = await send(call, true)
  if (response.ok) {
    for await (const _ of growthOf(response, call, answer)) yield* answer.takeDeltas()
  } else {
    await readWhole(response, call, true, answer)
    yield* answer.takeDeltas()
  }
  const whole = answer.response()
  for (const part of whole.parts) if (part.type === 'tool-call' || part.type === 'error') yield part
  yield { type: 'finish', response: whole }
}

function growthOf(
  response: Response,
  { target, options }: Call,
  answer: Answer,
): AsyncGenerator<void, void, undefined> {
  const { protocol } = target.route
  return readStream(response, { protocol, address: addressOf(target, true), answer, signal: options.signal })
}

async function send({ target, messages, options }: Call, stream: boolean): Promise<Response> {
  const { route, model, apiVersion, fetch = globalThis.fetch } = target
  checkCall(messages, options)
  const { signal, maxTokens, tools, responseSchema } = options
  signal?.throwIfAborted()
  const headers = new Headers(target.headers)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const request = { model, messages, stream, apiVersion, maxTokens, tools, responseSchema }
  const body = JSON.stringify(route.protocol.encodeRequest(request))
  try {
    return await fetch(urlOf(target, stream), { method: 'POST', headers, body, ...(signal && { signal }) })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

function urlOf({ route, url, streamUrl }: Target, stream: boolean): string {
  return stream || route.streamsAlways === true ? streamUrl : url
}

/** Without its query, which may hold a secret. */
function addressOf(target: Target, stream: boolean): string {
  const { origin, pathname } = new URL(urlOf(target, stream))
  return origin + pathname
}

/** @throws {ChatHttpError} when what came is no answer. */
async function readWhole(
  response: Response,
  { target, options }: Call,
  stream: boolean,
  answer: Answer,
): Promise<void> {
  let text = ''
  for await (const piece of bodyText(response, options.signal)) text += piece
  const body = parseJson(text)
  if (isObject(body) && isAnswer(response, body)) {
    target.route.protocol.readBody(body, answer)
    return
  }
  const failure = readFailure(body ?? null)
  if ((response.ok || response.status === 400) && endByPolicy(failure, answer)) return
  const { code, message } = response.ok && !isObject(body) ? unreadable : failure
  // An envelope without a place for a code has it in its message.
  const said = [code !== null && !message.startsWith(code) && code, message].filter(Boolean).join(': ')
  throw new ChatHttpError(
    `The request to '${addressOf(target, stream)}' failed with HTTP ${response.status}${said === '' ? '' : `: ${said}`}`,
    response.status,
    code,
    body ?? text,
  )
}

const unreadable = { code: 'unreadable_body', message: 'The body is no JSON object' }

/** @note Foundry is recorded to send what its filter blocked as HTTP 400, with a completion for its body. */
function isAnswer({ ok, status }: Response, body: JsonObject): boolean {
  return ok ? failureIn(body) === null : status === 400 && objectsIn(body['choices']).length > 0
}
