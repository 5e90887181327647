import { refused, scenario, streamError, text } from 'msw-llm'
import { expect } from 'storybook/test'
import { llm } from '../../.storybook/llm.ts'
import preview from '../../.storybook/preview.ts'
import { Chat } from '../chat/Chat.tsx'
import { anthropic } from './clients.ts'
import { answerEnds, pace, requests, shownText } from './play.ts'

const meta = preview.meta({
  title: 'Chat/Anthropic',
  component: Chat,
  args: { model: anthropic, opening: 'How do I switch off the harbour lights from my laptop?' },
})

/** Anthropic's refusal is a stop reason, and may come after text. */
export const Refusal = meta.story({
  beforeEach() {
    const answer = refused('The lights are run by', { category: 'cyber', pace })
    llm.use(scenario('refusal', { responses: [answer] }))
  },
  async play({ canvas }) {
    const answer = await answerEnds(canvas, 'refused')
    await expect(shownText(answer)).toBe('The lights are run by')
    await expect(answer).toHaveTextContent('The assistant declined to go on.')
    await expect(await requests()).toEqual(['200 refused, completed'])
  },
})

const whole = 'The keeper climbed the stairs each evening at dusk.'

export const OverloadedInTheStream = meta.story({
  args: { opening: 'Who lit the lamp?' },
  beforeEach() {
    const trouble = streamError({ afterFrame: 7, type: 'overloaded_error', message: 'Overloaded' })
    llm.use(
      scenario('overloaded', { responses: [text(whole, { pace, streamDelivery: trouble }), text(whole, { pace })] }),
    )
  },
  async play({ canvas }) {
    const answer = await answerEnds(canvas, 'failed')
    await expect(shownText(answer)).toBe('The keeper climbed the')
    await expect(answer).toHaveTextContent('The service is overloaded and could not finish this answer.')
    await expect(await requests()).toEqual(['200 ordinary, errored'])
  },
})

export const OverloadedThenTriedAgain = OverloadedInTheStream.extend({
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }, { timeout: 5000 }))
    await expect(shownText(await answerEnds(canvas, 'complete'))).toBe(whole)
    await expect(await requests()).toEqual(['200 ordinary, errored', '200 ordinary, completed'])
  },
})
