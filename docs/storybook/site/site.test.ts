import type { Browser, Frame, Page } from 'playwright'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, test, type TestContext } from 'vitest'
import { newVisitor, openBrowser, storyFinished } from './browser.ts'
import { serveSite, type Site } from './serve.ts'

interface IndexEntry {
  readonly id: string
  readonly type: 'story' | 'docs'
}

const index = JSON.parse(readFileSync(new URL('../dist/index.json', import.meta.url), 'utf8')) as {
  readonly entries: Readonly<Record<string, IndexEntry>>
}
const entries = Object.values(index.entries)
const stories = entries.filter(({ type }) => type === 'story').map(({ id }) => id)
const docsPages = entries.filter(({ type }) => type === 'docs').map(({ id }) => id)

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await serveSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function visit({ expect, onTestFinished }: TestContext, path: string): Promise<Page> {
  const { context, escaped } = await newVisitor(browser)
  onTestFinished(async () => {
    await context.close()
    expect(escaped).toEqual([])
  })
  const page = await context.newPage()
  await page.goto(site.url + path)
  return page
}

async function storyFrame(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('#storybook-preview-iframe')).contentFrame()
  if (frame === null) throw new Error('The manager has no frame with a story')
  return frame
}

const manager = (id: string) => `index.html?path=/story/${id}&addonPanel=msw-llm/panel`
const panel = (page: Page) => page.getByRole('region', { name: 'LLM requests' })

describe.concurrent('a story on its own, on the first visit', () => {
  test.for(stories)('%s', async (id, context) => {
    const { expect } = context
    const page = await visit(context, `iframe.html?id=${id}&viewMode=story`)
    expect(await storyFinished(page, id)).toBe('success')
    const chat = await page.getByRole('region', { name: 'Chat' }).ariaSnapshot()
    await expect(`${chat}\n`).toMatchFileSnapshot(`__aria__/${id}.yml`)
  })
})

describe('a docs page', () => {
  test.for(docsPages)('%s shows all its stories at the same time', async (id, context) => {
    const { expect } = context
    const page = await visit(context, `iframe.html?id=${id}&viewMode=docs`)
    const component = id.replace(/--docs$/, '--')
    const expected = stories.filter((story) => story.startsWith(component))
    // The first story of a page is shown twice: at its head, and in its place.
    const shown = [expected[0], ...expected]
    await expect.poll(() => page.locator('iframe[src*="id="]').count()).toBe(shown.length)
    const frames = await page.locator('iframe').elementHandles()
    const ends = await Promise.all(
      frames.map(async (element) => {
        const story = new URL((await element.getAttribute('src')) ?? '', page.url()).searchParams.get('id') ?? ''
        const frame = await element.contentFrame()
        return [story, frame && (await storyFinished(frame, story))]
      }),
    )
    expect(ends).toEqual(shown.map((story) => [story, 'success']))
  })
})

describe.concurrent('the manager', () => {
  test('shows a mocked story to one who came from a story on its own', async (context) => {
    const { expect } = context
    const page = await visit(context, 'iframe.html?id=chat-openai--ordinary&viewMode=story')
    expect(await storyFinished(page, 'chat-openai--ordinary')).toBe('success')
    await page.goto(site.url + manager('chat-openai--filtered-with-prefix'))
    expect(await storyFinished(await storyFrame(page), 'chat-openai--filtered-with-prefix')).toBe('success')
  })

  test('goes from an endless answer to another story', async (context) => {
    const { expect } = context
    const page = await visit(context, manager('chat-openai--endless'))
    await storyFinished(await storyFrame(page), 'chat-openai--endless')
    await expect.poll(() => rowsOf(page)).toEqual([['200', 'ordinary', '6 / 18', 'not sent', 'pending']])

    await page.getByRole('link', { name: 'Ordinary' }).click()
    expect(await storyFinished(await storyFrame(page), 'chat-openai--ordinary')).toBe('success')
    await expect.poll(() => rowsOf(page)).toEqual([['200', 'ordinary', '18 / 18', 'sent', 'completed']])

    await page.getByRole('link', { name: 'No Scenario' }).click()
    expect(await storyFinished(await storyFrame(page), 'chat-openai--no-scenario')).toBe('success')
    await expect.poll(() => rowsOf(page)).toEqual([['409', 'mismatch', '1 / 1', '–', 'completed']])
  })
})

