import OpenAI from 'openai'
import { microsoftFoundry, mountAll, type Provider } from 'msw-llm'
import type { Connection } from '../support/host.ts'
import { inferenceOn, postChat } from '../support/model-inference.ts'
import { askChat } from './ask-chat.ts'
import { testConformance } from './suite.ts'
import type { Ask, ConformanceTarget, Reading } from './target.ts'

const official = (): Provider[] => [microsoftFoundry()]
const mounted = (): Provider[] => mountAll('https://llm.test')

function inference(path: string, endpoint: string, providers: () => Provider[]): ConformanceTarget {
  return {
    route: `POST /microsoft-foundry${path}`,
    client: `@azure-rest/ai-inference at ${endpoint}`,
    model: 'gpt-5.5',
    providers,
    ask: (connection, ask) => askInference(connection, ask, endpoint),
    finish: { ordinary: 'stop', filtered: 'content_filter', refused: '' },
    unsupported: ['refused'],
  }
}

interface Choice {
  readonly message?: { readonly content: string }
  readonly delta?: { readonly role?: string; readonly content: string }
  readonly finish_reason: string | null
}

interface Body {
  readonly choices: readonly Choice[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }
}

async function askInference(
  connection: Connection,
  { prompt, stream, model = 'gpt-5.5' }: Ask,
  endpoint: string,
): Promise<Reading> {
  const request = { model, messages: [{ role: 'user', content: prompt }], ...(stream && { stream }) }
  const { status, body } = await postChat(inferenceOn(connection, endpoint), request)
  if (status !== 200) {
    return { kind: 'failure', error: '', status, code: (body as { error: { code: string } }).error.code }
  }
  return stream ? readEvents(body as string[]) : readBody(body as Body)
}

function readBody({ choices, usage }: Body): Reading {
  const { message, finish_reason } = choices[0]!
  const { content } = message!
  return {
    kind: 'answer',
    text: content,
    refusal: null,
    finish: finish_reason,
    pieces: content === '' ? [] : [content],
    usage: usageOf(usage),
  }
}

function readEvents(events: readonly string[]): Reading {
  const chunks = events.filter((data) => data !== '[DONE]').map((data) => JSON.parse(data) as Body)
  const choices = chunks.flatMap((chunk) => chunk.choices)
  const pieces = choices
    .filter(({ delta, finish_reason }) => delta!.role === undefined && finish_reason === null)
    .map(({ delta }) => delta!.content)
  return {
    kind: 'answer',
    text: pieces.join(''),
    refusal: null,
    finish: choices.at(-1)!.finish_reason,
    pieces,
    usage: usageOf(chunks.at(-1)!.usage),
  }
}

function usageOf(usage: Body['usage']): { input: number; output: number } | null {
  return usage === undefined ? null : { input: usage.prompt_tokens, output: usage.completion_tokens }
}

testConformance(inference('/chat/completions', 'https://mistral.eastus2.models.ai.azure.com', official))
testConformance(inference('/models/chat/completions', 'https://example.services.ai.azure.com/models', official))
testConformance(inference('/chat/completions', 'https://llm.test/microsoft-foundry', mounted))
testConformance(inference('/models/chat/completions', 'https://llm.test/microsoft-foundry/models', mounted))

function resource(endpoint: string, providers: () => Provider[]): ConformanceTarget {
  const baseURL = `${endpoint}/openai/v1`
  return {
    route: 'POST /microsoft-foundry/openai/v1/chat/completions',
    client: `openai at ${baseURL}`,
    model: 'gpt-5.5',
    providers,
    ask: ({ fetch }, ask) =>
      askChat(new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true }), ask),
    finish: { ordinary: 'stop', filtered: 'content_filter', refused: 'stop' },
    unsupported: [],
  }
}

testConformance(resource('https://example.services.ai.azure.com', official))
testConformance(resource('https://llm.test/microsoft-foundry', mounted))
