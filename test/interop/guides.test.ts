/** What the guides of the frameworks show: docs/ai-sdk.md, docs/langchain.md, docs/openai-agents.md. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { ChatAnthropic } from '@langchain/anthropic'
import { AzureChatOpenAI, ChatOpenAI } from '@langchain/openai'
import { Agent, ModelRefusalError, OpenAIProvider, Runner } from '@openai/agents'
import { generateText, streamText, type ModelMessage } from 'ai'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { conversation, createLlmMock, refused, scenario, text } from 'msw-llm'

test('AI SDK: a refusal is text, and the finish reason tells', async () => {
  const llm = createLlmMock()
  llm.use(scenario('policy', { responses: [refused('I cannot help.'), text('Here you are.')] }))
  const openai = createOpenAI({ apiKey: 'test', fetch: llm.fetch })

  const refusal = streamText({ model: openai('gpt-5.5'), prompt: 'Hello' })
  let shown = ''
  for await (const piece of refusal.textStream) shown += piece
  expect([shown, await refusal.finishReason]).toEqual(['I cannot help.', 'content-filter'])

  const answer = await generateText({ model: openai('gpt-5.5'), prompt: 'Hello again' })
  expect([answer.text, answer.finishReason]).toEqual(['Here you are.', 'stop'])
  expect(llm.journal.map(({ outcome }) => outcome)).toEqual(['refused', 'ordinary'])
})

test('AI SDK: the history of a dialogue leads to its next step', async () => {
  const llm = createLlmMock()
  llm.use(
    conversation('booking', {
      steps: [
        { id: 'ask', response: text('For how many?') },
        { id: 'book', after: 'ask', response: text('Booked.') },
      ],
    }),
  )
  const model = createAnthropic({ apiKey: 'test', fetch: llm.fetch })('claude-opus-5')
  const messages: ModelMessage[] = [{ role: 'user', content: 'A table, please.' }]
  const first = await generateText({ model, messages, maxOutputTokens: 100 })
  messages.push(...first.response.messages, { role: 'user', content: 'For four.' })
  const second = await generateText({ model, messages, maxOutputTokens: 100 })
  expect([first.text, second.text]).toEqual(['For how many?', 'Booked.'])
})

test('LangChain: a stream of a mock without MSW', async () => {
  const llm = createLlmMock()
  llm.use(scenario('hello', { responses: [text('Hello there.')], repeat: 'last' }))
  const { fetch } = llm
  const models = [
    new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'test', configuration: { fetch } }),
    new ChatAnthropic({ model: 'claude-opus-5', apiKey: 'test', clientOptions: { fetch } }),
    new AzureChatOpenAI({
      model: 'gpt-5.5',
      azureOpenAIApiKey: 'test',
      azureOpenAIApiInstanceName: 'example',
      azureOpenAIApiDeploymentName: 'gpt-5.5',
      azureOpenAIApiVersion: '2024-10-21',
      configuration: { fetch },
    }),
  ]
  for (const model of models) {
    const pieces: string[] = []
    for await (const chunk of await model.stream('Hi')) pieces.push(chunk.text)
    expect(pieces.filter((piece) => piece !== '')).toEqual(['Hello', ' there.'])
  }
})

test('LangChain: a refusal on Responses is told by itself', async () => {
  const llm = createLlmMock()
  llm.use(scenario('policy', { responses: [refused('I cannot help.')] }))
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'test',
    useResponsesApi: true,
    configuration: { fetch: llm.fetch },
  })
  const message = await model.invoke('Hello')
  expect([message.text, message.additional_kwargs['refusal']]).toEqual(['', 'I cannot help.'])
})

test('OpenAI Agents SDK: a refusal is an error', async () => {
  const llm = createLlmMock()
  llm.use(scenario('policy', { responses: [refused('I cannot help.'), text('Here you are.')] }))
  const openAIClient = new OpenAI({ apiKey: 'test', fetch: llm.fetch })
  const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }), tracingDisabled: true })
  const agent = new Agent({ name: 'Keeper', model: 'gpt-5.5' })

  await expect(runner.run(agent, 'Hello')).rejects.toBeInstanceOf(ModelRefusalError)
  const result = await runner.run(agent, 'Hello again')
  expect(result.finalOutput).toBe('Here you are.')
})
