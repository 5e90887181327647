/** The ways in which a client leaves a stream that it is reading. */
import type { Connection } from '../../support/host.ts'
import { anthropicOn } from '../../support/anthropic.ts'
import { geminiOn } from '../../support/gemini.ts'
import { openaiOn } from '../../support/openai.ts'

/** Reads until `leave` resolves, and then leaves; what the client throws comes out. */
export interface Way {
  readonly name: string
  /** So many frames have come when two pieces of text have. */
  readonly framesOfTwoPieces: number
  read(connection: Connection, piece: () => void, leave: Leave): Promise<void>
}

/** `now`: asked after each piece. `later`: calls back when it is time, whatever the client is doing. */
export interface Leave {
  now(): boolean
  later(leave: () => void): void
}

const user = { role: 'user' as const, content: 'Hi' }
const chat = { model: 'm', messages: [user] }
const claude = { model: 'm', max_tokens: 100, messages: [user] }
const url = 'https://api.openai.com/v1/chat/completions'
const init = { method: 'POST', body: JSON.stringify({ ...chat, stream: true }) }

export const ways: readonly Way[] = [
  {
    name: 'fetch, reader.cancel()',
    framesOfTwoPieces: 3,
    async read({ fetch = globalThis.fetch }, piece, leave) {
      const reader = (await fetch(url, init)).body!.getReader()
      await readPieces(reader, piece, () => leave.now() && void reader.cancel())
    },
  },
  {
    name: 'fetch, its signal',
    framesOfTwoPieces: 3,
    async read({ fetch = globalThis.fetch }, piece, leave) {
      const leaving = new AbortController()
      leave.later(() => leaving.abort())
      const { body } = await fetch(url, { ...init, signal: leaving.signal })
      await readPieces(body!.getReader(), piece, () => {})
    },
  },
  {
    name: 'chat.completions.create({ stream: true }), break',
    framesOfTwoPieces: 3,
    async read(connection, piece, leave) {
      for await (const { choices } of await openaiOn(connection).chat.completions.create({ ...chat, stream: true })) {
        if (choices[0]?.delta.content) piece()
        if (leave.now()) break
      }
    },
  },
  {
    name: 'chat.completions.create({ stream: true }), controller.abort()',
    framesOfTwoPieces: 3,
    async read(connection, piece, leave) {
      const stream = await openaiOn(connection).chat.completions.create({ ...chat, stream: true })
      leave.later(() => stream.controller.abort())
      for await (const { choices } of stream) if (choices[0]?.delta.content) piece()
    },
  },
  {
    name: 'chat.completions.create({ stream: true }), the signal of the call',
    framesOfTwoPieces: 3,
    async read(connection, piece, leave) {
      const leaving = new AbortController()
      leave.later(() => leaving.abort())
      const { signal } = leaving
      const stream = await openaiOn(connection).chat.completions.create({ ...chat, stream: true }, { signal })
      for await (const { choices } of stream) if (choices[0]?.delta.content) piece()
    },
  },
  {
    name: 'chat.completions.stream(), abort()',
    framesOfTwoPieces: 3,
    async read(connection, piece, leave) {
      const stream = openaiOn(connection).chat.completions.stream(chat)
      leave.later(() => stream.abort())
      stream.on('content.delta', piece)
      await stream.done()
    },
  },
  {
    name: 'responses.create({ stream: true }), break',
    framesOfTwoPieces: 6,
    async read(connection, piece, leave) {
      for await (const { type } of await openaiOn(connection).responses.create({
        model: 'm',
        input: 'Hi',
        stream: true,
      })) {
        if (type === 'response.output_text.delta') piece()
        if (leave.now()) break
      }
    },
  },
  {
    name: 'messages.create({ stream: true }), break',
    framesOfTwoPieces: 5,
    async read(connection, piece, leave) {
      for await (const { type } of await anthropicOn(connection).messages.create({ ...claude, stream: true })) {
        if (type === 'content_block_delta') piece()
        if (leave.now()) break
      }
    },
  },
  {
    name: 'messages.stream(), abort()',
    framesOfTwoPieces: 5,
    async read(connection, piece, leave) {
      const stream = anthropicOn(connection).messages.stream(claude)
      leave.later(() => stream.abort())
      stream.on('text', piece)
      await stream.done()
    },
  },
  {
    name: 'models.generateContentStream(), break',
    framesOfTwoPieces: 2,
    async read(connection, piece, leave) {
      const stream = await geminiOn(connection).models.generateContentStream({ model: 'm', contents: 'Hi' })
      for await (const { text } of stream) {
        if (text) piece()
        if (leave.now()) break
      }
    },
  },
  {
    name: 'models.generateContentStream(), config.abortSignal',
    framesOfTwoPieces: 2,
    async read(connection, piece, leave) {
      const leaving = new AbortController()
      leave.later(() => leaving.abort())
      const config = { abortSignal: leaving.signal }
      const stream = await geminiOn(connection).models.generateContentStream({ model: 'm', contents: 'Hi', config })
      for await (const { text } of stream) if (text) piece()
    },
  },
]

/** Each frame with text in it is a piece. */
async function readPieces(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  piece: () => void,
  afterEach: () => unknown,
): Promise<void> {
  const decoder = new TextDecoder()
  let seen = ''
  let told = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    seen += decoder.decode(read.value, { stream: true })
    const pieces = seen.match(/"content":"[^"]+"/g)?.length ?? 0
    for (; told < pieces; told++) piece()
    afterEach()
  }
}
