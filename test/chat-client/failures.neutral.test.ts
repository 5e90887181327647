/** What is a failure, and how it is thrown: by the provider's status, or by a stream that goes wrong. */
import { expect, test } from 'vitest'
import {
  createLlmMock,
  fails,
  raw,
  scenario,
  streamError,
  text,
  type FixtureResponse,
  type StreamDelivery,
} from 'msw-llm'
import { ChatHttpError, ChatStreamError, type ChatUpdate } from 'msw-llm/chat-client'
import { hosts } from '#hosts'
import { withHost, type TestHost } from '../support/host.ts'
import { hi, updatesOf, ways } from './read.ts'
import { clientOf, responseOf, targets, type ClientTarget } from './targets.ts'

/** So many frames come before the second piece of a text, and it. */
function secondPiece({ format, options: { provider }, route }: ClientTarget): number {
  switch (format) {
    case 'chat':
      return provider === 'azure-openai' || route.includes('/microsoft-foundry/openai') ? 4 : 3
    case 'responses':
      return 6
    case 'messages':
      return 5
    case 'contents':
      return 2
  }
}

const overloaded = {
  chat: 'server_error',
  responses: 'server_error',
  messages: 'overloaded_error',
  contents: 'UNAVAILABLE',
}

interface Fault {
  readonly delivery: (afterFrame: number) => StreamDelivery
  readonly code: (target: ClientTarget) => string
  /** Absent: the first two pieces. */
  readonly pieces?: readonly string[]
}

const all = ['One', ' two', ' three', ' four.']
const faults: readonly Fault[] = [
  { delivery: (afterFrame) => ({ fault: 'eof', afterFrame }), code: () => 'incomplete_stream' },
  { delivery: (afterFrame) => ({ fault: 'abort', afterFrame }), code: () => 'network_error' },
  { delivery: (afterFrame) => ({ fault: 'error', afterFrame }), code: ({ format }) => overloaded[format] },
  { delivery: (afterFrame) => ({ fault: 'malformed', afterFrame }), code: () => 'malformed_event' },
  { delivery: () => ({ fault: 'emptyBody' }), code: () => 'incomplete_stream', pieces: [] },
  { delivery: () => ({ fault: 'missingTerminalMarker' }), code: () => 'incomplete_stream', pieces: all },
]

/** What came before a stream failed. */
async function failureOf(
  host: TestHost,
  target: ClientTarget,
  response: FixtureResponse,
): Promise<{ readonly updates: readonly ChatUpdate[]; readonly error: unknown }> {
  const llm = createLlmMock()
  llm.use(scenario('faulty', { responses: [response] }))
  return withHost(host, llm, async (connection) => {
    const updates: ChatUpdate[] = []
    try {
      for await (const update of clientOf(target, connection).streamResponse(hi)) updates.push(update)
    } catch (error) {
      return { updates, error }
    }
    throw new Error('The stream did not fail')
  })
}

