/** LangChain, whole and streamed, with each of its providers. */
import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { AIMessageChunk } from '@langchain/core/messages'
import { ChatGoogle } from '@langchain/google'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { AzureChatOpenAI, ChatOpenAI } from '@langchain/openai'
import { prompt, type Client, type Route, type Told } from './client.ts'

const models: readonly (readonly [name: string, route: Route, model: () => BaseChatModel])[] = [
  ['ChatOpenAI', 'openai', () => new ChatOpenAI({ model: 'm', apiKey: 'test' })],
  [
    'ChatOpenAI({ useResponsesApi: true })',
    'responses',
    () => new ChatOpenAI({ model: 'm', apiKey: 'test', useResponsesApi: true }),
  ],
  [
    'AzureChatOpenAI',
    'azure',
    () =>
      new AzureChatOpenAI({
        model: 'm',
        azureOpenAIApiKey: 'test',
        azureOpenAIApiInstanceName: 'example',
        azureOpenAIApiDeploymentName: 'm',
        azureOpenAIApiVersion: '2024-10-21',
      }),
  ],
  ['ChatAnthropic', 'anthropic', () => new ChatAnthropic({ model: 'm', apiKey: 'test' })],
  ['ChatGoogle', 'gemini', () => new ChatGoogle({ model: 'm', apiKey: 'test' })],
  ['ChatGoogleGenerativeAI', 'gemini', () => new ChatGoogleGenerativeAI({ model: 'm', apiKey: 'test' })],
]

type Metadata = Pick<AIMessageChunk, 'response_metadata' | 'additional_kwargs'>

/** LangChain's providers have no common word for it. */
function finishOf({ response_metadata: response, additional_kwargs: more }: Metadata): string | null {
  const reasons = [
    response?.['finish_reason'],
    response?.['finishReason'],
    response?.['stop_reason'],
    more?.['stop_reason'],
    response?.['incomplete_details']?.reason,
    response?.['status'],
  ]
  return reasons.find((reason) => typeof reason === 'string') ?? null
}

export const langChain: readonly Client[] = models.flatMap(([name, route, model]): Client[] => [
  {
    name: `\`${name}.invoke()\``,
    route,
    streams: false,
    async ask({ signal, text }) {
      const message = await model().invoke(prompt, { signal })
      text(message.text)
      return { finish: finishOf(message), refusal: refusalOf(message) }
    },
  },
  {
    name: `\`${name}.stream()\``,
    route,
    streams: true,
    async ask({ signal, text }): Promise<Told> {
      let finish: string | null = null
      let refusal: string | undefined
      for await (const chunk of await model().stream(prompt, { signal })) {
        text(chunk.text)
        finish = finishOf(chunk) ?? finish
        refusal = refusalOf(chunk) === undefined ? refusal : (refusal ?? '') + refusalOf(chunk)
      }
      return { finish, refusal }
    },
  },
])

function refusalOf({ additional_kwargs: more }: Metadata): string | undefined {
  const refusal = more?.['refusal']
  return typeof refusal === 'string' && refusal !== '' ? refusal : undefined
}
