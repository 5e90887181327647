/** What a page built with `useChat` shows of each outcome, behind MSW's worker. */
import { createAzure } from '@ai-sdk/azure'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModel } from 'ai'
import { setupWorker } from 'msw/browser'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createLlmMock,
  fails,
  filtered,
  promptBlocked,
  refused,
  scenario,
  streamError,
  text,
  type FixtureResponse,
} from 'msw-llm'
import { ChatPage, transportTo } from './chat-page.tsx'

const llm = createLlmMock()
const worker = setupWorker(...llm.handlers)
beforeAll(() => worker.start({ quiet: true, onUnhandledFrame: 'bypass' }))
afterEach(() => {
  llm.verify()
  worker.resetHandlers()
})
afterAll(() => worker.stop())

const openai = () => createOpenAI({ apiKey: 'test' }).chat('m')
const azure = () => createAzure({ apiKey: 'test', resourceName: 'example' }).chat('m')
const whole = 'The lamp is lit at dusk.'
const asynchronous = { mode: 'async', windowCharacters: 8 } as const

/** Opens the page and sends a message. */
async function ask(model: LanguageModel, ...responses: FixtureResponse[]): Promise<void> {
  llm.use(scenario('outcome', { responses }))
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  root.render(<ChatPage transport={transportTo(model)} />)
  await userEvent.fill(page.getByRole('textbox', { name: 'Message' }), 'When is the lamp lit?')
  await page.getByRole('button', { name: 'Send' }).click()
}

/** The answer with its finish reason, the status, and the error, once the status is no longer one of waiting. */
async function shown(): Promise<readonly (string | null)[]> {
  await expect.poll(() => page.getByRole('status').element().textContent, { timeout: 10_000 }).toMatch(/ready|error/)
  const answer = document.querySelector('[data-role="assistant"]')
  return [
    answer?.textContent ?? null,
    answer?.getAttribute('data-finish') ?? null,
    page.getByRole('status').element().textContent,
    document.querySelector('[role="alert"]')?.textContent ?? null,
  ]
}

const outcomes: readonly (readonly [string, () => LanguageModel, readonly FixtureResponse[], readonly unknown[]])[] = [
  ['an ordinary answer', openai, [text(whole)], [whole, 'stop', 'ready', null]],
  ['a refusal', openai, [refused('I cannot help.')], ['I cannot help.', 'content-filter', 'ready', null]],
  ['a filtered answer', openai, [filtered('The lamp is')], ['The lamp is', 'content-filter', 'ready', null]],
  ['a filtered answer with nothing', openai, [filtered()], ['', 'content-filter', 'ready', null]],
  ['a blocked prompt', openai, [promptBlocked()], [null, null, 'error', 'APICallError']],
  ['annotations', azure, [text(whole, { contentFilter: asynchronous })], [whole, 'stop', 'ready', null]],
  [
    'a block after text',
    azure,
    [text(whole, { contentFilter: { ...asynchronous, block: { category: 'hate', at: 9 } } })],
    ['The lamp is lit at', 'content-filter', 'ready', null],
  ],
  [
    'a stream that is cut',
    openai,
    [text(whole, { streamDelivery: { fault: 'eof', afterFrame: 4 } })],
    ['The lamp is', 'interrupted', 'ready', null],
  ],
  [
    'an error in the stream',
    openai,
    [text(whole, { streamDelivery: streamError({ afterFrame: 4 }) })],
    ['The lamp is', null, 'error', 'StreamProviderError'],
  ],
  [
    'a 429, and then an answer',
    openai,
    [fails(429, { retryAfterSeconds: 0, retryAfterMilliseconds: 20 }), text(whole)],
    [whole, 'stop', 'ready', null],
  ],
]

test.each(outcomes)('shows %s', async (_, model, responses, expected) => {
  await ask(model(), ...responses)
  expect(await shown()).toEqual(expected)
})

test('shows what had come when the answer is stopped', async () => {
  await ask(openai(), text(whole, { streamChunks: ['The lamp is', ' lit at dusk.'], pace: { tokensPerSecond: 0.5 } }))
  await expect
    .poll(() => document.querySelector('[data-role="assistant"]')?.textContent, { timeout: 10_000 })
    .toBe('The lamp is')
  await page.getByRole('button', { name: 'Stop' }).click()
  expect(await shown()).toEqual(['The lamp is', null, 'ready', null])
  await llm.settled()
  expect(llm.journal.map(({ outcome, delivery }) => [outcome, delivery.end])).toEqual([['ordinary', 'aborted']])
})

test('sends the answer back with the next message', async () => {
  await ask(openai(), text(whole), text('All night.'))
  expect(await shown()).toEqual([whole, 'stop', 'ready', null])
  await userEvent.fill(page.getByRole('textbox', { name: 'Message' }), 'For how long?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText('All night.')).toBeVisible()
  expect(llm.journal[1]?.request.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'When is the lamp lit?'],
    ['assistant', whole],
    ['user', 'For how long?'],
  ])
})
