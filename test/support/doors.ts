/** Every way into the mock: each route that generates, in each of its transports, asked by `fetch` alone. */
import type { LlmMock, Message } from 'msw-llm'
import { EventSourceParserStream } from 'eventsource-parser/stream'

export type Format = 'chat' | 'responses' | 'messages' | 'contents'

export interface Door {
  readonly name: string
  readonly provider: string
  /** The route's id. */
  readonly route: string
  readonly format: Format
  readonly stream: boolean
  readonly url: string
  /** Where a request names its model. */
  readonly modelIn: 'body' | 'path' | 'nowhere'
  /** What its URL must have. */
  readonly query: string
  /** What a request must say for its prompt to be kept in the prompt cache. */
  readonly caching: object
}

const doorModel = 'the-model'

type Place = Pick<Door, 'name' | 'route' | 'format' | 'url'> &
  Partial<Door> & { readonly streams?: readonly (readonly [name: string, stream: boolean, query: string])[] }

const both = [
  ['JSON', false, ''],
  ['SSE', true, ''],
] as const
const azure = 'https://example.openai.azure.com/openai'
const foundry = 'https://example.services.ai.azure.com'
const dated = 'api-version=2024-10-21'
const gemini = `https://generativelanguage.googleapis.com/v1beta/models/${doorModel}`

const places: readonly Place[] = [
  {
    name: 'OpenAI chat',
    route: 'POST /openai/v1/chat/completions',
    format: 'chat',
    url: 'https://api.openai.com/v1/chat/completions',
  },
  {
    name: 'OpenAI Responses',
    route: 'POST /openai/v1/responses',
    format: 'responses',
    url: 'https://api.openai.com/v1/responses',
  },
  {
    name: 'Azure deployment chat',
    route: 'POST /azure-openai/openai/deployments/{deployment}/chat/completions',
    format: 'chat',
    url: `${azure}/deployments/${doorModel}/chat/completions`,
    query: dated,
    modelIn: 'path',
  },
  {
    name: 'Azure v1 chat',
    route: 'POST /azure-openai/openai/v1/chat/completions',
    format: 'chat',
    url: `${azure}/v1/chat/completions`,
  },
  {
    name: 'Azure v1 Responses',
    route: 'POST /azure-openai/openai/v1/responses',
    format: 'responses',
    url: `${azure}/v1/responses`,
  },
  {
    name: 'Azure dated Responses',
    route: 'POST /azure-openai/openai/responses',
    format: 'responses',
    url: `${azure}/responses`,
    query: dated,
  },
  {
    name: 'Foundry serverless chat',
    route: 'POST /microsoft-foundry/chat/completions',
    format: 'chat',
    url: 'https://the-model.eastus2.models.ai.azure.com/chat/completions',
    query: dated,
    modelIn: 'nowhere',
  },
  {
    name: 'Foundry models chat',
    route: 'POST /microsoft-foundry/models/chat/completions',
    format: 'chat',
    url: `${foundry}/models/chat/completions`,
    query: dated,
  },
  {
    name: 'Foundry v1 chat',
    route: 'POST /microsoft-foundry/openai/v1/chat/completions',
    format: 'chat',
    url: `${foundry}/openai/v1/chat/completions`,
  },
  {
    name: 'Foundry v1 Responses',
    route: 'POST /microsoft-foundry/openai/v1/responses',
    format: 'responses',
    url: `${foundry}/openai/v1/responses`,
  },
  {
    name: 'DeepSeek chat',
    route: 'POST /deepseek/v1/chat/completions',
    format: 'chat',
    url: 'https://api.deepseek.com/chat/completions',
  },
  {
    name: 'Anthropic',
    route: 'POST /anthropic/v1/messages',
    format: 'messages',
    url: 'https://api.anthropic.com/v1/messages',
    caching: { cache_control: { type: 'ephemeral' } },
  },
  {
    name: 'Gemini',
    route: 'POST /gemini/v1beta/models/{model}:generateContent',
    format: 'contents',
    url: `${gemini}:generateContent`,
    modelIn: 'path',
    streams: [['JSON', false, '']],
  },
  {
    name: 'Gemini stream',
    route: 'POST /gemini/v1beta/models/{model}:streamGenerateContent',
    format: 'contents',
    url: `${gemini}:streamGenerateContent`,
    modelIn: 'path',
    streams: [
      ['SSE', true, 'alt=sse'],
      ['array', true, ''],
    ],
  },
]

export const doors: readonly Door[] = places.flatMap(({ streams = both, ...place }) =>
  streams.map(([transport, stream, alt]): Door => ({
    provider: place.route.split('/')[1] ?? '',
    modelIn: 'body',
    caching: {},
    stream,
    ...place,
    name: `${place.name}, ${transport}`,
    query: [place.query, alt].filter(Boolean).join('&'),
  })),
)

