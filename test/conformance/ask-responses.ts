/** How openai's client reads any host of the Responses API. */
import { APIError, type OpenAI } from 'openai'
import type { Ask, ConformanceTarget, Reading } from './target.ts'

type Response = OpenAI.Responses.Response

/** What the outcomes are called on every host. */
export const responsesOutcomes: Pick<ConformanceTarget, 'finish' | 'unsupported'> = {
  finish: { ordinary: 'completed', filtered: 'incomplete: content_filter', refused: 'completed' },
  unsupported: [],
}

export async function askResponses(client: OpenAI, { prompt, stream, model = 'gpt-5.5' }: Ask): Promise<Reading> {
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
