import { fails, filtered, promptBlocked, refused, scenario, text } from 'msw-llm'
import { expect } from 'storybook/test'
import { llm } from '../../.storybook/llm.ts'
import preview from '../../.storybook/preview.ts'
import { Chat } from '../chat/Chat.tsx'
import { openai, patientOpenai } from './clients.ts'
import { answerEnds, blockedMessage, pace, partIsShown, requests, shownText } from './play.ts'

const meta = preview.meta({
  title: 'Chat/OpenAI',
  component: Chat,
  args: { model: openai, opening: 'Tell me about the old lighthouse.' },
})

const story = 'The lighthouse was built in 1861, and its lamp could be seen for twenty miles.'

export const Ordinary = meta.story({
  beforeEach() {
    llm.use(scenario('ordinary', { responses: [text(story, { pace })] }))
  },
  async play({ canvas }) {
    await partIsShown(canvas, story)
    const answer = await answerEnds(canvas, 'complete')
    await expect(shownText(answer)).toBe(story)
    await expect(await requests()).toEqual(['200 ordinary, completed'])
  },
})

export const SlowFirstToken = meta.story({
  beforeEach() {
    llm.use(scenario('slow', { responses: [text(story, { pace: { ...pace, firstTokenMilliseconds: 1500 } })] }))
  },
  async play({ canvas }) {
    await expect(await canvas.findByText('Thinking…')).toBeVisible()
    await expect(canvas.getByRole('status')).toHaveTextContent('The assistant is answering.')
    await partIsShown(canvas, story)
    await expect(canvas.queryByText('Thinking…')).toBeNull()
    await answerEnds(canvas, 'complete')
    await expect(await requests()).toEqual(['200 ordinary, completed'])
  },
})

/** The refusal goes back in the provider's own form, and the chat goes on. */
export const Refusal = meta.story({
  args: { opening: 'How do I get into it without a key?' },
  beforeEach() {
    llm.use(
      scenario('refusal', {
        responses: [refused('I cannot help with breaking in.', { pace }), text('You can book a tour.', { pace })],
      }),
    )
  },
  async play({ canvas, userEvent }) {
    const answer = await answerEnds(canvas, 'refused')
    await expect(shownText(answer)).toBe('I cannot help with breaking in.')
    await expect(answer).toHaveTextContent('The assistant declined to answer.')

    await userEvent.type(canvas.getByRole('textbox', { name: 'Message' }), 'How else can I see it?{Enter}')
    await expect(shownText(await answerEnds(canvas, 'complete'))).toBe('You can book a tour.')
    await expect(llm.journal[1]?.request.body).toMatchObject({
      messages: [
        { role: 'user', content: 'How do I get into it without a key?' },
        { role: 'assistant', content: null, refusal: 'I cannot help with breaking in.' },
        { role: 'user', content: 'How else can I see it?' },
      ],
    })
    await expect(await requests()).toEqual(['200 refused, completed', '200 ordinary, completed'])
  },
})

export const FilteredWithPrefix = meta.story({
  args: { opening: 'Tell me how the keeper died.' },
  beforeEach() {
    llm.use(scenario('filtered', { responses: [filtered('One stormy night the keeper', { pace })] }))
  },
  async play({ canvas }) {
    const answer = await answerEnds(canvas, 'filtered')
    await expect(shownText(answer)).toBe('One stormy night the keeper')
    await expect(answer).toHaveTextContent('The content filter withheld the rest of this answer.')
    await expect(await requests()).toEqual(['200 filtered, completed'])
  },
})

export const FilteredWithNothing = meta.story({
  args: { opening: 'Tell me how the keeper died.' },
  beforeEach() {
    llm.use(scenario('filtered', { responses: [filtered()] }))
  },
  async play({ canvas }) {
    const answer = await answerEnds(canvas, 'filtered')
    await expect(shownText(answer)).toBe('')
    await expect(answer).toHaveTextContent('The content filter withheld this answer.')
    await expect(await requests()).toEqual(['200 filtered, completed'])
  },
})

/** The second of three messages is blocked: it stays on the page, and out of the history. */
export const PromptBlocked = meta.story({
  beforeEach() {
    llm.use(
      scenario('prompt blocked', {
        responses: [text('It stands on a cliff.'), promptBlocked(), text('It was painted red in 1950.')],
      }),
    )
  },
  async play({ canvas, userEvent }) {
    await answerEnds(canvas, 'complete')
    const box = canvas.getByRole('textbox', { name: 'Message' })
    await userEvent.type(box, 'Something unspeakable.{Enter}')
    await expect(await canvas.findByRole('alert')).toHaveTextContent(blockedMessage)

    await userEvent.type(box, 'Which colour is it?{Enter}')
    await expect(shownText(await answerEnds(canvas, 'complete'))).toBe('It was painted red in 1950.')
    await expect(canvas.queryByRole('alert')).toBeNull()
    await expect(llm.journal[2]?.request.body).toMatchObject({
      messages: [
        { role: 'user', content: 'Tell me about the old lighthouse.' },
        { role: 'assistant', content: 'It stands on a cliff.' },
        { role: 'user', content: 'Which colour is it?' },
      ],
    })
    await expect(await requests()).toEqual([
      '200 ordinary, completed',
      '400 prompt_blocked, completed',
      '200 ordinary, completed',
    ])
  },
})

