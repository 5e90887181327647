/** Takes the pictures of `docs/storybook.md` from the built Storybook. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { newVisitor, openBrowser, storyFinished } from './browser.ts'
import { serveSite } from './serve.ts'

const folder = path.resolve(import.meta.dirname, '../../images')

/** Stories, with the text to wait for where the picture is of a moment before their end. */
const pictures: Readonly<Record<string, string | null>> = {
  'chat-openai--ordinary': null,
  'chat-openai--slow-first-token': 'Thinking…',
  'chat-openai--refusal': null,
  'chat-openai--filtered-with-prefix': null,
  'chat-openai--filtered-with-nothing': null,
  'chat-azure-openai--prompt-blocked': null,
  'chat-azure-openai--taken-back': null,
  'chat-openai--stream-cut': null,
  'chat-anthropic--overloaded-in-the-stream': null,
  'chat-openai--too-many-requests': null,
  'chat-openai--stopped': null,
  'chat-anthropic--refusal': null,
  'chat-gemini--safety': null,
}

const width = 420

mkdirSync(folder, { recursive: true })
const site = await serveSite()
const browser = await openBrowser()
const { context } = await newVisitor(browser)
const page = await context.newPage()
await page.setViewportSize({ width, height: 500 })
for (const [id, moment] of Object.entries(pictures)) {
  await page.goto(`${site.url}iframe.html?id=${id}&viewMode=story`)
  if (moment === null) await storyFinished(page, id)
  else await page.getByText(moment).waitFor()
  const { height = 0 } = (await page.locator('#storybook-root').boundingBox()) ?? {}
  // The page has a margin of 16 on each side.
  const clip = { x: 0, y: 0, width, height: height + 32 }
  await page.screenshot({ path: path.join(folder, `${id}.png`), clip, animations: 'disabled' })
}

await page.setViewportSize({ width: 1100, height: 640 })
await page.goto(
  `${site.url}index.html?path=/story/chat-openai--too-many-requests-then-tried-again&addonPanel=msw-llm/panel`,
)
await page.getByRole('region', { name: 'LLM requests' }).getByText('completed').nth(1).waitFor()
await page.screenshot({ path: path.join(folder, 'panel.png'), animations: 'disabled' })

await browser.close()
await site.close()