/** Status, outcome, frames, end mark and delivery of each request. */
async function rowsOf(page: Page): Promise<readonly (readonly string[])[]> {
  const rows = await cellsOf(page)
  return rows.map((cells) => [3, 4, 6, 7, 8].map((column) => cells[column] ?? ''))
}

/** At one moment: rows come and go. */
function cellsOf(page: Page): Promise<string[][]> {
  const rows = panel(page).locator('tbody tr')
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

describe.concurrent('the panel', () => {
  test('shows a request as it goes on', async (context) => {
    const { expect } = context
    const page = await visit(context, manager('chat-openai--slow-first-token'))
    await expect
      .poll(() => rowsOf(page), { interval: 50 })
      .toEqual([['200', 'ordinary', '1 / 18', 'not sent', 'pending']])
    await expect.poll(() => rowsOf(page)).toEqual([['200', 'ordinary', '18 / 18', 'sent', 'completed']])
    expect(await panel(page).ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "LLM requests":
        - button "Reset"
        - text: Answer with
        - combobox "Answer with":
          - option "what the story says" [selected]
          - option "Ordinary"
          - option "Slow first token"
          - option "Refused"
          - option "Filtered"
          - option "Prompt blocked"
          - option "Too many requests"
          - option "Stream cut"
          - option "Error in the stream"
        - table:
          - rowgroup:
            - row "# Call Model Status Outcome From Frames End mark Delivery Tokens in / out":
              - columnheader "#"
              - columnheader "Call"
              - columnheader "Model"
              - columnheader "Status"
              - columnheader "Outcome"
              - columnheader "From"
              - columnheader "Frames"
              - columnheader "End mark"
              - columnheader "Delivery"
              - columnheader "Tokens in / out"
          - rowgroup:
            - row "1 POST https://api.openai.com/v1/chat/completions gpt-5.5 200 ordinary slow, response 1 18 / 18 sent completed 9 / 20":
              - cell "1"
              - cell "POST https://api.openai.com/v1/chat/completions"
              - cell "gpt-5.5"
              - cell "200"
              - cell "ordinary"
              - cell "slow, response 1"
              - cell "18 / 18"
              - cell "sent"
              - cell "completed"
              - cell "9 / 20""
    `)
  })

  test('switches the outcome, and back', async (context) => {
    const { expect } = context
    const page = await visit(context, manager('chat-openai--ordinary'))
    await storyFinished(await storyFrame(page), 'chat-openai--ordinary')

    await panel(page).getByRole('combobox', { name: 'Answer with' }).selectOption('Too many requests')
    const chat = page.frameLocator('#storybook-preview-iframe').getByRole('region', { name: 'Chat' })
    await expect
      .poll(() => chat.getByRole('alert').textContent())
      .toBe('Too many requests at the moment. Try again in 2 seconds.')
    await expect.poll(() => rowsOf(page)).toEqual([['429', 'error', '1 / 1', '–', 'completed']])
    await chat.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => rowsOf(page).then(({ length }) => length)).toBe(2)

    await panel(page).getByRole('combobox', { name: 'Answer with' }).selectOption('what the story says')
    await expect.poll(() => rowsOf(page)).toEqual([['200', 'ordinary', '18 / 18', 'sent', 'completed']])
  })

  test('resets', async (context) => {
    const { expect } = context
    const page = await visit(context, manager('chat-openai--prompt-blocked'))
    // A story that is begun again while it plays is loaded anew by Storybook, and then its requests count from 1.
    await storyFinished(await storyFrame(page), 'chat-openai--prompt-blocked')
    await panel(page).getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => cellsOf(page).then((rows) => rows.map(([number]) => number))).toEqual(['4', '5', '6'])
  })

  test('has the outcome of one story no more when another is looked at', async (context) => {
    const { expect } = context
    const page = await visit(context, manager('chat-openai--ordinary'))
    await storyFinished(await storyFrame(page), 'chat-openai--ordinary')
    await panel(page).getByRole('combobox', { name: 'Answer with' }).selectOption('Refused')
    await expect.poll(() => rowsOf(page).then(([row]) => row?.[1])).toBe('refused')
    await page.getByRole('link', { name: 'No Scenario' }).click()
    await expect.poll(() => rowsOf(page)).toEqual([['409', 'mismatch', '1 / 1', '–', 'completed']])
    await expect.poll(() => panel(page).getByRole('combobox', { name: 'Answer with' }).inputValue()).toBe('')
  })
})
