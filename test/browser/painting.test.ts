/** What a reader of a page sees of an answer that streams. */
import { userEvent } from 'vitest/browser'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'
import { watchedClock } from '../support/clock.ts'
import { startWorker } from '../support/hosts.browser.ts'
import { chatPage, watchFrames, type ChatPage } from './chat-page.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function open(llm: LlmMock): Promise<ChatPage> {
  const worker = await startWorker(llm.handlers)
  const page = chatPage()
  onTestFinished(async () => {
    page.remove()
    await worker.stop()
    llm.close()
  })
  return page
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

const sentence = 'One two three four'

test('a paced answer is painted token by token, each for more than one frame', async () => {
  const llm = createLlmMock()
  llm.use(scenario('chat', { responses: [text(sentence, { pace: { tokensPerSecond: 5 } })] }))
  const page = await open(llm)
  const seen = watchFrames(page.text)
  await page.ask('Hi')
  await nextFrame()
  const painted = seen()
  expect(painted.map(([shown]) => shown)).toEqual(['', 'One', 'One two', 'One two three', sentence])
  expect(painted.slice(0, -1).map(([, frames]) => frames > 1)).toEqual([true, true, true, true])
  expect(llm.journal.map(({ delivery }) => delivery.end)).toEqual(['completed'])
})

test('a click on a stop button ends the delivery', async () => {
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  const pace = { firstTokenMilliseconds: 1000, tokensPerSecond: 1 }
  llm.use(scenario('chat', { responses: [text(sentence, { pace })] }))
  const page = await open(llm)
  const asking = page.ask('Hi')
  for (const [count, shown] of [
    [1, 'One'],
    [2, 'One two'],
  ] as const) {
    await clock.begun(count)
    await clock.tick(1000)
    await vi.waitFor(() => expect(page.text()).toBe(shown))
  }
  await userEvent.click(page.stop)
  await asking
  await vi.waitFor(() => expect(llm.summary().pending).toBe(0))
  await clock.tick(10_000)
  expect(page.text()).toBe('One two')
  expect(llm.journal.map(({ delivery }) => delivery)).toEqual([
    { transport: 'sse', framesTotal: 7, framesSent: 3, terminalMarkerObserved: false, end: 'aborted' },
  ])
})

/** As in Safari, where MSW sends a body to its worker in one piece. */
function forbidTransfer(): void {
  const { postMessage } = MessagePort.prototype
  vi.spyOn(MessagePort.prototype, 'postMessage').mockImplementation(function (this: MessagePort, ...given: unknown[]) {
    if (Array.isArray(given[1]) && given[1].some((part) => part instanceof ReadableStream)) {
      throw new DOMException('A stream could not be cloned.', 'DataCloneError')
    }
    Reflect.apply(postMessage, this, given)
  })
}

test('where streams cannot be transferred the whole answer comes at once, and is the same', async () => {
  forbidTransfer()
  const llm = createLlmMock()
  llm.use(scenario('chat', { responses: [text(sentence, { pace: { tokensPerSecond: 20 } })] }))
  const page = await open(llm)
  const seen = watchFrames(page.text)
  await page.ask('Hi')
  await nextFrame()
  expect(seen().map(([shown]) => shown)).toEqual(['', sentence])
  expect(llm.journal.map(({ delivery }) => delivery.end)).toEqual(['completed'])
})

test('where streams cannot be transferred nobody is told of a stop', async () => {
  forbidTransfer()
  const clock = watchedClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('chat', { responses: [text(sentence, { pace: { tokensPerSecond: 1 } })] }))
  const page = await open(llm)
  const asking = page.ask('Hi').catch((error: unknown) => (error as Error).constructor.name)
  await clock.begun(1)
  await userEvent.click(page.stop)
  const ended = await asking
  while (llm.summary().pending > 0) await clock.tick(1000)
  expect([ended, page.text(), llm.journal.map(({ delivery }) => delivery.end)]).toEqual([
    'APIUserAbortError',
    '',
    ['completed'],
  ])
})