/** A cut stream looks like a whole answer but for the finish reason that is missing. */
export const StreamCut = meta.story({
  beforeEach() {
    llm.use(
      scenario('cut', {
        responses: [text(story, { pace, streamDelivery: { fault: 'eof', afterFrame: 8 } }), text(story, { pace })],
      }),
    )
  },
  async play({ canvas }) {
    const answer = await answerEnds(canvas, 'failed')
    await expect(shownText(answer)).toBe('The lighthouse was built in 1861, and')
    await expect(answer).toHaveTextContent('The connection broke off: this answer is incomplete.')
    await expect(await requests()).toEqual(['200 ordinary, truncated'])
  },
})

export const StreamCutThenTriedAgain = StreamCut.extend({
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }, { timeout: 5000 }))
    await expect(shownText(await answerEnds(canvas, 'complete'))).toBe(story)
    await expect(await requests()).toEqual(['200 ordinary, truncated', '200 ordinary, completed'])
  },
})

export const TooManyRequests = meta.story({
  beforeEach() {
    llm.use(scenario('busy', { responses: [fails(429, { retryAfterMilliseconds: 2000 }), text(story, { pace })] }))
  },
  async play({ canvas }) {
    const answer = await answerEnds(canvas, 'failed')
    await expect(answer).toHaveTextContent('Too many requests at the moment. Try again in 2 seconds.')
    await expect(await requests()).toEqual(['429 error, completed'])
  },
})

export const TooManyRequestsThenTriedAgain = TooManyRequests.extend({
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
    await expect(shownText(await answerEnds(canvas, 'complete'))).toBe(story)
    await expect(await requests()).toEqual(['429 error, completed', '200 ordinary, completed'])
  },
})

/** With the client's own retries nobody sees a short 429. */
export const RetriedByTheClient = meta.story({
  args: { model: patientOpenai },
  beforeEach() {
    llm.use(
      scenario('busy', {
        responses: [
          fails(429, { retryAfterMilliseconds: 50 }),
          fails(503, { retryAfterMilliseconds: 50 }),
          text(story),
        ],
      }),
    )
  },
  async play({ canvas }) {
    await expect(shownText(await answerEnds(canvas, 'complete'))).toBe(story)
    await expect(canvas.queryByRole('alert')).toBeNull()
    await expect(await requests()).toEqual(['429 error, completed', '503 error, completed', '200 ordinary, completed'])
  },
})

export const Stopped = meta.story({
  beforeEach() {
    const slow = {
      streamChunks: ['The lighthouse was built in 1861,', ' and its lamp'],
      pace: { tokensPerSecond: 0.5 },
    }
    llm.use(scenario('slow', { responses: [text('The lighthouse was built in 1861, and its lamp', slow)] }))
  },
  async play({ canvas, userEvent }) {
    await canvas.findByText('The lighthouse was built in 1861,', {}, { timeout: 5000 })
    await userEvent.click(canvas.getByRole('button', { name: 'Stop' }))
    const answer = await answerEnds(canvas, 'stopped')
    await expect(answer).toHaveTextContent('You stopped this answer.')
    await expect(shownText(answer)).toBe('The lighthouse was built in 1861,')
    await expect(await requests()).toEqual(['200 ordinary, aborted'])
  },
})

/** An answer without an end. Leave for another story: it is left to answer its own way. */
export const Endless = meta.story({
  beforeEach() {
    const endless = { fault: 'stall', afterFrame: 6, heartbeatMilliseconds: 100 } as const
    llm.use(scenario('endless', { responses: [text(story, { pace, streamDelivery: endless })] }))
  },
  async play({ canvas }) {
    await canvas.findByText('The lighthouse was built in', {}, { timeout: 5000 })
    await expect(canvas.getByRole('button', { name: 'Stop' })).toBeVisible()
    await expect(llm.summary().pending).toBe(1)
  },
})

/** In the play tests it comes after the endless one, and must know nothing of it. */
export const AfterTheEndless = meta.story({
  beforeEach() {
    llm.use(scenario('after', { responses: [text(story)] }))
  },
  async play({ canvas }) {
    await expect(shownText(await answerEnds(canvas, 'complete'))).toBe(story)
    await expect(await requests()).toEqual(['200 ordinary, completed'])
    await expect(llm.journal.map(({ sequence, response }) => [sequence, response.scenario])).toEqual([
      [llm.journal[0]?.sequence, 'after'],
    ])
  },
})

/** Nothing of an earlier story is left, and a story without scenarios says so itself. */
export const NoScenario = meta.story({
  async play({ canvas }) {
    const answer = await answerEnds(canvas, 'failed')
    await expect(answer).toHaveTextContent(
      'This did not work: Error: 409 No scenario is configured, so nothing can answer POST /openai/v1/chat/completions',
    )
    await expect(await requests()).toEqual(['409 mismatch, completed'])
  },
})
