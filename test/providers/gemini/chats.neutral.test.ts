/** The client's chats: what they keep of a conversation in which a policy had its say. */
import type { Chat } from '@google/genai'
import { expect, test } from 'vitest'
import { createLlmMock, exactly, filtered, promptBlocked, scenario, text, userContains, type LlmMock } from 'msw-llm'
import { hosts } from '#hosts'
import { geminiOn } from '../../support/gemini.ts'
import { withHost } from '../../support/host.ts'

type Send = (chat: Chat, message: string) => Promise<string>

const ways: Readonly<Record<string, Send>> = {
  sendMessage: async (chat, message) => (await chat.sendMessage({ message })).text ?? '',
  sendMessageStream: async (chat, message) => {
    let said = ''
    for await (const { text: piece } of await chat.sendMessageStream({ message })) said += piece ?? ''
    return said
  },
}

function mock(): LlmMock {
  const llm = createLlmMock()
  llm.use(
    scenario('second', {
      match: exactly([
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Good day.' },
        { role: 'user', content: 'And now?' },
      ]),
      responses: [text('Still here.')],
    }),
    scenario('bad', { match: userContains('bad'), responses: [filtered('')] }),
    scenario('worse', { match: userContains('worse'), responses: [promptBlocked()] }),
    scenario('first', { match: userContains('Hello'), responses: [text('Good day.')] }),
  )
  return llm
}

for (const host of hosts) {
  for (const [name, send] of Object.entries(ways)) {
    test(`${host.name}: ${name} sends the history, which keeps nothing of a blocked answer or prompt`, async () => {
      await withHost(host, mock(), async (connection) => {
        const chat = geminiOn(connection).chats.create({
          model: 'gemini-2.5-flash',
          config: { systemInstruction: 'Be kind.' },
        })
        const answers: string[] = []
        for (const message of ['Hello', 'Something bad', 'Something worse', 'And now?'])
          answers.push(await send(chat, message))
        expect(answers).toEqual(['Good day.', '', '', 'Still here.'])
        const kept = chat.getHistory(true).map(({ role, parts }) => [role, parts?.map((part) => part.text).join('')])
        // Of a stream it keeps each frame as a content of its own, and sends them so.
        const [first, last] =
          name === 'sendMessage'
            ? [['Good day.'], ['Still here.']]
            : [
                ['Good', ' day.'],
                ['Still', ' here.'],
              ]
        expect(kept).toEqual([
          ['user', 'Hello'],
          ...first.map((said) => ['model', said]),
          ['user', 'And now?'],
          ...last.map((said) => ['model', said]),
        ])
        expect(connection.llm.journal.map(({ outcome, response }) => [outcome, response.scenario])).toEqual([
          ['ordinary', 'first'],
          ['filtered', 'bad'],
          ['prompt_blocked', 'worse'],
          ['ordinary', 'second'],
        ])
      })
    })
  }
}
