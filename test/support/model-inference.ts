/** Azure's Model Inference client, which in Node speaks through `node:https`, and elsewhere through `fetch`. */
import createModelClient, { isUnexpected, type ModelClientOptions } from '@azure-rest/ai-inference'
import { createSseStream } from '@azure/core-sse'
import type { Connection } from './host.ts'

type ModelClient = ReturnType<typeof createModelClient>
type HttpClient = NonNullable<ModelClientOptions['httpClient']>

export function inferenceOn(
  { fetch }: Pick<Connection, 'fetch'>,
  endpoint: string,
  options: ModelClientOptions = {},
): ModelClient {
  return createModelClient(endpoint, { key: 'test' }, { ...(fetch && { httpClient: clientOver(fetch) }), ...options })
}

/** Lets the client send through a function, where nothing intercepts its own connections. */
function clientOver(fetch: typeof globalThis.fetch): HttpClient {
  return {
    async sendRequest(request) {
      const { url, method, body, streamResponseStatusCodes } = request
      const response = await fetch(url, {
        method,
        headers: request.headers.toJSON(),
        body: body as string,
        ...(request.abortSignal && { signal: request.abortSignal as AbortSignal }),
      })
      const toJSON = (): Record<string, string> => Object.fromEntries(response.headers)
      const headers = Object.assign(new Headers(response.headers), { toJSON })
      const streams = streamResponseStatusCodes !== undefined && streamResponseStatusCodes.size > 0
      return {
        request,
        status: response.status,
        headers: headers as never,
        ...(streams ? { browserStreamBody: response.body as never } : { bodyAsText: await response.text() }),
      }
    },
  }
}

export interface InferenceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The JSON body; for a stream, the data of its events. */
  readonly body: unknown
  /** What the client says of a JSON answer. */
  readonly unexpected?: boolean
}

/** Sends a chat request, as a stream where it says so, and reads the whole answer. */
export async function postChat(
  client: ModelClient,
  body: object,
  headers: Record<string, string> = {},
): Promise<InferenceAnswer> {
  const call = client.path('/chat/completions').post({ body: body as never, headers })
  if ((body as { stream?: unknown }).stream !== true) {
    const response = await call
    return {
      status: Number(response.status),
      headers: response.headers,
      body: response.body,
      unexpected: isUnexpected(response),
    }
  }
  const response = 'document' in globalThis ? await call.asBrowserStream() : await call.asNodeStream()
  const stream = response.body as never
  if (response.status !== '200') {
    return {
      status: Number(response.status),
      headers: response.headers,
      body: JSON.parse(await readText(stream)),
    }
  }
  const events: string[] = []
  for await (const { data } of createSseStream(stream)) events.push(data)
  return { status: 200, headers: response.headers, body: events }
}

async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}
