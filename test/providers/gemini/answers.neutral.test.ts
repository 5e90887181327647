/** How the official client reads what can become of an answer. */
import type { GenerateContentResponse } from '@google/genai'
import { expect, test } from 'vitest'
import {
  createLlmMock,
  filtered,
  gemini,
  promptBlocked,
  scenario,
  text,
  type FixtureResponse,
  type LlmMock,
} from 'msw-llm'
import { hosts } from '#hosts'
import { asks, geminiOn } from '../../support/gemini.ts'
import { withHost } from '../../support/host.ts'

function mockOf(...responses: FixtureResponse[]): LlmMock {
  const llm = createLlmMock()
  llm.use(scenario('answers', { responses }))
  return llm
}

async function collect(stream: AsyncIterable<GenerateContentResponse>): Promise<readonly GenerateContentResponse[]> {
  const received: GenerateContentResponse[] = []
  for await (const response of stream) received.push(response)
  return received
}

/** What the client gives of a response, without the HTTP headers that it adds. */
function fieldsOf(response: GenerateContentResponse): unknown {
  const { sdkHttpResponse: _, ...fields } = response
  return { ...fields, text: response.text }
}

const identity = { modelVersion: 'gemini-2.5-flash', responseId: '0000000000000000000001' }
const usage = (prompt: number, candidates?: number): unknown => ({
  promptTokenCount: prompt,
  ...(candidates !== undefined && { candidatesTokenCount: candidates }),
  totalTokenCount: prompt + (candidates ?? 0),
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: prompt }],
  serviceTier: 'standard',
})
const blocked = [
  { category: 'HARM_CATEGORY_HATE_SPEECH', probability: 'LOW', blocked: true },
  { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'NEGLIGIBLE' },
  { category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE' },
  { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', probability: 'NEGLIGIBLE' },
]

/** The terminal candidates, as the client shows them; it drops `finishMessage` and renames the citations. */
const ends: readonly [string, FixtureResponse, unknown][] = [
  ['SAFETY', filtered('The story'), { safetyRatings: blocked }],
  [
    'RECITATION',
    text('The story', { finishReason: 'RECITATION' }),
    { citationMetadata: { citations: [{ startIndex: 0, endIndex: 9, uri: 'https://example.com/' }] } },
  ],
  ['PROHIBITED_CONTENT', text('The story', { finishReason: 'PROHIBITED_CONTENT' }), {}],
  ['BLOCKLIST', text('The story', { finishReason: 'BLOCKLIST' }), {}],
  ['SPII', text('The story', { finishReason: 'SPII' }), {}],
  ['MALFORMED_FUNCTION_CALL', text('The story', { finishReason: 'MALFORMED_FUNCTION_CALL' }), {}],
]

for (const host of hosts) {
  test(`${host.name}: an answer whole`, async () => {
    await withHost(host, mockOf(text('Hello there')), async (connection) => {
      const response = await geminiOn(connection).models.generateContent(asks('Hi'))
      expect(fieldsOf(response)).toEqual({
        candidates: [{ content: { parts: [{ text: 'Hello there' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
        usageMetadata: usage(1, 3),
        ...identity,
        text: 'Hello there',
      })
      expect(response.sdkHttpResponse?.headers?.['server-timing']).toBe('gfet4t7; dur=1')
    })
  })

  test(`${host.name}: an answer in frames`, async () => {
    await withHost(host, mockOf(text('Hello there', { finishReason: 'length' })), async (connection) => {
      const received = await collect(await geminiOn(connection).models.generateContentStream(asks('Hi')))
      expect(received.map(fieldsOf)).toEqual([
        {
          candidates: [{ content: { parts: [{ text: 'Hello' }], role: 'model' }, index: 0 }],
          usageMetadata: usage(1),
          ...identity,
          text: 'Hello',
        },
        {
          candidates: [
            { content: { parts: [{ text: ' there' }], role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 },
          ],
          usageMetadata: usage(1, 3),
          ...identity,
          text: ' there',
        },
      ])
    })
  })

  test(`${host.name}: an empty answer has an empty text`, async () => {
    await withHost(host, mockOf(text(''), text('')), async (connection) => {
      const client = geminiOn(connection)
      const whole = await client.models.generateContent(asks('Hi'))
      const received = await collect(await client.models.generateContentStream(asks('Hi')))
      expect([whole.text, received.map((response) => response.text)]).toEqual(['', ['']])
    })
  })

  for (const [finishReason, response, more] of ends) {
    test(`${host.name}: ${finishReason} has no text as JSON, and keeps the prefix that was streamed`, async () => {
      await withHost(host, mockOf(response, response), async (connection) => {
        const client = geminiOn(connection)
        const end = { candidates: [{ finishReason, index: 0, ...(more as object) }], usageMetadata: usage(1, 3) }
        const whole = await client.models.generateContent(asks('Hi'))
        expect(fieldsOf(whole)).toEqual({ ...end, ...identity, text: undefined })
        const received = await collect(await client.models.generateContentStream(asks('Hi')))
        expect(received.map((part) => part.text)).toEqual(['The', ' story', undefined])
        expect(fieldsOf(received.at(-1)!)).toEqual({
          ...end,
          ...identity,
          responseId: '0000000000000000000002',
          text: undefined,
        })
        await connection.llm.settled()
        connection.llm.verify({ terminalMarkers: true })
        expect(connection.llm.journal.map((entry) => [entry.outcome, entry.response.content])).toEqual(
          [1, 2].map(() => [finishReason === 'SAFETY' ? 'filtered' : 'ordinary', 'The story']),
        )
      })
    })
  }

  test(`${host.name}: safetyContent 'empty' gives a blocked candidate an empty content, and as little text`, async () => {
    const llm = createLlmMock({ providers: [gemini({ safetyContent: 'empty' })] })
    llm.use(scenario('answers', { responses: [filtered('The'), filtered()] }))
    await withHost(host, llm, async (connection) => {
      const client = geminiOn(connection)
      const whole = await client.models.generateContent(asks('Hi'))
      const received = await collect(await client.models.generateContentStream(asks('Hi')))
      const seen = [whole, ...received].map((part) => [part.candidates?.[0]?.content, part.text])
      expect(seen).toEqual([
        [{}, undefined],
        [{}, undefined],
      ])
    })
  })

  test(`${host.name}: a blocked prompt has no candidates, and is one frame that ends the stream`, async () => {
    const llm = mockOf(promptBlocked(), promptBlocked({ blockReason: 'SAFETY' }))
    await withHost(host, llm, async (connection) => {
      const client = geminiOn(connection)
      const whole = await client.models.generateContent(asks('Hi there'))
      const received = await collect(await client.models.generateContentStream(asks('Hi there')))
      const usageMetadata = { promptTokenCount: 2, totalTokenCount: 2 }
      expect([whole, ...received].map(fieldsOf)).toEqual(
        ['PROHIBITED_CONTENT', 'SAFETY'].map((blockReason) => ({
          promptFeedback: { blockReason },
          usageMetadata,
          text: undefined,
        })),
      )
      await llm.settled()
      llm.verify({ terminalMarkers: true })
      expect(
        llm.journal.map(({ outcome, response: { status, usage: counted }, delivery }) => [
          outcome,
          status,
          counted.inputTokens,
          counted.totalTokens,
          delivery.terminalMarkerObserved,
        ]),
      ).toEqual([
        ['prompt_blocked', 200, 2, 2, null],
        ['prompt_blocked', 200, 2, 2, true],
      ])
    })
  })

  test(`${host.name}: thoughts are counted beside the candidates`, async () => {
    const counted = { inputTokens: 8, outputTokens: 27, reasoningTokens: 20, cachedInputTokens: 4 }
    await withHost(host, mockOf(text('1, 2, 3', { usage: counted })), async (connection) => {
      const { usageMetadata } = await geminiOn(connection).models.generateContent(asks('Count from 1 to 3'))
      expect(usageMetadata).toEqual({
        promptTokenCount: 8,
        candidatesTokenCount: 7,
        totalTokenCount: 35,
        cachedContentTokenCount: 4,
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: 8 }],
        cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 4 }],
        thoughtsTokenCount: 20,
        serviceTier: 'standard',
      })
      expect(connection.llm.journal[0]?.response.usage).toMatchObject({ ...counted, totalTokens: 35 })
    })
  })
}

test('refuses another value of safetyContent, and options that are none', () => {
  expect(() => gemini({ safetyContent: 'none' as never })).toThrow(
    new TypeError(`gemini() takes 'absent' or 'empty' as safetyContent, and got "none".`),
  )
  expect(() => gemini({ endpoint: 'https://x.test' } as never)).toThrow(
    new TypeError('gemini() has no option "endpoint"; its options are baseURL, safetyContent.'),
  )
})
