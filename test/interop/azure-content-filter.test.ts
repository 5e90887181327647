/** What the frameworks show of an answer that Azure filters; the table in docs/content-filter.md says the same. */
import { createAzure } from '@ai-sdk/azure'
import { AzureChatOpenAI } from '@langchain/openai'
import { generateText, streamText } from 'ai'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type FixtureResponse, type LlmMock } from 'msw-llm'
import { azureOpenai } from 'msw-llm/azure-openai'

const passes = text('Color is light.', { streamChunks: ['Color ', 'is ', 'light.'] })
const blocks = text('Color is light, and more.', {
  streamChunks: ['Color ', 'is ', 'light', ', and more.'],
  contentFilter: { block: { category: 'protected_material_text', at: 12 } },
})
const prompt = 'What is color?'

function mockOf(mode: 'default' | 'async', response: FixtureResponse): LlmMock {
  const llm = createLlmMock({ providers: [azureOpenai({ contentFilter: { mode, windowCharacters: 10 } })] })
  llm.use(scenario('filtered', { responses: [response], repeat: 'last' }))
  return llm
}

/** Text and finish reason, streamed and whole. */
interface Shown {
  readonly streamed: readonly unknown[]
  readonly whole: readonly unknown[]
}

const aiSdk =
  (kind: 'chat' | 'responses') =>
  async (llm: LlmMock): Promise<Shown> => {
    const azure = createAzure({ resourceName: 'example', apiKey: 'test', fetch: llm.fetch })
    const model = azure[kind]('gpt')
    const stream = streamText({ model, prompt })
    const streamed = [await stream.text, await stream.finishReason]
    const { text: content, finishReason } = await generateText({ model, prompt })
    return { streamed, whole: [content, finishReason] }
  }

async function langChain(llm: LlmMock): Promise<Shown> {
  const model = new AzureChatOpenAI({
    model: 'gpt',
    azureOpenAIApiKey: 'test',
    azureOpenAIApiInstanceName: 'example',
    azureOpenAIApiDeploymentName: 'gpt',
    azureOpenAIApiVersion: '2024-10-21',
    configuration: { fetch: llm.fetch },
  })
  const streamed: [string, unknown] = ['', undefined]
  for await (const { content, response_metadata } of await model.stream(prompt)) {
    streamed[0] += String(content)
    streamed[1] = response_metadata['finish_reason'] ?? streamed[1]
  }
  const { content, response_metadata } = await model.invoke(prompt)
  return { streamed, whole: [content, response_metadata['finish_reason']] }
}

const frameworks: readonly [string, (llm: LlmMock) => Promise<Shown>, string, unknown, unknown][] = [
  ['AI SDK, chat', aiSdk('chat'), 'content-filter', 'content-filter', 'stop'],
  ['AI SDK, Responses', aiSdk('responses'), 'content-filter', 'content-filter', 'stop'],
  // The last frame of an asynchronous block has no delta, and LangChain passes such frames over.
  ['LangChain', langChain, 'content_filter', undefined, 'stop'],
]

for (const [name, read, blocked, blockedLate, stop] of frameworks) {
  // Asynchronous filtering is a matter of chat streams.
  const late = name === 'AI SDK, Responses' ? 'Color is lig' : 'Color is light'

  test(`${name}: an answer that passes, in both modes`, async () => {
    const passed = { streamed: ['Color is light.', stop], whole: ['Color is light.', stop] }
    expect(await read(mockOf('default', passes))).toEqual(passed)
    expect(await read(mockOf('async', passes))).toEqual(passed)
  })

  test(`${name}: an answer that is blocked before it is sent`, async () => {
    expect(await read(mockOf('default', blocks))).toEqual({
      streamed: ['Color is lig', blocked],
      whole: ['Color is lig', blocked],
    })
  })

  test(`${name}: an answer that is blocked after it was sent`, async () => {
    expect(await read(mockOf('async', blocks))).toEqual({
      streamed: [late, blockedLate],
      whole: ['Color is lig', blocked],
    })
  })
}
