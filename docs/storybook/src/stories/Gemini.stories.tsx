import { filtered, promptBlocked, scenario } from 'msw-llm'
import { expect } from 'storybook/test'
import { llm } from '../../.storybook/llm.ts'
import preview from '../../.storybook/preview.ts'
import { Chat } from '../chat/Chat.tsx'
import { gemini } from './clients.ts'
import { answerEnds, blockedMessage, pace, requests, shownText } from './play.ts'

const meta = preview.meta({
  title: 'Chat/Gemini',
  component: Chat,
  args: { model: gemini, opening: 'Tell me how the keeper died.' },
})

export const Safety = meta.story({
  beforeEach() {
    llm.use(scenario('safety', { responses: [filtered('One stormy night the keeper', { pace })] }))
  },
  async play({ canvas }) {
    const answer = await answerEnds(canvas, 'filtered')
    await expect(shownText(answer)).toBe('One stormy night the keeper')
    await expect(answer).toHaveTextContent('The content filter withheld the rest of this answer.')
    await expect(await requests()).toEqual(['200 filtered, completed'])
  },
})

/** Gemini says so with status 200. */
export const PromptBlocked = meta.story({
  beforeEach() {
    llm.use(scenario('blocked', { responses: [promptBlocked()] }))
  },
  async play({ canvas }) {
    await expect(await canvas.findByRole('alert')).toHaveTextContent(blockedMessage)
    await expect(await requests()).toEqual(['200 prompt_blocked, completed'])
  },
})
