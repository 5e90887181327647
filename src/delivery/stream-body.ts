/** Turns the frames of a plan into a body, one frame a pull. */
import type { Clock } from './clock.ts'
import { wholeDelivery, type DeliveryPlan, type StallPlan } from './fault.ts'
import { frameBytes } from './frame-bytes.ts'
import { formatComment, frameFormat, isTerminal, type Frame } from './frame.ts'
import { waitsOf, type Waits } from './pace.ts'
import type { RawPlan, StreamPlan } from './plan.ts'
import { cutter } from './wire-shape.ts'

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

/** What of its surroundings a body needs. */
export interface StreamHost {
  readonly clock: Clock
  readonly Stream: typeof ReadableStream
  /** Resolves in a later turn of the event loop. */
  readonly turn: () => Promise<void>
  /** Resolves when a client that keeps up has read what was sent; absent: it has as soon as more is asked for. */
  readonly untilRead?: (() => Promise<void>) | undefined
}

type Bytes = Uint8Array<ArrayBuffer>

/** The pieces of a body, frame by frame. */
interface Pieces {
  readonly frames: readonly Frame[]
  readonly waitBefore: Waits
  readonly delivery: DeliveryPlan
  /** Of the next frame: one piece, or more where its bytes are cut. */
  readonly next: () => readonly Bytes[]
  readonly heartbeat: (frame: Frame | null) => Bytes
}

function piecesOf(plan: StreamPlan | RawPlan): Pieces {
  const waitBefore = waitsOf(plan.pace)
  if (plan.kind === 'raw') {
    const frames = plan.pieces.map((): Frame => ({ data: '', role: 'content' }))
    let place = 0
    const next = (): readonly Bytes[] => plan.pieces.slice(place, ++place)
    return { frames, waitBefore, delivery: wholeDelivery(frames), next, heartbeat: () => new Uint8Array() }
  }
  const { frames, framing, wire, delivery } = plan
  const nextBytes = frameBytes(frames, framing, wire)
  const cut = cutter(wire?.fragment)
  return {
    frames,
    waitBefore,
    delivery,
    next: () => cut(nextBytes()),
    heartbeat: (frame) => {
      const text = frame === null ? formatComment('keep-alive') : frameFormat(framing, null)(frame, 0, 1)
      return new TextEncoder().encode(text)
    },
  }
}

/**
 * @note `highWaterMark: 0` makes a client read exactly the frames that were sent before an error; a larger queue is
 * dropped unread. The stream closes in the same pull as its last frame, because OpenAI's client stops reading at
 * `[DONE]` and cancels what is still open then. Both are pinned in `test/providers`.
 */
export function streamBody(
  plan: StreamPlan | RawPlan,
  { clock, Stream, turn, untilRead }: StreamHost,
  observer: StreamObserver,
): StreamBody {
  const { frames, waitBefore, delivery, next, heartbeat } = piecesOf(plan)
  const { sends, closes } = delivery
  const ending = new AbortController()
  let controller: ReadableStreamDefaultController<Bytes>
  /** Of the frame that is being sent, the pieces after the first. */
  let rest: readonly Bytes[] = []
  let stall: StallPlan | null = delivery.stall
  let sent = 0
  let terminal = false
  let ended = false

  function send(): void {
    if (ended) return
    if (sent < sends) {
      const [first, ...others] = next()
      if (first !== undefined) controller.enqueue(first)
      rest = others
      if (others.length === 0) passFrame()
    }
    finish()
  }

  function sendPiece(): void {
    if (ended) return
    const [piece, ...others] = rest
    if (piece !== undefined) controller.enqueue(piece)
    rest = others
    if (others.length === 0) passFrame()
    finish()
  }

  function passFrame(): void {
    const isEnd = isTerminal(frames[sent++] as Frame)
    terminal ||= isEnd
    observer.onFrame(isEnd)
  }

  /** An error has a pull of its own, or it would take the frame before it away; so has a stall. */
  function finish(): void {
    if (sent < sends || rest.length > 0 || stall?.after === sent || !closes) return
    ended = true
    controller.close()
    observer.onEnd(delivery.end)
  }

  /** `true`: the clock has come so far, and nothing has ended meanwhile. */
  async function sleep(milliseconds: number): Promise<boolean> {
    observer.onWaiting(true)
    try {
      await clock.sleep(milliseconds, ending.signal)
      return !ended
    } catch (error) {
      // A sleep is broken off by the end of the delivery; a clock that fails by itself breaks the delivery off.
      if (!ended) end('errored', error)
      return false
    } finally {
      observer.onWaiting(false)
    }
  }

  /** One heartbeat, or the end of the stall. */
  async function wait(stalled: StallPlan): Promise<void> {
    const { milliseconds, heartbeatMilliseconds } = stalled
    if (milliseconds === null && heartbeatMilliseconds === null) return untilEnd(ending.signal)
    const left = milliseconds ?? Infinity
    const step = Math.min(left, heartbeatMilliseconds ?? Infinity)
    if (!(await (milliseconds === null ? sleepUnnoticed(step) : sleep(step)))) return
    if (step < left) {
      stall = { ...stalled, milliseconds: milliseconds === null ? null : left - step }
      controller.enqueue(heartbeat(stalled.heartbeat))
      return
    }
    stall = null
    await advance()
  }

  /** A stall without an end waits for its client, whatever its heartbeat. */
  async function sleepUnnoticed(milliseconds: number): Promise<boolean> {
    try {
      await clock.sleep(milliseconds, ending.signal)
    } catch (error) {
      if (!ended) end('errored', error)
    }
    return !ended
  }

  function advance(): void | Promise<void> {
    if (stall?.after === sent) return wait(stall)
    if (sent === sends && !closes) return breakOff()
    const frame = sent < sends ? frames[sent] : undefined
    const milliseconds = frame === undefined ? null : waitBefore(frame)
    if (milliseconds === null) return send()
    return sleep(milliseconds).then((isOver) => (isOver ? send() : undefined))
  }

  async function breakOff(): Promise<void> {
    await untilRead?.()
    end(delivery.end, new TypeError(brokenOff))
  }

  function end(how: DeliveryEnd, reason: unknown, tell = true): void {
    if (ended) return
    ended = true
    ending.abort(reason)
    if (tell) controller.error(reason)
    observer.onEnd(how)
  }

  function endOfLeaving(): DeliveryEnd {
    const { errorAfter } = delivery
    if (errorAfter !== null && sent > errorAfter) return delivery.end
    return terminal ? 'completed' : 'aborted'
  }

  const stream = new Stream<Bytes>(
    {
      start(own) {
        controller = own
      },
      pull() {
        // A turn apart, or msw 3 would send the pieces together.
        return rest.length > 0 ? turn().then(sendPiece) : advance()
      },
      cancel(reason) {
        end(endOfLeaving(), reason, false)
      },
    },
    { highWaterMark: 0 },
  )

  return {
    stream,
    leave: (reason) => end(endOfLeaving(), reason),
    breakOff: (error) => end('errored', error),
  }
}

const brokenOff = 'The fixture broke this answer off'

function untilEnd(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
