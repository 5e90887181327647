/** The official client on a host, and the request most tests send. */
import OpenAI, { type ClientOptions } from 'openai'
import type { Connection } from './host.ts'

export function openaiOn({ fetch }: Pick<Connection, 'fetch'>, options: ClientOptions = {}): OpenAI {
  return new OpenAI({ apiKey: 'test', fetch, dangerouslyAllowBrowser: true, ...options })
}

/** A chat request with one user message. */
export function says(
  content: string,
  model = 'gpt-5.5',
): { model: string; messages: { role: 'user'; content: string }[] } {
  return { model, messages: [{ role: 'user', content }] }
}

export const chatUrl = 'https://api.openai.com/v1/chat/completions'

/** The same as a request for `fetch`. */
export function post(body: unknown, init: RequestInit = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer test' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  }
}

/** The text of a stream so far, piece by piece. */
export async function collect(
  stream: AsyncIterable<OpenAI.ChatCompletionChunk>,
  onPiece: (pieces: readonly string[]) => void = () => {},
): Promise<readonly string[]> {
  const pieces: string[] = []
  for await (const { choices } of stream) {
    const content = choices[0]?.delta.content
    if (typeof content !== 'string' || content === '') continue
    pieces.push(content)
    onPiece(pieces)
  }
  return pieces
}
