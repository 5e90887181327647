/** What the history of a request is on the wire. */
import { expect, test } from 'vitest'
import type { ChatMessage } from 'msw-llm/chat-client'
import { bodyOf, deepseek, inference, model } from './arrivals.ts'
import { hi } from './read.ts'
import { anthropic, gemini, openai, responses } from './replies.ts'
import { targets } from './targets.ts'

test('DeepSeek: a call goes back with its reasoning, also where there was none', async () => {
  const call = { type: 'tool-call', id: 'a', name: 'count', arguments: {} } as const
  const thought = { type: 'reasoning', text: 'Hm.' } as const
  const history: readonly ChatMessage[] = [
    { role: 'assistant', content: [call] },
    { role: 'assistant', content: [thought, { type: 'text', text: 'Yes.' }] },
    { role: 'assistant', content: 'No.' },
  ]
  const tool_calls = [{ id: 'a', type: 'function', function: { name: 'count', arguments: '{}' } }]
  expect(await bodyOf(deepseek, history)).toEqual({
    model,
    messages: [
      { role: 'assistant', content: null, tool_calls, reasoning_content: '' },
      { role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.' },
      { role: 'assistant', content: 'No.' },
    ],
  })
})

test('refusals go back in the native form of their route', async () => {
  const refusal: ChatMessage = { role: 'assistant', content: [{ type: 'error', code: 'Refusal', message: 'No.' }] }
  const history = [...hi, refusal, ...hi]
  const user = { role: 'user', content: 'Hi' }
  const answers = { messages: [user, { role: 'assistant', content: null, refusal: 'No.' }, user] }
  expect(await bodyOf(openai, history)).toEqual({ model, ...answers })
  const asText = { messages: [user, { role: 'assistant', content: 'No.' }, user] }
  expect(await bodyOf(deepseek, history)).toEqual({ model, ...asText })
  expect(await bodyOf(inference, history)).toEqual({ model, ...asText })
  const parts = [{ type: 'refusal', refusal: 'No.' }]
  expect(await bodyOf(responses, history)).toEqual({
    model,
    input: [user, { role: 'assistant', content: parts }, user],
  })
  expect(await bodyOf(anthropic, history)).toEqual({ model, max_tokens: 4096, messages: [user, user] })
  expect(await bodyOf(gemini, history)).toEqual({
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'No.' }] },
      { role: 'user', parts: [{ text: 'Hi' }] },
    ],
  })
})

test('an empty answer goes back empty, or not at all where the service takes none', async () => {
  const history: readonly ChatMessage[] = [...hi, { role: 'assistant', content: [] }, ...hi]
  const user = { role: 'user', content: 'Hi' }
  expect(await bodyOf(openai, history)).toEqual({ model, messages: [user, { role: 'assistant', content: '' }, user] })
  expect(await bodyOf(responses, history)).toEqual({ model, input: [user, { role: 'assistant', content: '' }, user] })
  expect(await bodyOf(anthropic, history)).toEqual({ model, max_tokens: 4096, messages: [user, user] })
  const contents = { role: 'user', parts: [{ text: 'Hi' }] }
  expect(await bodyOf(gemini, history)).toEqual({ contents: [contents, contents] })
})

test('Gemini: a call goes back with the id and the signature that came with it', async () => {
  const ids = ['call_1', 'call_1##abc', 'r1#0', 'r1#0#abc', '']
  const calls = ids.map((id) => ({ type: 'tool-call', id, name: 'count', arguments: {} }) as const)
  const results = ids.map((id) => ({ type: 'tool-result', id, value: {} }) as const)
  const functionCall = { name: 'count', args: {} }
  const functionResponse = { name: 'count', response: {} }
  const id = 'call_1'
  const thoughtSignature = 'abc'
  expect(
    await bodyOf(gemini, [
      { role: 'assistant', content: calls },
      { role: 'tool', content: results },
    ]),
  ).toEqual({
    contents: [
      {
        role: 'model',
        parts: [
          { functionCall: { ...functionCall, id } },
          { functionCall: { ...functionCall, id }, thoughtSignature },
          { functionCall },
          { functionCall, thoughtSignature },
          { functionCall },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { ...functionResponse, id } },
          { functionResponse: { ...functionResponse, id } },
          { functionResponse },
          { functionResponse },
          { functionResponse },
        ],
      },
    ],
  })
})

test('a call alone goes back without a text', async () => {
  const call: ChatMessage = {
    role: 'assistant',
    content: [{ type: 'tool-call', id: 'a', name: 'count', arguments: '[1' }],
  }
  const history: readonly ChatMessage[] = [
    ...hi,
    call,
    {
      role: 'user',
      content: [
        { type: 'tool-result', id: 'a', value: [1] },
        { type: 'text', text: 'So?' },
      ],
    },
  ]
  const user = { role: 'user', content: 'Hi' }
  expect(await bodyOf(openai, history)).toEqual({
    model,
    messages: [
      user,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'count', arguments: '[1' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '[1]' },
      { role: 'user', content: 'So?' },
    ],
  })
  expect(await bodyOf(responses, history)).toEqual({
    model,
    input: [
      user,
      { type: 'function_call', call_id: 'a', name: 'count', arguments: '[1' },
      { type: 'function_call_output', call_id: 'a', output: '[1]' },
      { role: 'user', content: 'So?' },
    ],
  })
  expect(await bodyOf(anthropic, history)).toMatchObject({
    messages: [
      user,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'count', input: { arguments: '[1' } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: '[1]' },
          { type: 'text', text: 'So?' },
        ],
      },
    ],
  })
  expect(await bodyOf(gemini, history)).toMatchObject({
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ functionCall: { id: 'a', name: 'count', args: { arguments: '[1' } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'a', name: 'count', response: { output: [1] } } }, { text: 'So?' }],
      },
    ],
  })
})

test('a result that cannot be placed is an error of the caller', async () => {
  const without: readonly ChatMessage[] = [{ role: 'tool', content: 'two' }]
  for (const target of targets) {
    await expect(bodyOf(target, without)).rejects.toThrow(
      new TypeError(
        "A message with the role 'tool' has no result. Give it parts, as in [{ type: 'tool-result', id, value }].",
      ),
    )
  }
  const stray: readonly ChatMessage[] = [{ role: 'tool', content: [{ type: 'tool-result', id: 'a', value: 1 }] }]
  await expect(bodyOf(gemini, stray)).rejects.toThrow(
    new TypeError(
      'The result of the tool call "a" has no call before it, from which Gemini is told the function\'s name. Send the message that made the call, too.',
    ),
  )
})
