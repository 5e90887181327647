import OpenAI, { APIError } from 'openai'
import { mountAll, openai } from 'msw-llm'
import type { Connection } from '../support/host.ts'
import { testConformance } from './suite.ts'
import type { Ask, ConformanceTarget, Reading } from './target.ts'

function target(name: string, baseURL: string, providers: ConformanceTarget['providers']): ConformanceTarget {
  return {
    route: 'POST /openai/v1/chat/completions',
    client: name,
    model: 'gpt-5.5',
    providers,
    ask: (connection, ask) => askOpenAI(connection, ask, baseURL),
    finish: { ordinary: 'stop', filtered: 'content_filter', refused: 'stop' },
    unsupported: [],
  }
}

async function askOpenAI(
  { fetch }: Connection,
  { prompt, stream, model = 'gpt-5.5' }: Ask,
  baseURL: string,
): Promise<Reading> {
  const client = new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true })
  const request = { model, messages: [{ role: 'user' as const, content: prompt }] }
  try {
    return stream
      ? await readStream(
          await client.chat.completions.create({ ...request, stream: true, stream_options: { include_usage: true } }),
        )
      : readCompletion(await client.chat.completions.create(request))
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    return { kind: 'failure', error: error.constructor.name, status: error.status, code: error.code }
  }
}

function readCompletion({ choices, usage }: OpenAI.ChatCompletion): Reading {
  const [choice] = choices
  const { content, refusal } = choice!.message
  const said = content ?? refusal ?? ''
  return {
    kind: 'answer',
    text: content ?? '',
    refusal,
    finish: choice!.finish_reason,
    pieces: said === '' ? [] : [said],
    usage: usage === undefined ? null : { input: usage.prompt_tokens, output: usage.completion_tokens },
  }
}

async function readStream(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<Reading> {
  const texts: string[] = []
  const refusals: string[] = []
  let refused = false
  let finish: string | null = null
  let usage: { input: number; output: number } | null = null
  for await (const chunk of stream) {
    if (chunk.usage) usage = { input: chunk.usage.prompt_tokens, output: chunk.usage.completion_tokens }
    for (const { delta, finish_reason } of chunk.choices) {
      finish = finish_reason ?? finish
      refused ||= typeof delta.refusal === 'string'
      // The frame with the role carries no piece of the answer.
      if (delta.role !== undefined) continue
      if (typeof delta.content === 'string') texts.push(delta.content)
      if (typeof delta.refusal === 'string') refusals.push(delta.refusal)
    }
  }
  return {
    kind: 'answer',
    text: texts.join(''),
    refusal: refused ? refusals.join('') : null,
    finish,
    pieces: [...texts, ...refusals],
    usage,
  }
}

testConformance(target('openai at its official host', 'https://api.openai.com/v1', () => [openai()]))
testConformance(target('openai under mountAll', 'https://llm.test/openai/v1', () => mountAll('https://llm.test')))
