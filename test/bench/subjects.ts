/** What the benchmarks compare: the mock on one side, and the least that could stand in its place on the other. */
import OpenAI from 'openai'
import { http, HttpResponse } from 'msw'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'

export const chatUrl = 'https://api.openai.com/v1/chat/completions'
export const chunks: readonly string[] = Array.from({ length: 200 }, (_, index) => `word${index} `)

export const jsonModel = 'gpt-5.5'
export const streamModel = 'gpt-5.5-stream'

/** One scenario for JSON and one for a stream of 200 chunks, both without end. */
export function benchMock(): LlmMock {
  const streamed = text(chunks.join(''), { streamChunks: chunks })
  return createLlmMock({
    config: {
      chatScenarios: [
        scenario('stream', { modelId: streamModel, responses: [streamed], repeat: 'last' }),
        scenario('json', { responses: [text('Hello there!')], repeat: 'last' }),
      ],
    },
  })
}

/** Where the handler written by hand is found. */
export const handwrittenBaseURL = 'https://handwritten.test/v1'

export function clientOf(fetch?: typeof globalThis.fetch, baseURL?: string): OpenAI {
  return new OpenAI({ apiKey: 'test', fetch, baseURL })
}

export function askJson(client: OpenAI): () => Promise<unknown> {
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  return () => client.chat.completions.create({ model: jsonModel, messages })
}

export function askStream(client: OpenAI): () => Promise<number> {
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  return async () => {
    let count = 0
    for await (const _ of await client.chat.completions.create({ model: streamModel, messages, stream: true })) count++
    return count
  }
}

/** A response of the mock, kept so that a stand-in can send the same. */
export interface Recorded {
  readonly status: number
  readonly headers: [string, string][]
  /** The text of each event, as somebody would have it who writes a stream by hand. */
  readonly frames: readonly string[]
  readonly body: string
}

export async function record(llm: LlmMock, model: string, stream: boolean): Promise<Recorded> {
  const request = JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hi' }] })
  const response = await llm.fetch(chatUrl, { method: 'POST', body: request })
  const body = await response.text()
  return { status: response.status, headers: [...response.headers], frames: body.split(/(?<=\n\n)/), body }
}

/** A stream that pulls ready frames one by one and closes with the last one, as ours does. */
export function readyStream(frames: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let index = 0
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(encoder.encode(frames[index++]))
        if (index === frames.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** A fetch that answers with what was recorded and looks at nothing. */
export function stubFetch({ status, headers, frames, body }: Recorded, stream: boolean): typeof fetch {
  return async () => new Response(stream ? readyStream(frames) : body, { status, headers })
}

/** What a user would write by hand with MSW: read the request, answer with the same frames and headers. */
export function handwrittenHandlers(json: Recorded, stream: Recorded): ReturnType<typeof http.post>[] {
  return [
    http.post(`${handwrittenBaseURL}/chat/completions`, async ({ request }) => {
      const body = (await request.clone().json()) as { stream?: boolean }
      const { status, headers, frames, body: whole } = body.stream === true ? stream : json
      return new HttpResponse(body.stream === true ? readyStream(frames) : whole, { status, headers })
    }),
  ]
}
