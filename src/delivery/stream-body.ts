/** Turns the frames of a plan into a body, one frame a pull. */
import type { Clock } from './clock.ts'
import { frameBytes } from './frame-bytes.ts'
import { isTerminal } from './frame.ts'
import { waitsOf } from './pace.ts'
import type { StreamPlan } from './plan.ts'

/** How a delivery ended. `aborted`: the client left before the terminal marker. `errored`: we broke it off. */
export type DeliveryEnd = 'completed' | 'truncated' | 'errored' | 'aborted'

export interface StreamObserver {
  /** A frame has been handed to the host; that a client has read it cannot be known. */
  readonly onFrame: (terminal: boolean) => void
  /** The delivery waits on the clock, or has stopped waiting. */
  readonly onWaiting: (waiting: boolean) => void
  readonly onEnd: (end: DeliveryEnd) => void
}

export interface StreamBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** The client has left: ends the body with this reason. */
  leave(reason: unknown): void
  /** Breaks the delivery off from our side: the client's next read fails with this error. */
  breakOff(error: Error): void
}

/**
 * @note `highWaterMark: 0` makes a client read exactly the frames that were sent before an error; a larger queue is
 * dropped unread. The stream closes in the same pull as its last frame, because OpenAI's client stops reading at
 * `[DONE]` and cancels what is still open then. Both are pinned in `test/providers`.
 */
export function streamBody(
  plan: StreamPlan,
  clock: Clock,
  observer: StreamObserver,
  Stream: typeof ReadableStream,
): StreamBody {
  const { frames } = plan
  const nextBytes = frameBytes(frames, plan.framing)
  const waitBefore = waitsOf(plan.pace)
  const ending = new AbortController()
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let sent = 0
  let terminal = false
  let ended = false

  function send(): void {
    if (ended) return
    const frame = frames[sent]
    if (frame !== undefined) {
      sent++
      terminal ||= isTerminal(frame)
      controller.enqueue(nextBytes())
      observer.onFrame(isTerminal(frame))
    }
    if (sent < frames.length) return
    ended = true
    controller.close()
    observer.onEnd('completed')
  }

  async function sendAfter(milliseconds: number): Promise<void> {
    observer.onWaiting(true)
    try {
      await clock.sleep(milliseconds, ending.signal)
    } catch (error) {
      // A sleep is broken off by the end of the delivery; a clock that fails by itself breaks the delivery off.
      if (!ended) end('errored', error)
      return
    } finally {
      observer.onWaiting(false)
    }
    send()
  }

  function end(how: DeliveryEnd, reason: unknown, tell = true): void {
    if (ended) return
    ended = true
    ending.abort(reason)
    if (tell) controller.error(reason)
    observer.onEnd(how)
  }

  const stream = new Stream<Uint8Array<ArrayBuffer>>(
    {
      start(own) {
        controller = own
      },
      pull() {
        const frame = frames[sent]
        const milliseconds = frame === undefined ? null : waitBefore(frame)
        return milliseconds === null ? send() : sendAfter(milliseconds)
      },
      cancel(reason) {
        end(terminal ? 'completed' : 'aborted', reason, false)
      },
    },
    { highWaterMark: 0 },
  )

  return {
    stream,
    leave: (reason) => end(terminal ? 'completed' : 'aborted', reason),
    breakOff: (error) => end('errored', error),
  }
}
