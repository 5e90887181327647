/** A chat as a page has it: a paragraph that an answer is written into, and a button that stops it. */
import { openaiOn, says } from '../support/openai.ts'

export interface ChatPage {
  readonly stop: HTMLButtonElement
  readonly text: () => string
  /** Asks, and writes what comes into the page, until it ends or the button is clicked. */
  ask(content: string): Promise<void>
  remove(): void
}

export function chatPage(): ChatPage {
  const paragraph = document.createElement('p')
  const stop = document.createElement('button')
  stop.textContent = 'Stop'
  document.body.append(paragraph, stop)
  return {
    stop,
    text: () => paragraph.textContent,
    async ask(content) {
      const leaving = new AbortController()
      const leave = (): void => leaving.abort()
      stop.addEventListener('click', leave)
      const options = { signal: leaving.signal }
      const { completions } = openaiOn({ fetch: undefined }, { maxRetries: 0 }).chat
      try {
        const stream = await completions.create({ ...says(content), stream: true }, options)
        for await (const { choices } of stream) paragraph.append(choices[0]?.delta.content ?? '')
      } finally {
        stop.removeEventListener('click', leave)
      }
    },
    remove() {
      paragraph.remove()
      stop.remove()
    },
  }
}

/** What a page showed, frame by frame: each text in turn, and how many frames it was there for. */
export function watchFrames(text: () => string): () => readonly (readonly [text: string, frames: number])[] {
  const seen: [string, number][] = []
  let watching = true
  const look = (): void => {
    const last = seen.at(-1)
    if (last?.[0] === text()) last[1]++
    else seen.push([text(), 1])
    if (watching) requestAnimationFrame(look)
  }
  look()
  return () => {
    watching = false
    return seen
  }
}
