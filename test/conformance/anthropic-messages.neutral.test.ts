import { APIError } from '@anthropic-ai/sdk'
import { APIError as APIError0 } from 'anthropic0'
import { anthropic, mountAll } from 'msw-llm'
import { anthropic0On, anthropicOn, says } from '../support/anthropic.ts'
import type { Connection } from '../support/host.ts'
import { testConformance } from './suite.ts'
import type { Ask, ConformanceTarget, Reading } from './target.ts'

/** What both lines of the client say of a message, in the words that they share. */
interface ReceivedMessage {
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly stop_reason: string | null
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number }
}

type ReceivedEvent =
  | { readonly type: 'message_start'; readonly message: ReceivedMessage }
  | { readonly type: 'content_block_delta'; readonly delta: { readonly type: string; readonly text?: string } }
  | {
      readonly type: 'message_delta'
      readonly delta: { readonly stop_reason: string | null }
      readonly usage: { readonly output_tokens: number }
    }
  | { readonly type: 'content_block_start' | 'content_block_stop' | 'message_stop' }

interface Client {
  readonly name: string
  create(connection: Connection, baseURL: string, request: object): Promise<unknown>
}

const clients: readonly Client[] = [
  {
    name: 'anthropic 1',
    create: async (connection, baseURL, request) =>
      await anthropicOn(connection, { baseURL }).messages.create(request as never),
  },
  {
    name: 'anthropic 0',
    create: async (connection, baseURL, request) =>
      await anthropic0On(connection, { baseURL }).messages.create(request as never),
  },
]

function target(
  client: Client,
  where: string,
  baseURL: string,
  providers: ConformanceTarget['providers'],
): ConformanceTarget {
  return {
    route: 'POST /anthropic/v1/messages',
    client: `${client.name} ${where}`,
    model: 'claude-sonnet-5',
    providers,
    ask: (connection, ask) => askAnthropic(client, connection, ask, baseURL),
    finish: { ordinary: 'end_turn', filtered: 'unsupported', refused: 'refusal' },
    unsupported: ['filtered'],
  }
}

async function askAnthropic(
  client: Client,
  connection: Connection,
  { prompt, stream, model }: Ask,
  baseURL: string,
): Promise<Reading> {
  try {
    const received = await client.create(connection, baseURL, { ...says(prompt, model), stream })
    return stream
      ? await readStream(received as AsyncIterable<ReceivedEvent>)
      : readMessage(received as ReceivedMessage)
  } catch (error) {
    if (!(error instanceof APIError) && !(error instanceof APIError0)) throw error
    return { kind: 'failure', error: error.constructor.name, status: error.status as number | undefined, code: null }
  }
}

function readMessage({ content, stop_reason, usage }: ReceivedMessage): Reading {
  return readingOf(
    content.map(({ text = '' }) => text),
    stop_reason,
    usage.input_tokens,
    usage.output_tokens,
  )
}

async function readStream(stream: AsyncIterable<ReceivedEvent>): Promise<Reading> {
  const pieces: string[] = []
  let finish: string | null = null
  let input = 0
  let output = 0
  for await (const event of stream) {
    if (event.type === 'message_start') input = event.message.usage.input_tokens
    if (event.type === 'content_block_delta') pieces.push(event.delta.text ?? '')
    if (event.type === 'message_delta') {
      finish = event.delta.stop_reason
      output = event.usage.output_tokens
    }
  }
  return readingOf(pieces, finish, input, output)
}

/** The text of a refusal is what was generated before it. */
function readingOf(pieces: readonly string[], finish: string | null, input: number, output: number): Reading {
  const said = pieces.join('')
  const isRefusal = finish === 'refusal'
  return {
    kind: 'answer',
    text: isRefusal ? '' : said,
    refusal: isRefusal ? said : null,
    finish,
    pieces,
    usage: { input, output },
  }
}

for (const client of clients) {
  testConformance(target(client, 'at its official host', 'https://api.anthropic.com', () => [anthropic()]))
  testConformance(target(client, 'under mountAll', 'https://llm.test/anthropic', () => mountAll('https://llm.test')))
}
