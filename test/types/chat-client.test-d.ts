import { createLlmMock, type JsonValue } from 'msw-llm'
import {
  createChatClient,
  type ChatClient,
  type ChatClientOptions,
  type ChatHttpError,
  type ChatMessage,
  type ChatPart,
  type ChatResponse,
  type ChatStreamError,
  type ChatUpdate,
} from 'msw-llm/chat-client'
import { expectTypeOf, test } from 'vitest'

const client = createChatClient({ provider: 'openai', model: 'm', fetch: createLlmMock().fetch })
const response = await client.getResponse([{ role: 'user', content: 'Hi' }])

test('a provider and a model are needed, and a provider is one of six', () => {
  expectTypeOf<{ provider: 'gemini'; model: string }>().toExtend<ChatClientOptions>()
  expectTypeOf<{ provider: 'gemini' }>().not.toExtend<ChatClientOptions>()
  expectTypeOf<{ provider: 'mistral'; model: string }>().not.toExtend<ChatClientOptions>()
  expectTypeOf(client).toEqualTypeOf<ChatClient>()
})

test('options may be undefined, which is absent', () => {
  createChatClient({ provider: 'openai', model: 'm', route: undefined, baseURL: undefined, apiKey: undefined })
  void client.getResponse([], { signal: undefined, tools: undefined, responseSchema: undefined, headers: undefined })
})

test('an answer can be sent back as it is, and is not changed', () => {
  const { message, text, finishReason, usage } = response
  const history: ChatMessage[] = [message]
  void client.streamResponse(history)
  expectTypeOf(text).toBeString()
  expectTypeOf(finishReason).toEqualTypeOf<'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | 'other'>()
  expectTypeOf(usage).toEqualTypeOf<{
    readonly inputTokens: number
    readonly outputTokens: number
    readonly totalTokens: number
  } | null>()
  // @ts-expect-error An answer is a value.
  response.text = ''
})

test('the type of a part or an update says what it has', () => {
  const described = (part: ChatPart): JsonValue => {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return part.text
      case 'tool-call':
        return [part.id, part.name, part.arguments]
      case 'error':
        expectTypeOf(part.code).toEqualTypeOf<'Refusal'>()
        return part.message
    }
  }
  expectTypeOf(described).returns.toEqualTypeOf<JsonValue>()
  expectTypeOf<Extract<ChatUpdate, { type: 'finish' }>['response']>().toEqualTypeOf<ChatResponse>()
  expectTypeOf(client.streamResponse).returns.toEqualTypeOf<AsyncIterable<ChatUpdate>>()
})

test('a result belongs to a message, and not to an answer', () => {
  expectTypeOf<{ type: 'tool-result'; id: string; value: JsonValue }>().not.toExtend<ChatPart>()
  expectTypeOf<{ type: 'tool-result'; id: string; value: JsonValue }>().toExtend<
    Exclude<ChatMessage['content'], string>[number]
  >()
})

test('errors say what came', () => {
  expectTypeOf<ChatHttpError['status']>().toBeNumber()
  expectTypeOf<ChatHttpError['body']>().toEqualTypeOf<JsonValue>()
  expectTypeOf<ChatHttpError | ChatStreamError>().toExtend<Error>()
  expectTypeOf<ChatStreamError['partial']>().toEqualTypeOf<ChatResponse>()
})