for (const host of hosts) {
  for (const target of targets) {
    for (const { delivery, code, pieces = all.slice(0, 2) } of faults) {
      const streamDelivery = delivery(secondPiece(target))

      test(`${target.route}: a stream with the fault ${streamDelivery.fault} is an error with what had come, on ${host.name}`, async () => {
        const { updates, error } = await failureOf(host, target, text(all.join(''), { streamDelivery }))
        expect(updates).toEqual(pieces.map((piece) => ({ type: 'text-delta', text: piece })))
        expect(error).toBeInstanceOf(ChatStreamError)
        const { name, code: said, partial } = error as ChatStreamError
        expect([name, said]).toEqual(['ChatStreamError', code(target)])
        expect([partial.text, partial.message.content, partial.parts]).toEqual([
          pieces.join(''),
          partial.parts,
          pieces.length === 0 ? [] : [{ type: 'text', text: pieces.join('') }],
        ])
      })
    }

    for (const { name, ask } of ways) {
      test(`${target.route}: a failure is an error with status, code and body, ${name}, on ${host.name}`, async () => {
        const llm = createLlmMock()
        llm.use(scenario('busy', { responses: [fails(429, { message: 'Slow down.' }), text('Now.')] }))
        await withHost(host, llm, async (connection) => {
          const error = await ask(clientOf(target, connection)).catch((thrown: unknown) => thrown)
          expect(error).toBeInstanceOf(ChatHttpError)
          const { status, code, body, message } = error as ChatHttpError
          expect([status, code]).toEqual([429, busyCode(target)])
          expect(message).toMatch(/^The request to 'https:\/\/[^?']+' failed with HTTP 429: .*Slow down\.$/)
          expect(body).toMatchObject({ error: { message: 'Slow down.' } })
          // It is not retried.
          expect(llm.journal).toHaveLength(1)
        })
      })
    }

    test(`${target.route}: a connection that fails rejects as fetch does, on ${host.name}`, async () => {
      const llm = createLlmMock()
      llm.use(
        scenario('gone', { responses: [text('Hi', { streamDelivery: { fault: 'connectionFailed' } })], repeat: 'all' }),
      )
      await withHost(host, llm, async (connection) => {
        for (const { ask } of ways) await expect(ask(clientOf(target, connection))).rejects.toBeInstanceOf(TypeError)
      })
    })

    test(`${target.route}: an answer that is no JSON is a failure, on ${host.name}`, async () => {
      if (target.streamsAlways === true) return
      const llm = createLlmMock()
      const page = raw({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' })
      llm.use(scenario('bytes', { responses: [page, raw({ body: '{"id":' }), raw({ body: '[1]' })] }))
      await withHost(host, llm, async (connection) => {
        const client = clientOf(target, connection)
        const seen: unknown[] = []
        for (const _ of [1, 2, 3]) {
          const error = await client.getResponse(hi).catch((thrown: unknown) => thrown)
          const { name, status, code, body } = error as ChatHttpError
          seen.push([name, status, code, body])
        }
        expect(seen).toEqual([
          ['ChatHttpError', 502, null, '<h1>Bad gateway</h1>'],
          ['ChatHttpError', 200, 'unreadable_body', '{"id":'],
          ['ChatHttpError', 200, 'unreadable_body', [1]],
        ])
      })
    })
  }
}

function busyCode({ format, options: { provider }, route }: ClientTarget): string {
  if (format === 'messages') return 'rate_limit_error'
  if (format === 'contents') return 'RESOURCE_EXHAUSTED'
  if (provider === 'openai') return 'rate_limit_exceeded'
  if (provider === 'deepseek') return 'invalid_request_error'
  return provider === 'azure-openai' || route.includes('/openai/') ? '429' : 'RateLimitReached'
}

test('a finish reason that a stream leaves out is another one than any', async () => {
  for (const target of targets.filter(({ format }) => format === 'chat' || format === 'messages')) {
    const llm = createLlmMock()
    const response = text('Hi', { streamDelivery: { fault: 'missingFinishReason' } })
    llm.use(scenario('open', { responses: [response] }))
    const [delta, finish] = await updatesOf(clientOf(target, { fetch: llm.fetch }))
    expect([delta, finish]).toEqual([
      { type: 'text-delta', text: 'Hi' },
      {
        type: 'finish',
        response: responseOf(expect.stringMatching(target.id), [{ type: 'text', text: 'Hi' }], ['other', null], [1, 1]),
      },
    ])
  }
})

test('an error in a stream that is the word of a policy ends the answer', async () => {
  for (const target of targets.filter(({ format }) => format === 'chat' || format === 'responses')) {
    const llm = createLlmMock()
    const streamDelivery = streamError({ afterFrame: secondPiece(target), code: 'content_filter', message: 'Stopped.' })
    llm.use(scenario('stopped', { responses: [text(all.join(''), { streamDelivery })] }))
    const finish = (await updatesOf(clientOf(target, { fetch: llm.fetch }))).at(-1)
    expect(finish).toMatchObject({
      response: { text: 'One two', finishReason: 'content_filter', nativeFinishReason: 'content_filter', usage: null },
    })
  }
})
