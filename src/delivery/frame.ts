/** Frames: the pieces in which a stream is sent, one flush each. */

export interface Frame {
  /** The SSE event name; absent on protocols that send none. */
  readonly event?: string
  /** One line of data, as it goes on the wire. */
  readonly data: string
  /** `content`: a piece of the answer, which `pace` counts as a token. `terminal`: the protocol's own end mark. */
  readonly role?: 'content' | 'terminal'
}

/** The bytes of a frame as a server-sent event, with the blank line that ends it. */
export function formatServerSentEvent({ event, data }: Frame): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`
}
