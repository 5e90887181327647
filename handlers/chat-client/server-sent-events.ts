/** Reads server-sent events out of text that comes in pieces, as the HTML standard has them. */

export interface EventReader {
  /** The data of the events that this piece completes. */
  push(text: string): readonly string[]
  /** The data of an event whose blank line never came; `null`: there is none. */
  rest(): string | null
}

export function createEventReader(): EventReader {
  /** The line that has not ended yet. */
  let line = ''
  let data: string[] = []
  /** A line feed at the start of the next piece belongs to the return at the end of this one. */
  let endsWithReturn = false

  const take = (text: string): void => {
    if (text === 'data') data.push('')
    else if (text.startsWith('data:')) data.push(text.slice(text[5] === ' ' ? 6 : 5))
  }

  return {
    push(piece) {
      const text = endsWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece
      if (piece !== '') endsWithReturn = text.endsWith('\r')
      const events: string[] = []
      let start = 0
      for (const { 0: ending, index } of text.matchAll(/\r\n|\r|\n/g)) {
        line += text.slice(start, index)
        start = index + ending.length
        if (line !== '') {
          take(line)
        } else if (data.length > 0) {
          events.push(data.join('\n'))
          data = []
        }
        line = ''
      }
      line += text.slice(start)
      return events
    },
    rest() {
      take(line)
      line = ''
      return data.length > 0 ? data.join('\n') : null
    },
  }
}
