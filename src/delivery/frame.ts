/** Frames: the pieces in which a stream is sent, one flush each. */
import type { Wire } from '../fixture/delivery.ts'
import type { Framing } from './plan.ts'
import { splitData } from './wire-shape.ts'

export interface Frame {
  /** Content frames that are released together: how many, on the first of them, and 0 on the others. */
  readonly batch?: number
  /** The SSE event name; absent on protocols that send none. */
  readonly event?: string
  /** One line of data, as it goes on the wire; of a JSON array, the text of an element. */
  readonly data: string
  /**
   * `content`: a piece of the answer, which `pace` counts as a token. `terminal`: the protocol's own end mark.
   * `final-content`: both, where the last piece says that it is the last.
   */
  readonly role?: 'content' | 'terminal' | 'final-content'
  /** Of a frame that says why the answer ended: its data as they would be if it went on. */
  readonly unfinished?: string
}

export function isContent({ role }: Frame): boolean {
  return role === 'content' || role === 'final-content'
}

export function isTerminal({ role }: Frame): boolean {
  return role === 'terminal' || role === 'final-content'
}

/** The text of the frame at a place, from 0, of so many. */
export type FrameFormat = (frame: Frame, place: number, count: number) => string

export function frameFormat({ transport, lineEnding }: Framing, wire: Wire | null): FrameFormat {
  if (transport === 'json-array') return formatElement
  const end = wire?.lineEnding ?? lineEnding
  const spell: FrameFormat = wire === null ? formatServerSentEvent : inUnusualShape(wire)
  if (end === 'lf') return spell
  return (...frame) => spell(...frame).replaceAll('\n', end === 'cr' ? '\r' : '\r\n')
}

/** A server-sent event, with the blank line that ends it. */
function formatServerSentEvent({ event, data }: Frame): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`
}

/** A comment ends with a blank line, or some clients take the event after it for a part of it. */
export function formatComment(text: string): string {
  return `: ${text}\n\n`
}

function inUnusualShape({ bom = false, multilineData = false, comments = [] }: Wire): FrameFormat {
  return (frame, place) => {
    const before = comments
      .filter(({ beforeFrame }) => beforeFrame === place + 1)
      .map(({ text, count = 1 }) => formatComment(text).repeat(count))
    const data = multilineData ? splitData(frame.data).join('\ndata: ') : frame.data
    return (bom && place === 0 ? '\ufeff' : '') + before.join('') + formatServerSentEvent({ ...frame, data })
  }
}

/** An element of an array, as Gemini sends it: the comma stands on a line of its own, before the element it leads. */
function formatElement({ data }: Frame, place: number, count: number): string {
  return `${place === 0 ? '[' : '\n,\r\n'}${data}${place === count - 1 ? '\n]' : ''}`
}
