import { expect, waitFor, within } from 'storybook/test'
import type { JournalEntry } from 'msw-llm'
import { llm } from '../../.storybook/llm.ts'

/** How the frames of an answer come: slowly enough for a person to see them, and for a test to look in between. */
export const pace = { tokensPerSecond: 20 }

/** What the chat says of a message that a policy turned away. */
export const blockedMessage =
  'This message goes against the content policy and was not answered. Write it differently to go on.'

type Canvas = ReturnType<typeof within>

/** The last answer in the chat. */
export function lastAnswer(canvas: Canvas): HTMLElement {
  const answer = canvas.getAllByRole('article', { name: 'Assistant' }).at(-1)
  if (answer === undefined) throw new Error('There is no answer')
  return answer
}

/** Waits until the last answer has ended in this way. */
export async function answerEnds(canvas: Canvas, state: string): Promise<HTMLElement> {
  await waitFor(() => expect(lastAnswer(canvas)).toHaveAttribute('data-state', state), { timeout: 5000 })
  return lastAnswer(canvas)
}

/** Waits until the last answer shows a part of this text, and not yet all of it. */
export async function partIsShown(canvas: Canvas, whole: string): Promise<void> {
  await waitFor(
    () => {
      const shown = shownText(lastAnswer(canvas))
      expect(shown).not.toBe('')
      expect(whole.startsWith(shown) && shown.length < whole.length).toBe(true)
    },
    { interval: 10, timeout: 5000 },
  )
}

/** What an answer says, without notices and buttons. */
export function shownText(answer: HTMLElement): string {
  return answer.querySelector('p:not(.notice, .waiting)')?.textContent ?? ''
}

/** Waits until no delivery is under way, and tells of each request how it went. */
export async function requests(): Promise<readonly string[]> {
  await waitFor(() => expect(llm.summary().pending).toBe(0), { timeout: 5000 })
  return llm.journal.map(describe)
}

function describe({ outcome, response, delivery }: JournalEntry): string {
  return `${response.status} ${outcome}, ${delivery.end}`
}
