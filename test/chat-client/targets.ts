/** Every route that the chat client speaks to, and what is native to it. */
import { createChatClient, type ChatClient, type ChatClientOptions, type ChatResponse } from 'msw-llm/chat-client'
import type { Connection } from '../support/host.ts'

export type Format = 'chat' | 'responses' | 'messages' | 'contents'

export interface ClientTarget {
  /** The route's id. */
  readonly route: string
  readonly format: Format
  readonly options: Pick<ChatClientOptions, 'provider' | 'model' | 'route' | 'baseURL'>
  /** What ids of its answers look like. */
  readonly id: RegExp
  readonly outcomes: readonly ('filtered' | 'refused')[]
  /** Its words for how an answer ended. */
  readonly words: { readonly stop: string; readonly length: string; readonly filtered: string }
  /** Its word for a prompt that was blocked; `null`: it refuses instead. */
  readonly blockWord: string | null
  readonly callsTools: boolean
  /** `getResponse` streams, too. */
  readonly streamsAlways?: true
}

const azure = 'https://example.openai.azure.com'
const foundry = 'https://example.services.ai.azure.com'
const both = ['filtered', 'refused'] as const

const chat = {
  format: 'chat',
  id: /^chatcmpl-0+\d+$/,
  outcomes: both,
  words: { stop: 'stop', length: 'length', filtered: 'content_filter' },
  blockWord: 'content_filter',
  callsTools: true,
} as const
const responses = {
  format: 'responses',
  id: /^resp_0+\d+$/,
  outcomes: both,
  words: { stop: 'completed', length: 'max_output_tokens', filtered: 'content_filter' },
  blockWord: 'content_filter',
  callsTools: false,
} as const
const inference = { ...chat, id: /^[\da-f]{32}$/, outcomes: ['filtered'] } as const
const gemini = {
  format: 'contents',
  id: /^0+\d+$/,
  outcomes: ['filtered'],
  words: { stop: 'STOP', length: 'MAX_TOKENS', filtered: 'SAFETY' },
  blockWord: 'PROHIBITED_CONTENT',
  callsTools: false,
} as const

function at(
  route: string,
  rest: Omit<ClientTarget, 'route' | 'options'>,
  baseURL?: string,
  model = 'the-model',
): ClientTarget {
  const provider = route.split('/')[1] as ChatClientOptions['provider']
  return { route, options: { provider, model, route, ...(baseURL && { baseURL }) }, ...rest }
}

export const targets: readonly ClientTarget[] = [
  at('POST /openai/v1/chat/completions', { ...chat, blockWord: 'invalid_prompt' }),
  at('POST /openai/v1/responses', { ...responses, blockWord: 'invalid_prompt' }),
  at('POST /azure-openai/openai/deployments/{deployment}/chat/completions', chat, azure),
  at('POST /azure-openai/openai/v1/chat/completions', chat, azure),
  at('POST /azure-openai/openai/v1/responses', responses, azure),
  at('POST /azure-openai/openai/responses', responses, azure),
  at('POST /deepseek/v1/chat/completions', {
    ...chat,
    id: /^[\da-f-]{36}$/,
    outcomes: ['filtered'],
    blockWord: 'Content Exists Risk',
  }),
  at('POST /microsoft-foundry/chat/completions', inference, 'https://the-model.eastus2.models.ai.azure.com'),
  at('POST /microsoft-foundry/models/chat/completions', inference, foundry),
  at('POST /microsoft-foundry/openai/v1/chat/completions', chat, foundry),
  at('POST /microsoft-foundry/openai/v1/responses', responses, foundry),
  at('POST /anthropic/v1/messages', {
    format: 'messages',
    id: /^msg_010+\d+$/,
    outcomes: ['refused'],
    words: { stop: 'end_turn', length: 'max_tokens', filtered: '' },
    blockWord: null,
    callsTools: false,
  }),
  at('POST /gemini/v1beta/models/{model}:generateContent', gemini),
  at('POST /gemini/v1beta/models/{model}:streamGenerateContent', { ...gemini, streamsAlways: true }),
]

export function targetsOf(...formats: readonly Format[]): readonly ClientTarget[] {
  return targets.filter(({ format }) => formats.includes(format))
}

export function clientOf(
  { options }: ClientTarget,
  { fetch }: Pick<Connection, 'fetch'>,
  more: Partial<ChatClientOptions> = {},
): ChatClient {
  return createChatClient({ ...options, apiKey: 'test', ...(fetch && { fetch }), ...more })
}

/** An answer of so many parts: text, refusals and message follow from them. */
export function responseOf(
  id: ChatResponse['id'],
  parts: ChatResponse['parts'],
  [finishReason, nativeFinishReason]: readonly [ChatResponse['finishReason'], string | null],
  [inputTokens, outputTokens]: readonly [number, number] | readonly [null, null],
): ChatResponse {
  return {
    id,
    message: { role: 'assistant', content: parts },
    parts,
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    finishReason,
    nativeFinishReason,
    usage: inputTokens === null ? null : { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
  }
}
