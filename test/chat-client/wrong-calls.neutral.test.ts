/** Calls that types forbid: told before anything is sent, whole and streamed. */
import { expect, test } from 'vitest'
import { createLlmMock } from 'msw-llm'
import { createChatClient, type ChatClient } from 'msw-llm/chat-client'

type Messages = Parameters<ChatClient['getResponse']>[0]
type Options = Parameters<ChatClient['getResponse']>[1]

const user = [{ role: 'user', content: 'Hi' }]

test.each<[string, unknown, unknown, string]>([
  ['no messages', null, undefined, 'A call takes a list of messages: [{ role, content }].'],
  ['one message', user[0], undefined, 'A call takes a list of messages: [{ role, content }].'],
  ['null among the messages', [null], undefined, 'The content of message 0 is neither a text nor a list of parts.'],
  [
    'no content',
    [...user, { role: 'user' }],
    undefined,
    'The content of message 1 is neither a text nor a list of parts.',
  ],
  [
    'a part that there is not',
    [{ role: 'user', content: [{ type: 'video', url: 'x' }] }],
    undefined,
    "Message 0 has a part of the type 'video'. There are text, reasoning, tool-call, tool-result, error.",
  ],
  [
    'null among the parts',
    [{ role: 'user', content: [null] }],
    undefined,
    "Message 0 has a part of the type 'undefined'. There are text, reasoning, tool-call, tool-result, error.",
  ],
  ['no number', user, { maxTokens: Number.NaN }, 'maxTokens is a whole number, and not NaN.'],
  ['half a token', user, { maxTokens: 1.5 }, 'maxTokens is a whole number, and not 1.5.'],
])('%s', async (_, messages, options, message) => {
  const llm = createLlmMock()
  const client = createChatClient({ provider: 'openai', model: 'gpt-5.5', fetch: llm.fetch })
  const call = [messages as Messages, options as Options] as const
  await expect(client.getResponse(...call)).rejects.toEqual(new TypeError(message))
  const updates = client.streamResponse(...call)
  const first = updates[Symbol.asyncIterator]().next()
  await expect(first).rejects.toEqual(new TypeError(message))
  expect(llm.summary().total).toBe(0)
})

test('an option that there is not', async () => {
  const client = createChatClient({ provider: 'openai', model: 'gpt-5.5', fetch: createLlmMock().fetch })
  await expect(client.getResponse(user as Messages, { max_tokens: 5 } as Options)).rejects.toThrow(/max_tokens/)
})
