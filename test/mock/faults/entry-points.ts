/** The ways in which applications read a stream, each through its official client, and one through nothing but fetch. */
import { createParser } from 'eventsource-parser'
import type OpenAI from 'openai'
import type { Connection } from '../../support/host.ts'
import { anthropicOn } from '../../support/anthropic.ts'
import { geminiOn } from '../../support/gemini.ts'
import { openaiOn } from '../../support/openai.ts'

export interface EntryPoint {
  readonly name: string
  /** So many frames have come when two pieces of text have. */
  readonly framesOfTwoPieces: number
  /** Reads to the end; each piece is passed on as it comes. A return value is what the client gives at the end. */
  read(connection: Connection, piece: (text: string) => void): Promise<string | undefined>
}

const user = { role: 'user' as const, content: 'Hi' }
const chatRequest = { model: 'm', messages: [user] }
const claudeRequest = { model: 'm', max_tokens: 100, messages: [user] }

export const entryPoints: readonly EntryPoint[] = [
  {
    name: 'fetch',
    framesOfTwoPieces: 3,
    async read({ fetch = globalThis.fetch }, piece) {
      const response = await fetch('https://api.openai.com/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...chatRequest, stream: true }),
      })
      const parser = createParser({ onEvent: ({ data }) => piece(data) })
      const decoder = new TextDecoder()
      const reader = response.body?.getReader()
      for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
        parser.feed(decoder.decode(read.value, { stream: true }))
      }
      return 'the end'
    },
  },
  {
    name: 'chat.completions.create({ stream: true })',
    framesOfTwoPieces: 3,
    async read(connection, piece) {
      const stream = await clientOf(connection).chat.completions.create({ ...chatRequest, stream: true })
      let reason: string | null | undefined
      for await (const { choices } of stream) {
        if (choices[0]?.delta.content) piece(choices[0].delta.content)
        reason = choices[0]?.finish_reason ?? reason
      }
      return reason ?? 'no reason'
    },
  },
  {
    name: 'chat.completions.stream()',
    framesOfTwoPieces: 3,
    async read(connection, piece) {
      const stream = clientOf(connection).chat.completions.stream(chatRequest)
      stream.on('content.delta', ({ delta }) => piece(delta))
      return (await stream.finalChatCompletion()).choices[0]?.finish_reason
    },
  },
  {
    name: 'responses.create({ stream: true })',
    framesOfTwoPieces: 6,
    async read(connection, piece) {
      const stream = await clientOf(connection).responses.create({ model: 'm', input: 'Hi', stream: true })
      let last = ''
      for await (const event of stream) {
        if (event.type === 'response.output_text.delta') piece(event.delta)
        last = event.type
      }
      return last
    },
  },
  {
    name: 'responses.stream()',
    framesOfTwoPieces: 6,
    async read(connection, piece) {
      const stream = clientOf(connection).responses.stream({ model: 'm', input: 'Hi' })
      stream.on('response.output_text.delta', ({ delta }) => piece(delta))
      return (await stream.finalResponse()).status
    },
  },
  {
    name: 'messages.create({ stream: true })',
    framesOfTwoPieces: 5,
    async read(connection, piece) {
      const stream = await anthropicOn(connection, { maxRetries: 0 }).messages.create({
        ...claudeRequest,
        stream: true,
      })
      let reason: string | null = null
      for await (const event of stream) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') piece(event.delta.text)
        if (event.type === 'message_delta') reason = event.delta.stop_reason
      }
      return reason ?? 'no reason'
    },
  },
  {
    name: 'messages.stream()',
    framesOfTwoPieces: 5,
    async read(connection, piece) {
      const stream = anthropicOn(connection, { maxRetries: 0 }).messages.stream(claudeRequest)
      stream.on('text', (text) => piece(text))
      return String((await stream.finalMessage()).stop_reason)
    },
  },
  {
    name: 'models.generateContentStream()',
    framesOfTwoPieces: 2,
    async read(connection, piece) {
      const stream = await geminiOn(connection).models.generateContentStream({ model: 'm', contents: 'Hi' })
      let reason: string | undefined
      for await (const chunk of stream) {
        if (chunk.text) piece(chunk.text)
        reason = chunk.candidates?.[0]?.finishReason ?? reason
      }
      return reason ?? 'no reason'
    },
  },
]

function clientOf(connection: Connection): OpenAI {
  return openaiOn(connection, { maxRetries: 0 })
}
