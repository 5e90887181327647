/** Where each provider takes chats. */
import type { ProviderName } from '../../src/index.ts'
import { chatCompletions, type ChatTraits } from './chat-completions.ts'
import { generateContent } from './generate-content.ts'
import { messages } from './messages.ts'
import type { ChatProtocol } from './protocol.ts'
import { responses } from './responses.ts'

export interface ChatRoute {
  readonly id: string
  /** What the base may have at its end already, as some official clients are given it; `{version}` is filled in. */
  readonly root: string
  /** Below the root; `{model}` is filled in. */
  readonly path: string
  /** The provider's lists have it before their models; the path has it already. */
  readonly modelPrefix?: string
  /** Where it streams, if that is another path. */
  readonly streamPath?: string
  readonly protocol: ChatProtocol
  /** `null`: it is sent only where it is given. */
  readonly apiVersion: string | null
  /** Where the version is sent. Default: the query, as `api-version`. */
  readonly versionIn?: 'path' | 'anthropic-version' | 'nowhere'
  /** The header of the credential, and what comes before it. */
  readonly credential: readonly [header: string, scheme: string]
  /** It can do nothing but stream. */
  readonly streamsAlways?: true
  /** A base, where the route has another one than its provider's other routes. */
  readonly example?: string
}

export interface ChatProvider {
  /** `null`: each resource has a host of its own. */
  readonly baseURL: string | null
  /** For the message that asks for one. */
  readonly example: string
  readonly routes: readonly [ChatRoute, ...ChatRoute[]]
}

const openaiTraits: ChatTraits = {
  maxTokens: 'max_completion_tokens',
  streamOptions: true,
  refusals: true,
  schema: 'json_schema',
  returnsReasoning: false,
}
const chat = chatCompletions(openaiTraits)
const datedChat = chatCompletions({ ...openaiTraits, streamOptions: '2024-09-01' })
const deepseekChat = chatCompletions({
  maxTokens: 'max_tokens',
  streamOptions: true,
  refusals: false,
  schema: 'json_object',
  returnsReasoning: true,
})
/** Not asked for usage: its API defines no `stream_options`, and refuses what it does not define. */
const inferenceChat = chatCompletions({
  ...openaiTraits,
  maxTokens: 'max_tokens',
  streamOptions: false,
  refusals: false,
})

const bearer = ['authorization', 'Bearer '] as const
const apiKey = ['api-key', ''] as const
const openaiRoute = { root: '', apiVersion: null, versionIn: 'nowhere', credential: bearer } as const
const azureRoute = { root: '/openai/v1', apiVersion: null, credential: apiKey } as const
const inferenceRoute = { protocol: inferenceChat, apiVersion: '2024-05-01-preview' } as const
const gemini = {
  root: '/{version}',
  path: '/models/{model}:generateContent',
  modelPrefix: 'models/',
  streamPath: '/models/{model}:streamGenerateContent?alt=sse',
  protocol: generateContent,
  apiVersion: 'v1beta',
  versionIn: 'path',
  credential: ['x-goog-api-key', ''],
} as const

export const chatProviders: Readonly<Record<ProviderName, ChatProvider>> = {
  openai: {
    baseURL: 'https://api.openai.com/v1',
    example: 'https://api.openai.com/v1',
    routes: [
      { ...openaiRoute, id: 'POST /openai/v1/chat/completions', path: '/chat/completions', protocol: chat },
      { ...openaiRoute, id: 'POST /openai/v1/responses', path: '/responses', protocol: responses },
    ],
  },
  'azure-openai': {
    baseURL: null,
    example: 'https://{resource}.openai.azure.com',
    routes: [
      {
        ...azureRoute,
        id: 'POST /azure-openai/openai/deployments/{deployment}/chat/completions',
        root: '/openai',
        path: '/deployments/{model}/chat/completions',
        protocol: datedChat,
        apiVersion: '2024-10-21',
      },
      {
        ...azureRoute,
        id: 'POST /azure-openai/openai/v1/chat/completions',
        path: '/chat/completions',
        protocol: chat,
      },
      { ...azureRoute, id: 'POST /azure-openai/openai/v1/responses', path: '/responses', protocol: responses },
      {
        ...azureRoute,
        id: 'POST /azure-openai/openai/responses',
        root: '/openai',
        path: '/responses',
        protocol: responses,
        apiVersion: '2025-04-01-preview',
      },
    ],
  },
  deepseek: {
    baseURL: 'https://api.deepseek.com',
    example: 'https://api.deepseek.com',
    routes: [
      { ...openaiRoute, id: 'POST /deepseek/v1/chat/completions', path: '/chat/completions', protocol: deepseekChat },
    ],
  },
  'microsoft-foundry': {
    baseURL: null,
    example: 'https://{resource}.services.ai.azure.com',
    routes: [
      {
        ...inferenceRoute,
        id: 'POST /microsoft-foundry/chat/completions',
        root: '',
        example: 'https://{name}.{region}.models.ai.azure.com',
        path: '/chat/completions',
        credential: bearer,
      },
      {
        ...inferenceRoute,
        id: 'POST /microsoft-foundry/models/chat/completions',
        root: '/models',
        path: '/chat/completions',
        credential: apiKey,
      },
      {
        ...azureRoute,
        id: 'POST /microsoft-foundry/openai/v1/chat/completions',
        path: '/chat/completions',
        protocol: chat,
      },
      {
        ...azureRoute,
        id: 'POST /microsoft-foundry/openai/v1/responses',
        path: '/responses',
        protocol: responses,
      },
    ],
  },
  anthropic: {
    baseURL: 'https://api.anthropic.com',
    example: 'https://api.anthropic.com',
    routes: [
      {
        id: 'POST /anthropic/v1/messages',
        root: '/v1',
        path: '/messages',
        protocol: messages,
        apiVersion: '2023-06-01',
        versionIn: 'anthropic-version',
        credential: ['x-api-key', ''],
      },
    ],
  },
  gemini: {
    baseURL: 'https://generativelanguage.googleapis.com',
    example: 'https://generativelanguage.googleapis.com',
    routes: [
      { ...gemini, id: 'POST /gemini/v1beta/models/{model}:generateContent' },
      { ...gemini, id: 'POST /gemini/v1beta/models/{model}:streamGenerateContent', streamsAlways: true },
    ],
  },
}
