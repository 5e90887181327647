/** How applications tell what their client does not; docs/clients.md shows these functions. */
import { createAzure } from '@ai-sdk/azure'
import type { AIMessageChunk } from '@langchain/core/messages'
import { ChatGoogle } from '@langchain/google'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { AzureChatOpenAI, ChatOpenAI } from '@langchain/openai'
import { generateText, streamText } from 'ai'
import { setupServer } from 'msw/node'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  createLlmMock,
  filtered,
  promptBlocked,
  refused,
  scenario,
  streamError,
  text,
  type FixtureResponse,
} from 'msw-llm'

const llm = createLlmMock()
const server = setupServer(...llm.handlers)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  llm.verify()
  server.resetHandlers()
})
afterAll(() => server.close())

const answers = (...responses: FixtureResponse[]) => llm.use(scenario('recipe', { responses }))
const azure = () => createAzure({ apiKey: 'test', resourceName: 'example' }).chat('m')

interface Refusing {
  readonly choices?: readonly {
    readonly message?: { readonly refusal?: string }
    readonly delta?: { readonly refusal?: string }
  }[]
}

const refusalIn = (raw: unknown): string => {
  const [choice] = (raw as Refusing).choices ?? []
  return choice?.message?.refusal ?? choice?.delta?.refusal ?? ''
}

async function refusalOfStream(result: ReturnType<typeof streamText>): Promise<string> {
  let refusal = ''
  for await (const part of result.fullStream) if (part.type === 'raw') refusal += refusalIn(part.rawValue)
  return refusal
}

test('the AI SDK tells a refusal on Azure in what came raw', async () => {
  answers(refused('I cannot help.'), refused('I cannot help.'), text('Yes.'))
  const whole = await generateText({ model: azure(), prompt: 'Hi', include: { responseBody: true } })
  expect(refusalIn(whole.response.body)).toBe('I cannot help.')
  expect(await refusalOfStream(streamText({ model: azure(), prompt: 'Hi', includeRawChunks: true }))).toBe(
    'I cannot help.',
  )
  expect(await refusalOfStream(streamText({ model: azure(), prompt: 'Hi', includeRawChunks: true }))).toBe('')
})

test('LangChain tells a refusal in the raw response', async () => {
  const model = new ChatOpenAI({ model: 'm', apiKey: 'test', __includeRawResponse: true })
  answers(refused('I cannot help.'), refused('I cannot help.'))
  const message = await model.invoke('Hi')
  expect(refusalIn(message.additional_kwargs['__raw_response'])).toBe('I cannot help.')
  let refusal = ''
  for await (const chunk of await model.stream('Hi'))
    refusal += refusalIn(chunk.additional_kwargs['__raw_response'] ?? {})
  expect(refusal).toBe('I cannot help.')
})

const reasons = ['finish_reason', 'finishReason', 'stop_reason']

/** Whether the model came to an end of its own; a stream that was cut, filtered or failed has no such reason, or another. */
function isWhole({ response_metadata: response, additional_kwargs: more }: AIMessageChunk): boolean {
  const reason = reasons.map((name) => response[name] ?? more[name]).find((value) => typeof value === 'string')
  return ['stop', 'end_turn', 'STOP'].includes(String(reason))
}

async function readWhole(stream: AsyncIterable<AIMessageChunk>): Promise<boolean> {
  let whole = false
  for await (const chunk of stream) whole ||= isWhole(chunk)
  return whole
}

const azureChat = () =>
  new AzureChatOpenAI({
    model: 'm',
    azureOpenAIApiKey: 'test',
    azureOpenAIApiInstanceName: 'example',
    azureOpenAIApiDeploymentName: 'm',
    azureOpenAIApiVersion: '2024-10-21',
  })
const google = () => new ChatGoogle({ model: 'm', apiKey: 'test' })
const googleGenAI = () => new ChatGoogleGenerativeAI({ model: 'm', apiKey: 'test' })
const words = 'The lamp is lit at dusk.'
const blocked = { mode: 'async', windowCharacters: 8, block: { category: 'hate', at: 9 } } as const

test.each([
  ['AzureChatOpenAI', azureChat, text(words, { contentFilter: blocked })],
  ['AzureChatOpenAI', azureChat, text(words, { streamDelivery: { fault: 'eof', afterFrame: 5 } })],
  ['ChatGoogle', google, promptBlocked()],
  ['ChatGoogle', google, text(words, { streamDelivery: streamError({ afterFrame: 3 }) })],
  ['ChatGoogle', google, text(words, { streamDelivery: { fault: 'eof', afterFrame: 3 } })],
  ['ChatGoogleGenerativeAI', googleGenAI, filtered('The lamp')],
  ['ChatGoogleGenerativeAI', googleGenAI, promptBlocked()],
  ['ChatGoogleGenerativeAI', googleGenAI, text(words, { streamDelivery: streamError({ afterFrame: 3 }) })],
])('a stream of %s that is not whole has no reason of its own', async (_, model, response) => {
  answers(response, text(words))
  expect(await readWhole(await model().stream('Hi'))).toBe(false)
  expect(await readWhole(await model().stream('Hi'))).toBe(true)
})

const chunksOf = () =>
  new OpenAI({ apiKey: 'test' }).chat.completions.create({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
  })

async function readOrThrow(chunks: AsyncIterable<OpenAI.Chat.ChatCompletionChunk>): Promise<string> {
  let answer = ''
  let reason: string | null = null
  for await (const { choices } of chunks) {
    answer += choices[0]?.delta?.content ?? ''
    reason = choices[0]?.finish_reason ?? reason
  }
  if (reason === null) throw new Error('The answer was cut off')
  return answer
}

test('the finish reason tells a cut stream from a whole one', async () => {
  answers(text(words, { streamDelivery: { fault: 'eof', afterFrame: 4 } }), text(words))
  await expect(readOrThrow(await chunksOf())).rejects.toThrow('The answer was cut off')
  expect(await readOrThrow(await chunksOf())).toBe(words)
})
