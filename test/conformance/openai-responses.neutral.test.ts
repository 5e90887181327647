import OpenAI, { APIError } from 'openai'
import { mountAll, openai } from 'msw-llm'
import type { Connection } from '../support/host.ts'
import { testConformance } from './suite.ts'
import type { Ask, ConformanceTarget, Reading } from './target.ts'

type Response = OpenAI.Responses.Response

function target(name: string, baseURL: string, providers: ConformanceTarget['providers']): ConformanceTarget {
  return {
    route: 'POST /openai/v1/responses',
    client: name,
    model: 'gpt-5.5',
    providers,
    ask: (connection, ask) => askOpenAI(connection, ask, baseURL),
    finish: { ordinary: 'completed', filtered: 'incomplete: content_filter', refused: 'completed' },
    unsupported: [],
  }
}

async function askOpenAI(
  { fetch }: Connection,
  { prompt, stream, model = 'gpt-5.5' }: Ask,
  baseURL: string,
): Promise<Reading> {
  const client = new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true })
  const request = { model, input: prompt }
  try {
    if (!stream) {
      const response = await client.responses.create(request)
      const said = saidBy(response)
      return readingOf(response, said === '' ? [] : [said])
    }
    return await readStream(await client.responses.create({ ...request, stream: true }))
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    return { kind: 'failure', error: error.constructor.name, status: error.status, code: error.code }
  }
}

/** The only part of the only item. */
function partOf({ output }: Response): OpenAI.Responses.ResponseOutputText | OpenAI.Responses.ResponseOutputRefusal {
  const [item] = output
  if (output.length !== 1 || item?.type !== 'message' || item.content.length !== 1) throw new Error('Not one part')
  return item.content[0]!
}

function saidBy(response: Response): string {
  const part = partOf(response)
  return part.type === 'refusal' ? part.refusal : part.text
}

function readingOf(response: Response, pieces: readonly string[]): Reading {
  const part = partOf(response)
  const { status, incomplete_details, usage } = response
  return {
    kind: 'answer',
    text: part.type === 'refusal' ? '' : part.text,
    refusal: part.type === 'refusal' ? part.refusal : null,
    finish: incomplete_details?.reason === undefined ? status! : `${status}: ${incomplete_details.reason}`,
    pieces,
    usage: usage === undefined ? null : { input: usage.input_tokens, output: usage.output_tokens },
  }
}

async function readStream(stream: AsyncIterable<OpenAI.Responses.ResponseStreamEvent>): Promise<Reading> {
  const pieces: string[] = []
  let response: Response | null = null
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta') pieces.push(event.delta)
    if (event.type === 'response.completed' || event.type === 'response.incomplete') response = event.response
  }
  return readingOf(response!, pieces)
}

testConformance(target('openai responses at the official host', 'https://api.openai.com/v1', () => [openai()]))
testConformance(
  target('openai responses under mountAll', 'https://llm.test/openai/v1', () => mountAll('https://llm.test')),
)
