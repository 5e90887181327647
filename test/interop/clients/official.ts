/** The providers' own clients. */
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI, { AzureOpenAI } from 'openai'
import { messages, prompt, type Client } from './client.ts'

type ChunkStream = AsyncIterable<OpenAI.Chat.ChatCompletionChunk>

const azureOptions = { apiKey: 'test', endpoint: 'https://example.openai.azure.com', apiVersion: '2024-10-21' }
const claude = { model: 'm', max_tokens: 100, messages }
const gemini = { model: 'm', contents: prompt }

async function readChunks(chunks: ChunkStream, text: (piece: string) => void) {
  let finish: string | null = null
  let refusal: string | null = null
  for await (const { choices } of chunks) {
    const [choice] = choices
    // An annotation of Azure's has no delta.
    text(choice?.delta?.content ?? '')
    if (choice?.delta?.refusal) refusal = (refusal ?? '') + choice.delta.refusal
    finish = choice?.finish_reason ?? finish
  }
  return { finish, refusal }
}

const refusalOf = ({ output }: OpenAI.Responses.Response): string | undefined =>
  output.flatMap((item) => (item.type === 'message' ? item.content : [])).find((part) => part.type === 'refusal')
    ?.refusal

const endOf = ({ status, incomplete_details }: OpenAI.Responses.Response): string | null =>
  incomplete_details?.reason === undefined ? (status ?? null) : `${status} (${incomplete_details.reason})`

/** The three ways to ask for a chat completion. */
function chatCompletions(host: string, route: 'openai' | 'azure', client: () => OpenAI): readonly Client[] {
  return [
    {
      name: `${host} \`chat.completions.create()\``,
      route,
      streams: false,
      async ask({ signal, text }) {
        const { choices } = await client().chat.completions.create({ model: 'm', messages }, { signal })
        text(choices[0]?.message.content ?? '')
        return { finish: choices[0]?.finish_reason ?? null, refusal: choices[0]?.message.refusal }
      },
    },
    {
      name: `${host} \`chat.completions.create({ stream: true })\``,
      route,
      streams: true,
      async ask({ signal, text }) {
        const request = { model: 'm', messages, stream: true } as const
        return readChunks(await client().chat.completions.create(request, { signal }), text)
      },
    },
    {
      name: `${host} \`chat.completions.stream()\``,
      route,
      streams: true,
      async ask({ signal, text }) {
        const stream = client().chat.completions.stream({ model: 'm', messages }, { signal })
        stream.on('content', text)
        const { choices } = await stream.finalChatCompletion()
        return { finish: choices[0]?.finish_reason ?? null, refusal: choices[0]?.message.refusal }
      },
    },
  ]
}

export const official: readonly Client[] = [
  ...chatCompletions('OpenAI', 'openai', () => new OpenAI({ apiKey: 'test' })),
  {
    name: 'OpenAI `responses.create()`',
    route: 'responses',
    streams: false,
    async ask({ signal, text }) {
      const response = await new OpenAI({ apiKey: 'test' }).responses.create({ model: 'm', input: prompt }, { signal })
      text(response.output_text)
      return { finish: endOf(response), refusal: refusalOf(response) }
    },
  },
  {
    name: 'OpenAI `responses.create({ stream: true })`',
    route: 'responses',
    streams: true,
    async ask({ signal, text }) {
      const client = new OpenAI({ apiKey: 'test' })
      const events = await client.responses.create({ model: 'm', input: prompt, stream: true }, { signal })
      let refusal: string | null = null
      let finish: string | null = null
      for await (const event of events) {
        if (event.type === 'response.output_text.delta') text(event.delta)
        if (event.type === 'response.refusal.done') refusal = event.refusal
        if (event.type === 'response.completed' || event.type === 'response.incomplete') finish = endOf(event.response)
      }
      return { finish, refusal }
    },
  },
  {
    name: 'OpenAI `responses.stream()`',
    route: 'responses',
    streams: true,
    async ask({ signal, text }) {
      const stream = new OpenAI({ apiKey: 'test' }).responses.stream({ model: 'm', input: prompt }, { signal })
      stream.on('response.output_text.delta', ({ delta }) => text(delta))
      const response = await stream.finalResponse()
      return { finish: endOf(response), refusal: refusalOf(response) }
    },
  },
  ...chatCompletions('Azure', 'azure', () => new AzureOpenAI(azureOptions)),
  {
    name: 'DeepSeek, with `openai`, `chat.completions.create({ stream: true })`',
    route: 'deepseek',
    streams: true,
    async ask({ signal, text }) {
      const client = new OpenAI({ apiKey: 'test', baseURL: 'https://api.deepseek.com' })
      return readChunks(await client.chat.completions.create({ model: 'm', messages, stream: true }, { signal }), text)
    },
  },
  {
    name: 'Anthropic `messages.create()`',
    route: 'anthropic',
    streams: false,
    async ask({ signal, text }) {
      const { content, stop_reason } = await new Anthropic({ apiKey: 'test' }).messages.create(claude, { signal })
      for (const block of content) if (block.type === 'text') text(block.text)
      return { finish: stop_reason }
    },
  },
  {
    name: 'Anthropic `messages.create({ stream: true })`',
    route: 'anthropic',
    streams: true,
    async ask({ signal, text }) {
      let finish: string | null = null
      const events = await new Anthropic({ apiKey: 'test' }).messages.create({ ...claude, stream: true }, { signal })
      for await (const event of events) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text(event.delta.text)
        if (event.type === 'message_delta') finish = event.delta.stop_reason
      }
      return { finish }
    },
  },
  {
    name: 'Anthropic `messages.stream()`',
    route: 'anthropic',
    streams: true,
    async ask({ signal, text }) {
      const stream = new Anthropic({ apiKey: 'test' }).messages.stream(claude, { signal })
      stream.on('text', text)
      return { finish: (await stream.finalMessage()).stop_reason }
    },
  },
  {
    name: 'Gemini `generateContent()`',
    route: 'gemini',
    streams: false,
    async ask({ signal, text }) {
      const { models } = new GoogleGenAI({ apiKey: 'test' })
      const answer = await models.generateContent({ ...gemini, config: { abortSignal: signal } })
      text(answer.text ?? '')
      return { finish: answer.candidates?.[0]?.finishReason ?? answer.promptFeedback?.blockReason ?? null }
    },
  },
  {
    name: 'Gemini `generateContentStream()`',
    route: 'gemini',
    streams: true,
    async ask({ signal, text }) {
      const { models } = new GoogleGenAI({ apiKey: 'test' })
      let finish: string | null = null
      for await (const chunk of await models.generateContentStream({ ...gemini, config: { abortSignal: signal } })) {
        text(chunk.text ?? '')
        finish = chunk.candidates?.[0]?.finishReason ?? chunk.promptFeedback?.blockReason ?? finish
      }
      return { finish }
    },
  },
]
