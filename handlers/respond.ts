/** Makes the Response of a plan. */
import type { Clock } from '../src/delivery/clock.ts'
import type { JsonPlan, StreamPlan } from '../src/delivery/plan.ts'
import { streamBody, type StreamBody, type StreamObserver } from '../src/delivery/stream-body.ts'

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
  plan: StreamPlan,
  clock: Clock,
  observer: StreamObserver,
  client: AbortSignal,
  Stream: typeof ReadableStream,
): StreamResponse {
  const leave = (): void => body.leave(client.reason)
  const body = streamBody(
    plan,
    clock,
    {
      ...observer,
      onEnd: (end) => {
        client.removeEventListener('abort', leave)
        observer.onEnd(end)
      },
    },
    Stream,
  )
  client.addEventListener('abort', leave, { once: true })
  const headers = { ...plan.headers, ...framing }
  return { response: new Response(body.stream, { status: plan.status, headers }), body }
}
