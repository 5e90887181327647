import { chromium, type Browser, type BrowserContext, type Frame, type Page } from 'playwright'
import { chromiumArgs, findChromium } from '../../../test/support/chromium.ts'

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
}

/** A visitor who has never been here, and what their pages got from other hosts without the worker's help. */
export async function newVisitor(browser: Browser): Promise<{ context: BrowserContext; escaped: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce' })
  const escaped: string[] = []
  context.on('response', (response) => {
    if (new URL(response.url()).hostname !== '127.0.0.1' && !response.fromServiceWorker()) escaped.push(response.url())
  })
  context.on('requestfailed', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1' && request.failure()?.errorText !== 'net::ERR_ABORTED') {
      escaped.push(request.url())
    }
  })
  return { context, escaped }
}

interface StorybookChannel {
  last(event: 'storyFinished'): readonly [{ readonly storyId: string; readonly status: string }] | undefined
}

declare global {
  var __STORYBOOK_ADDONS_CHANNEL__: StorybookChannel | undefined
}

/** Waits until the story and its play function are done, and tells how: `success`, or `error`. */
export async function storyFinished(frame: Frame | Page, id: string): Promise<string> {
  const finished = await frame.waitForFunction(
    (storyId) => {
      const [story] = globalThis.__STORYBOOK_ADDONS_CHANNEL__?.last('storyFinished') ?? []
      return story?.storyId === storyId ? story.status : null
    },
    id,
    { timeout: 20_000 },
  )
  return String(await finished.jsonValue())
}
