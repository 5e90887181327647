/** What a page built with `useChat` shows of each outcome, behind MSW's worker. */
import { createAzure } from '@ai-sdk/azure'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModel } from 'ai'
import { setupWorker } from 'msw/browser'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createLlmMock, scenario, text, type FixtureResponse } from 'msw-llm'
import type { Outcome } from '../client-cells.ts'
import { responsesOf } from '../observe.ts'
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

const models = { openai, azure }

const shownOutcomes: readonly (readonly [Outcome, keyof typeof models, readonly unknown[]])[] = [
  ['ordinary', 'openai', [whole, 'stop', 'ready', null]],
  ['refusal', 'openai', ['I cannot help.', 'content-filter', 'ready', null]],
  ['filtered', 'openai', ['The lamp is', 'content-filter', 'ready', null]],
  ['filtered with nothing', 'openai', ['', 'content-filter', 'ready', null]],
  ['prompt blocked', 'openai', [null, null, 'error', 'APICallError']],
  ['annotated later', 'azure', [whole, 'stop', 'ready', null]],
  ['blocked after text', 'azure', ['The lamp is lit at', 'content-filter', 'ready', null]],
  ['cut', 'openai', ['The lamp is', 'interrupted', 'ready', null]],
  ['error in the stream', 'openai', ['The lamp is', null, 'error', 'StreamProviderError']],
  ['429, then an answer', 'openai', [whole, 'stop', 'ready', null]],
]

test.each(shownOutcomes)("shows '%s'", async (outcome, route, expected) => {
  await ask(models[route](), ...responsesOf(outcome, { route, streams: true }))
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
