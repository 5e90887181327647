/** What a fault makes of the frames of an answer. */
import type { StreamDelivery, StreamErrorData } from '../fixture/delivery.ts'
import { isContent, isTerminal, type Frame } from './frame.ts'
import type { DeliveryEnd } from './stream-body.ts'

/** How the delivery of a stream goes on its way. */
export interface DeliveryPlan {
  /** So many frames are sent. */
  readonly sends: number
  /** Then the body ends, or breaks off. */
  readonly closes: boolean
  readonly end: DeliveryEnd
  readonly stall: StallPlan | null
  /** An error inside the stream comes after so many frames: who leaves behind it does so for its sake. */
  readonly errorAfter: number | null
}

export interface StallPlan {
  readonly after: number
  /** `null`: nothing comes any more. */
  readonly milliseconds: number | null
  readonly heartbeatMilliseconds: number | null
  /** What keeps the connection alive; `null`: a comment. */
  readonly heartbeat: Frame | null
}

export interface FaultyFrames {
  readonly frames: readonly Frame[]
  readonly delivery: DeliveryPlan
}

/** A delivery that nothing harms. */
export function wholeDelivery(frames: readonly Frame[]): DeliveryPlan {
  return { sends: frames.length, closes: true, end: 'completed', stall: null, errorAfter: null }
}

/** What the protocol says to a fault. */
export interface FaultForms {
  /** The frames of an error that comes after so many others. */
  readonly encodeError: (error: StreamErrorData, place: number) => readonly Frame[]
  readonly ping: Frame | null
}

/** The fault of a stream; `null`: the answer has not so many frames. */
export function applyFault(
  frames: readonly Frame[],
  fault: Exclude<StreamDelivery, { fault: 'connectionFailed' }>,
  { encodeError, ping }: FaultForms,
): FaultyFrames | null {
  if ('afterFrame' in fault && fault.afterFrame > frames.length) return null
  const whole = wholeDelivery(frames)
  switch (fault.fault) {
    case 'eof': {
      const end = fault.afterFrame < frames.length ? 'truncated' : 'completed'
      return { frames, delivery: { ...whole, sends: fault.afterFrame, end } }
    }
    case 'abort':
      return { frames, delivery: { ...whole, sends: fault.afterFrame, closes: false, end: 'errored' } }
    case 'stall': {
      const { afterFrame: after, resumeAfterMilliseconds, heartbeatMilliseconds } = fault
      const stall = {
        after,
        milliseconds: resumeAfterMilliseconds ?? null,
        heartbeatMilliseconds: heartbeatMilliseconds ?? null,
        heartbeat: ping,
      }
      return { frames, delivery: { ...whole, stall } }
    }
    case 'error': {
      const before = frames.slice(0, fault.afterFrame)
      const until = [...before, ...encodeError(fault.error ?? {}, before.length)]
      return { frames: until, delivery: { ...wholeDelivery(until), end: 'errored', errorAfter: before.length } }
    }
    case 'malformed': {
      // A client parses the events that it knows, and not the data of a ping.
      const { event } = frames.find(isContent) ?? frames.at(-1) ?? {}
      return withFrames(
        frames.toSpliced(fault.afterFrame, 0, {
          ...(event !== undefined && { event }),
          data: fault.data ?? brokenJson,
        }),
      )
    }
    case 'duplicate': {
      const frame = frames[fault.afterFrame - 1]
      return frame === undefined ? null : withFrames(frames.toSpliced(fault.afterFrame, 0, frame))
    }
    case 'emptyBody':
      return { frames, delivery: { ...whole, sends: 0, end: 'truncated' } }
    case 'missingFinishReason':
      return withFrames(frames.map((frame) => unfinished(frame) ?? frame))
    case 'missingTerminalMarker':
      return withFrames(
        frames.flatMap((frame) => {
          if (!isTerminal(frame)) return [frame]
          return frame.role === 'final-content' ? (unfinished(frame) ?? []) : []
        }),
      )
  }
}

const brokenJson = '{"broken":'

function withFrames(frames: readonly Frame[]): FaultyFrames {
  const whole = wholeDelivery(frames)
  return { frames, delivery: frames.some(isTerminal) ? whole : { ...whole, end: 'truncated' } }
}

/** The frame as it would be if the answer went on; `null`: it says nothing of an end. */
function unfinished({ unfinished: data, role, ...frame }: Frame): Frame | null {
  if (data === undefined) return null
  return { ...frame, ...(role === 'final-content' && { role: 'content' as const }), data }
}
