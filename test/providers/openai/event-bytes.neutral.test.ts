/** What openai's client makes of bytes that differ by little from ours: why ours are exactly as they are. */
import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { chatUrl, openaiOn, post, says } from '../../support/openai.ts'

async function bytesOf(stream: boolean): Promise<string> {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('One')] }))
  return (
    await llm.fetch(
      chatUrl,
      post({ ...says('Hi'), stream, ...(stream && { stream_options: { include_obfuscation: false } }) }),
    )
  ).text()
}

function clientOf(body: string): OpenAI {
  const fetch = async (): Promise<Response> => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  return openaiOn({ fetch })
}

async function read(body: string): Promise<unknown> {
  const deltas: unknown[] = []
  try {
    for await (const { choices } of await clientOf(body).chat.completions.create({ ...says('Hi'), stream: true }))
      deltas.push(choices[0]?.delta)
    return deltas
  } catch (error) {
    return (error as Error).constructor.name
  }
}

const deltas = [{ role: 'assistant', content: '', refusal: null }, { content: 'One' }, {}]

test('ours are read, and end in data: [DONE] and a blank line', async () => {
  const bytes = await bytesOf(true)
  expect(await read(bytes)).toEqual(deltas)
  expect(bytes.endsWith('}\n\ndata: [DONE]\n\n')).toBe(true)
})

test('a space after [DONE] makes the client throw', async () => {
  expect(await read((await bytesOf(true)).replace('[DONE]\n\n', '[DONE] \n\n'))).toBe('SyntaxError')
})

test('without a role frame the .stream() helper throws', async () => {
  const [, ...frames] = (await bytesOf(true)).split(/(?<=\n\n)/)
  await expect(clientOf(frames.join('')).chat.completions.stream(says('Hi')).finalChatCompletion()).rejects.toThrow(
    'missing role for choice 0',
  )
})

test('a body that fails with an AbortError is taken for the end, one that fails with a TypeError is not', async () => {
  const [first, second] = (await bytesOf(true)).split(/(?<=\n\n)/)
  const failing = (error: Error): typeof fetch => {
    const frames = [first, second]
    return async () => {
      const body = new ReadableStream({
        pull(controller) {
          const frame = frames.shift()
          if (frame === undefined) controller.error(error)
          else controller.enqueue(new TextEncoder().encode(frame))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
  }
  const outcomes: unknown[] = []
  for (const error of [new DOMException('gone', 'AbortError'), new TypeError('gone')]) {
    const seen: unknown[] = []
    try {
      const stream = await openaiOn({ fetch: failing(error) }).chat.completions.create({ ...says('Hi'), stream: true })
      for await (const { choices } of stream) seen.push(choices[0]?.delta)
      outcomes.push([seen.length, 'ended'])
    } catch (thrown) {
      outcomes.push([seen.length, (thrown as Error).constructor.name])
    }
  }
  expect(outcomes).toEqual([
    [2, 'ended'],
    [2, 'TypeError'],
  ])
})

test('the client asks for a stream in the body; its accept header says JSON either way', async () => {
  const llm = createLlmMock()
  llm.use(scenario('any', { responses: [text('One')], repeat: 'last' }))
  const client = openaiOn(llm)
  await client.chat.completions.create(says('Hi'))
  await client.chat.completions.stream(says('Hi')).done()
  expect(llm.journal.map(({ request }) => [request.stream, request.headers['accept']])).toEqual([
    [false, 'application/json'],
    [true, 'application/json'],
  ])
})