/** One door for each route. */
export const routeDoors: readonly Door[] = doors.filter(
  ({ route }, index) => doors.findIndex((door) => door.route === route) === index,
)

export function doorsOf(...formats: readonly Format[]): readonly Door[] {
  return doors.filter(({ format }) => formats.includes(format))
}

export type Said = Pick<Message, 'content'> & { readonly role: 'system' | 'user' | 'assistant' }

/** A dialogue, begun by its user. */
export function dialogue(...contents: readonly string[]): readonly Said[] {
  return contents.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
}

/** A request's body in the door's format. */
export function bodyFor(door: Door, said: string | readonly Said[], more: object = {}): Record<string, unknown> {
  const messages = typeof said === 'string' ? dialogue(said) : said
  const model = door.modelIn === 'body' ? { model: doorModel } : {}
  const stream = door.stream ? { stream: true } : {}
  switch (door.format) {
    case 'chat':
      return { ...model, messages, ...stream, ...more }
    case 'responses':
      return { ...model, input: messages, ...stream, ...more }
    case 'messages':
      return { ...model, max_tokens: 1024, messages, ...stream, ...more }
    case 'contents': {
      const contents = messages.map(({ role, content }) => ({
        role: role === 'assistant' ? 'model' : role,
        parts: [{ text: content }],
      }))
      return { contents, ...more }
    }
  }
}

export function urlOf({ url, query }: Pick<Door, 'url' | 'query'>): string {
  return query === '' ? url : `${url}?${query}`
}

const headers = {
  'content-type': 'application/json',
  authorization: 'Bearer test',
  'extra-parameters': 'pass-through',
}

/** Sends a body, and reads the text that comes, or the code of the failure. */
export async function send(llm: LlmMock, door: Door, body: unknown, init: RequestInit = {}): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await llm.fetch(urlOf(door), { method: 'POST', headers, body: text, ...init })
  return readReply(door, response)
}

/** The same for a text of a user, or a dialogue. */
export function askAt(
  llm: LlmMock,
  door: Door,
  said: string | readonly Said[] = 'Hi',
  init: RequestInit = {},
  more: object = {},
): Promise<string> {
  return send(llm, door, bodyFor(door, said, more), init)
}

export async function readReply({ format, stream, query }: Door, response: Response): Promise<string> {
  if (response.status !== 200) return codeIn(JSON.parse(await response.text()))
  if (!stream) return textIn[format](JSON.parse(await response.text()) as never)
  if (format === 'contents' && !query.includes('alt=sse')) {
    return (JSON.parse(await response.text()) as Contents[]).map(textIn.contents).join('')
  }
  let text = ''
  for (const data of await readEvents(response))
    if (data !== '[DONE]') text += pieceIn[format](JSON.parse(data) as never)
  return text
}

/** The data of each event. */
export async function readEvents(response: Response): Promise<readonly string[]> {
  const events: string[] = []
  const stream = response.body!.pipeThrough(new TextDecoderStream() as never).pipeThrough(new EventSourceParserStream())
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) events.push(read.value.data)
  return events
}

interface Envelope {
  readonly error: {
    readonly code?: unknown
    readonly message: string
    readonly details?: { readonly error_code?: string }
  }
}

/** Our code, wherever the provider's envelope has a place for it. */
function codeIn(body: unknown): string {
  const { error } = (Array.isArray(body) ? body[0] : body) as Envelope
  if (typeof error.code === 'string') return error.code
  return error.details?.error_code ?? /^(\w+): /.exec(error.message)?.[1] ?? error.message
}

interface Contents {
  readonly candidates?: readonly { readonly content?: { readonly parts?: readonly { readonly text?: string }[] } }[]
}

const textIn = {
  chat: ({ choices }: { choices: readonly { message: { content: string | null } }[] }) =>
    choices[0]?.message.content ?? '',
  responses: ({ output }: { output: readonly { content: readonly { text?: string }[] }[] }) =>
    output[0]?.content[0]?.text ?? '',
  messages: ({ content }: { content: readonly { text?: string }[] }) => content[0]?.text ?? '',
  contents: ({ candidates }: Contents) =>
    (candidates?.[0]?.content?.parts ?? []).map((part) => part.text ?? '').join(''),
}

const pieceIn = {
  chat: ({ choices }: { choices: readonly { delta: { content?: string | null } }[] }) =>
    choices[0]?.delta.content ?? '',
  responses: ({ type, delta }: { type: string; delta?: string }) =>
    type === 'response.output_text.delta' ? (delta ?? '') : '',
  messages: ({ delta }: { delta?: { text?: string } }) => delta?.text ?? '',
  contents: textIn.contents,
}
