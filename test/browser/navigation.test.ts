/** A frame of the page that goes away in the middle of a stream has left it. */
import { afterEach, expect, test, vi } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { watchedClock } from '../support/clock.ts'
import { startWorker } from '../support/hosts.browser.ts'
import { chatUrl, post, says } from '../support/openai.ts'

const frames: HTMLIFrameElement[] = []
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove()
})

async function openFrame(): Promise<Window & typeof globalThis> {
  const frame = document.createElement('iframe')
  frame.srcdoc = '<p>A page within the page</p>'
  frames.push(frame)
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
    document.body.append(frame)
  })
  return frame.contentWindow as Window & typeof globalThis
}

const ways: readonly (readonly [name: string, leave: () => void])[] = [
  ['goes away', () => frames.at(-1)?.remove()],
  ['navigates', () => frames.at(-1)?.contentWindow?.location.replace('about:blank')],
]

test.each(ways)('a frame that %s in the middle of a stream has left it', async (_, leave) => {
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  const pace = { firstTokenMilliseconds: 1000, tokensPerSecond: 1 }
  llm.use(scenario('watched', { responses: [text('One two three.', { pace })] }))
  const worker = await startWorker(llm.handlers)
  try {
    const page = await openFrame()
    const response = await page.fetch(chatUrl, post({ ...says('Hi'), stream: true }))
    const reader = response.body!.getReader()
    await reader.read()
    await clock.begun(1)
    await clock.tick(1000)
    await clock.begun(2)
    leave()
    await vi.waitFor(() => expect(llm.summary().pending).toBe(0), { timeout: 5000 })
    await clock.tick(10_000)
    expect(llm.journal[0]?.delivery).toEqual({
      transport: 'sse',
      framesTotal: 6,
      framesSent: 2,
      terminalMarkerObserved: false,
      end: 'aborted',
    })
  } finally {
    await worker.stop()
    llm.close()
  }
})
