/** Counting with a real tokenizer, on the host of a test that counts its costs. */
import Anthropic from '@anthropic-ai/sdk'
import { countTokens } from 'gpt-tokenizer'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type CountTokens, type LlmMock } from 'msw-llm'
import { says } from '../support/openai.ts'

/** Text that looks like a special token is text. */
const asText: CountTokens = (content) => countTokens(content, { disallowedSpecial: new Set() })

function mockWith(count: CountTokens, answer = 'Hello, world!'): { readonly llm: LlmMock; readonly client: OpenAI } {
  const llm = createLlmMock({ countTokens: count })
  llm.use(scenario('counted', { responses: [text(answer)], repeat: 'last' }))
  return { llm, client: new OpenAI({ apiKey: 'test', fetch: llm.fetch }) }
}

test('the usage is what the tokenizer counts of each message and of the answer', async () => {
  const { llm, client } = mockWith(asText)
  const { usage } = await client.chat.completions.create({
    model: 'gpt-5.5',
    messages: [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: 'Grüße 👋🏽, wie geht es dir?' },
    ],
  })
  const prompt = countTokens('You are a helpful assistant.') + countTokens('Grüße 👋🏽, wie geht es dir?')
  expect([usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens]).toEqual([
    prompt,
    countTokens('Hello, world!'),
    prompt + countTokens('Hello, world!'),
  ])
  expect(llm.journal[0]?.response.usage).toEqual({
    inputTokens: prompt,
    outputTokens: countTokens('Hello, world!'),
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    reasoningTokens: 0,
    totalTokens: prompt + countTokens('Hello, world!'),
  })
})

test('the tokenizer decides where the prompt cache begins', async () => {
  const { client } = mockWith(asText)
  const long = 'The quick brown fox jumps over the lazy dog. '.repeat(120)
  expect(countTokens(long)).toBe(1201)
  const cached: (number | undefined)[] = []
  for (const question of ['Who?', 'Where?']) {
    const { usage } = await client.chat.completions.create({
      model: 'gpt-5.5',
      messages: [
        { role: 'system', content: long },
        { role: 'user', content: question },
      ],
    })
    cached.push(usage?.prompt_tokens_details?.cached_tokens)
  }
  expect(cached).toEqual([0, 1152])
})

test('a tokenizer may be another for each model', async () => {
  const { llm, client } = mockWith((content, model) => (model.startsWith('claude') ? 1000 : asText(content, model)))
  const anthropic = new Anthropic({ apiKey: 'test', fetch: llm.fetch })
  const claude = await anthropic.messages.create({
    model: 'claude-sonnet-5',
    max_tokens: 10,
    messages: [{ role: 'user', content: 'Hi' }],
  })
  const gpt = await client.chat.completions.create(says('Hi'))
  expect([claude.usage.input_tokens, gpt.usage?.prompt_tokens]).toEqual([1000, 1])
})

test('a tokenizer that refuses a special token is a clear 409, and the response stays', async () => {
  const { llm, client } = mockWith((content) => countTokens(content))
  await expect(client.chat.completions.create(says('Say <|endoftext|>'))).rejects.toThrow(
    '409 countTokens failed: Error: Disallowed special token found: <|endoftext|>. The response stays available; mend countTokens.',
  )
  const { choices } = await client.chat.completions.create(says('Say it'))
  expect([choices[0]?.message.content, llm.journal.map(({ response }) => response.code)]).toEqual([
    'Hello, world!',
    ['fixture_failed', null],
  ])
})

test('it counts text that looks like a special token when it is told to', async () => {
  const { client } = mockWith(asText)
  const { usage } = await client.chat.completions.create(says('<|endoftext|>'))
  expect(usage?.prompt_tokens).toBe(7)
})
