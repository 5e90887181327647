/** The chat client of msw-llm, whole and streamed, on each of the routes of the table. */
import { createChatClient, type ChatClientOptions, type ChatResponse } from 'msw-llm/chat-client'
import { messages, type Client, type Route, type Told } from './client.ts'

const azure = { baseURL: 'https://example.openai.azure.com' }
const options: Readonly<Record<Route, Pick<ChatClientOptions, 'provider' | 'route' | 'baseURL'>>> = {
  openai: { provider: 'openai', route: 'POST /openai/v1/chat/completions' },
  responses: { provider: 'openai', route: 'POST /openai/v1/responses' },
  azure: { provider: 'azure-openai', ...azure },
  deepseek: { provider: 'deepseek' },
  anthropic: { provider: 'anthropic' },
  gemini: { provider: 'gemini' },
}

function told({ finishReason, parts }: ChatResponse): Told {
  const refusal = parts.find((part) => part.type === 'error')
  // The message of a refusal may be empty, and it is one all the same.
  return { finish: finishReason, refusal: refusal === undefined ? null : refusal.message || finishReason }
}

export const chatClient: readonly Client[] = Object.entries(options).flatMap(([route, where]): Client[] => {
  const client = () => createChatClient({ ...where, model: 'm', apiKey: 'test' })
  const names = `${where.provider}${route === 'responses' ? ', Responses' : ''}`
  return [
    {
      name: `\`getResponse()\`, ${names}`,
      route: route as Route,
      streams: false,
      async ask({ signal, text }) {
        const response = await client().getResponse(messages, { signal })
        text(response.text)
        return told(response)
      },
    },
    {
      name: `\`streamResponse()\`, ${names}`,
      route: route as Route,
      streams: true,
      async ask({ signal, text }) {
        let last: Told = { finish: null }
        for await (const update of client().streamResponse(messages, { signal })) {
          if (update.type === 'text-delta') text(update.text)
          if (update.type === 'finish') last = told(update.response)
        }
        return last
      },
    },
  ]
})
