/** What the official client makes of bytes that differ by little from ours: why ours are exactly as they are. */
import { ApiError } from '@google/genai'
import { expect, test } from 'vitest'
import { createLlmMock, fails, scenario, text } from 'msw-llm'
import { asks, geminiBody, geminiOn, geminiUrl } from '../../support/gemini.ts'

async function bytesOf(method: string): Promise<string> {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('One two')] }))
  return (await llm.fetch(geminiUrl(method), geminiBody('Hi'))).text()
}

async function read(body: string): Promise<unknown> {
  const fetch = async (): Promise<Response> => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const pieces: unknown[] = []
  try {
    for await (const response of await geminiOn({ fetch }).models.generateContentStream(asks('Hi')))
      pieces.push(response.text)
    return pieces
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}

test('ours are read', async () => {
  expect(await read(await bytesOf('streamGenerateContent?alt=sse'))).toEqual(['One', ' two'])
})

test('an array is not: the client asks for events alone', async () => {
  expect(await read(await bytesOf('streamGenerateContent'))).toBe('Incomplete JSON segment at the end')
})

test('without the blank line that ends the last event the client throws', async () => {
  const bytes = await bytesOf('streamGenerateContent?alt=sse')
  expect(await read(bytes.replace(/\r\n$/, ''))).toBe('Incomplete JSON segment at the end')
})

test('an end mark of its own, as other protocols have, makes the client throw', async () => {
  const bytes = await bytesOf('streamGenerateContent?alt=sse')
  expect(await read(`${bytes}data: [DONE]\r\n\r\n`)).toMatch(/JSON/)
})

/** @note The service sends an error to `alt=sse` as `text/event-stream`, and the client then wraps its body in another. */
test('an error is JSON, because the client keeps the status of no other', async () => {
  const messages: unknown[] = []
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [fails(503)], repeat: 'last' }))
  for (const contentType of [null, 'text/event-stream']) {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { status, headers, ...rest } = await llm.fetch(input, init).then(async (response) => ({
        status: response.status,
        headers: response.headers,
        body: await response.text(),
      }))
      return new Response(rest.body, {
        status,
        headers: { 'content-type': contentType ?? headers.get('content-type') ?? '' },
      })
    }
    try {
      await geminiOn({ fetch }).models.generateContentStream(asks('Hi'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      messages.push([error.status, (JSON.parse(error.message) as { error: { status: string } }).error.status])
    }
  }
  expect(messages).toEqual([
    [503, 'UNAVAILABLE'],
    [503, ''],
  ])
})
