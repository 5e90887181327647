import { ApiError, GoogleGenAI, type GenerateContentResponse } from '@google/genai'
import { ApiError as ApiError2, GoogleGenAI as GoogleGenAI2 } from 'genai2'
import { gemini, mountAll } from 'msw-llm'
import { testConformance } from './suite.ts'
import type { Connection } from '../support/host.ts'
import type { Ask, ConformanceTarget, Reading } from './target.ts'

type Call = { model: string; contents: string }
/** What both majors of the client have in common. */
interface Client {
  readonly models: {
    generateContent(call: Call): Promise<Received>
    generateContentStream(call: Call): Promise<AsyncIterable<Received>>
  }
}
type Received = Pick<GenerateContentResponse, 'text'> & {
  readonly candidates?: readonly { readonly finishReason?: string }[]
  readonly usageMetadata?: Pick<
    NonNullable<GenerateContentResponse['usageMetadata']>,
    'promptTokenCount' | 'candidatesTokenCount'
  >
}
type MakeClient = (fetch: Connection['fetch'], baseUrl: string | undefined) => Client

const model = 'gemini-2.5-flash'

/** Version 3 calls the API's `v1`. */
const version3: MakeClient = (fetch, baseUrl) =>
  new GoogleGenAI({ apiKey: 'test', httpOptions: { ...(fetch && { fetch }), ...(baseUrl && { baseUrl }) } })

/** Version 2 calls `v1beta`. */
const version2: MakeClient = (fetch, baseUrl) =>
  new GoogleGenAI2({ apiKey: 'test', httpOptions: { ...(fetch && { fetch }), ...(baseUrl && { baseUrl }) } })

async function askGemini(client: Client, { prompt, stream, model: asked = model }: Ask): Promise<Reading> {
  const call = { model: asked, contents: prompt }
  try {
    if (stream) return await readStream(await client.models.generateContentStream(call))
    return readAnswer([await client.models.generateContent(call)])
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof ApiError2)) throw error
    return { kind: 'failure', error: error.name, status: error.status, code: null }
  }
}

async function readStream(stream: AsyncIterable<Received>): Promise<Reading> {
  const received: Received[] = []
  for await (const response of stream) received.push(response)
  return readAnswer(received)
}

/** A part without text that ends an answer is no piece of it. */
function readAnswer(received: readonly Received[]): Reading {
  const pieces = received.flatMap(({ text, candidates }) =>
    text === undefined || (text === '' && candidates?.[0]?.finishReason !== undefined) ? [] : [text],
  )
  const last = received.at(-1)
  return {
    kind: 'answer',
    text: pieces.join(''),
    refusal: null,
    finish: last?.candidates?.[0]?.finishReason ?? null,
    pieces,
    usage: {
      input: last?.usageMetadata?.promptTokenCount ?? 0,
      output: last?.usageMetadata?.candidatesTokenCount ?? 0,
    },
  }
}

function target(
  client: string,
  stream: boolean,
  make: MakeClient,
  providers: ConformanceTarget['providers'],
  baseUrl?: string,
): ConformanceTarget {
  return {
    route: `POST /gemini/v1beta/models/{model}:${stream ? 'streamGenerateContent' : 'generateContent'}`,
    transports: [stream],
    client,
    model,
    providers,
    ask: ({ fetch }, ask) => askGemini(make(fetch, baseUrl), ask),
    finish: { ordinary: 'STOP', filtered: 'SAFETY', refused: '' },
    unsupported: ['refused'],
    filteredBodyWithoutText: true,
  }
}

for (const stream of [false, true]) {
  testConformance(target('@google/genai 3', stream, version3, () => [gemini()]))
  testConformance(target('@google/genai 2', stream, version2, () => [gemini()]))
  const everyProvider = (): ReturnType<typeof mountAll> => mountAll('https://llm.test')
  const baseUrl = 'https://llm.test/gemini'
  testConformance(target('@google/genai 3 under a prefix', stream, version3, everyProvider, baseUrl))
  testConformance(target('@google/genai 2 under a prefix', stream, version2, everyProvider, baseUrl))
}
