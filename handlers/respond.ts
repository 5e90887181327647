/** Makes the Response of a plan. */
import type { JsonPlan, RawPlan, StreamPlan } from '../src/delivery/plan.ts'
import { streamBody, type StreamBody, type StreamHost, type StreamObserver } from '../src/delivery/stream-body.ts'

/**
 * @note Without a framing header msw 3 sends a body that ends with its connection. An error inside a stream then looks
 * like its end, and an abort, or a slow reader of a large body, crashes the process in undici; and each request, JSON
 * ones too, leaves 60 KB behind with the connection that could not be used again. Other hosts ignore the header.
 */
const framing = { 'transfer-encoding': 'chunked' }

/** A response, and its body where that is known in full. */
export interface Reply {
  readonly response: Response
  /** `null`: a stream, or no body. */
  readonly text: string | null
  /** Set where the connection broke before there was a response. */
  readonly broken?: { readonly reason: unknown }
}

/** What a broken connection gives. */
export function respondWithNothing(reason: unknown): Reply {
  return { response: Response.error(), text: null, broken: { reason } }
}

export function respondWithBody({ body, status, headers }: Pick<JsonPlan, 'body' | 'status' | 'headers'>): Reply {
  return { response: new Response(body, { status, headers: { ...headers, ...framing } }), text: body }
}

export interface StreamResponse {
  readonly response: Response
  readonly body: StreamBody
}

/**
 * @note Node tells of a leaving client through the request's signal and not always through `cancel`; behind the
 * browser's worker it is the other way round. Either ends the delivery.
 */
export function respondWithStream(
  plan: StreamPlan | RawPlan,
  host: StreamHost,
  observer: StreamObserver,
  client: AbortSignal,
): StreamResponse {
  const leave = (): void => body.leave(client.reason)
  const body = streamBody(plan, host, {
    ...observer,
    onEnd: (end) => {
      client.removeEventListener('abort', leave)
      observer.onEnd(end)
    },
  })
  client.addEventListener('abort', leave, { once: true })
  const headers = { ...plan.headers, ...framing }
  return { response: new Response(body.stream, { status: plan.status, headers }), body }
}
