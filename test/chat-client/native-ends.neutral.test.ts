/** How answers end in the forms that are recorded or documented, and the mock does not serve. */
import { expect, test } from 'vitest'
import type { JsonValue } from 'msw-llm'
import { ChatHttpError, ChatStreamError, type ChatResponse } from 'msw-llm/chat-client'
import {
  anthropic,
  answering,
  eventStream,
  gemini,
  lastOf,
  openai,
  readEvents,
  readJson,
  readStream,
  responses,
  targetOf,
} from './replies.ts'
import { hi, updatesOf } from './read.ts'
import { clientOf, responseOf, type ClientTarget } from './targets.ts'

type Finish = readonly [ChatResponse['finishReason'], string | null]

function finishOf({ finishReason, nativeFinishReason }: ChatResponse): Finish {
  return [finishReason, nativeFinishReason]
}

const bodies: readonly (readonly [ClientTarget, (reason: string) => JsonValue, Readonly<Record<string, Finish[0]>>])[] =
  [
    [
      openai,
      (reason) => ({ choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: reason }] }),
      {
        stop: 'stop',
        length: 'length',
        tool_calls: 'tool_calls',
        function_call: 'tool_calls',
        content_filter: 'content_filter',
        insufficient_system_resource: 'other',
      },
    ],
    [
      responses,
      (reason) => ({ status: 'incomplete', incomplete_details: { reason }, output: [] }),
      { max_output_tokens: 'length', content_filter: 'content_filter', steered: 'other' },
    ],
    [
      anthropic,
      (reason) => ({ content: [], stop_reason: reason }),
      {
        end_turn: 'stop',
        stop_sequence: 'stop',
        max_tokens: 'length',
        model_context_window_exceeded: 'length',
        tool_use: 'tool_calls',
        refusal: 'refusal',
        pause_turn: 'other',
      },
    ],
    [
      gemini,
      (reason) => ({ candidates: [{ finishReason: reason }] }),
      {
        STOP: 'stop',
        MAX_TOKENS: 'length',
        SAFETY: 'content_filter',
        RECITATION: 'content_filter',
        PROHIBITED_CONTENT: 'content_filter',
        BLOCKLIST: 'content_filter',
        SPII: 'content_filter',
        IMAGE_SAFETY: 'content_filter',
        MALFORMED_FUNCTION_CALL: 'other',
        LANGUAGE: 'other',
        OTHER: 'other',
      },
    ],
  ]

test.each(bodies)('$0.route: each native word has a common one', async (target, bodyOf, words) => {
  const found: Record<string, Finish> = {}
  for (const word of Object.keys(words)) found[word] = finishOf(await readJson(target, bodyOf(word)))
  expect(found).toEqual(Object.fromEntries(Object.entries(words).map(([word, common]) => [word, [common, word]])))
})

test('Azure: a blocked answer without a message, and one whose refusal was filtered', async () => {
  const usage = { prompt_tokens: 23, completion_tokens: 148, total_tokens: 171 }
  const blocked = { id: 'c1', choices: [{ finish_reason: 'content_filter', index: 0, logprobs: null }], usage }
  expect(await readJson(openai, blocked)).toEqual(responseOf('c1', [], ['content_filter', 'content_filter'], [23, 148]))
  const message = { role: 'assistant', content: null, refusal: 'No.' }
  const refused = { id: 'c1', choices: [{ finish_reason: 'content_filter', index: 0, message }], usage: null }
  expect(await readJson(openai, refused)).toEqual(
    responseOf(
      'c1',
      [{ type: 'error', code: 'Refusal', message: 'No.' }],
      ['content_filter', 'content_filter'],
      [null, null],
    ),
  )
})

test('Foundry: blocked answers and prompts that come as HTTP 400', async () => {
  const inference = targetOf('POST /microsoft-foundry/models/chat/completions')
  const completion = {
    id: 'c1',
    choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'content_filter' }],
    usage: { prompt_tokens: 55, total_tokens: 55 },
  }
  const blocked = responseOf('c1', [], ['content_filter', 'content_filter'], [55, 0])
  expect(await readJson(inference, completion, { status: 400 })).toEqual(blocked)
  const updates = await updatesOf(clientOf(inference, answering(JSON.stringify(completion), { status: 400 })))
  expect(updates).toEqual([{ type: 'finish', response: blocked }])

  const flat = { status: 400, code: 'content_filter', message: 'The response was filtered', param: 'messages' }
  const prompt = responseOf('', [], ['content_filter', 'content_filter'], [null, null])
  expect(await readJson(inference, flat, { status: 400 })).toEqual(prompt)
})

test('Azure Responses: a blocked prompt that is streamed as an incomplete answer', async () => {
  const response = { id: 'r1', status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] }
  const said = "I'm sorry, but I cannot assist with that request."
  const events = [
    { type: 'response.created', response: { id: 'r1', status: 'in_progress' } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: said },
    { type: 'response.incomplete', response },
  ]
  const parts = [{ type: 'text', text: said }] as const
  expect(await lastOf(readEvents(responses, events))).toEqual(
    responseOf('r1', parts, ['content_filter', 'content_filter'], [null, null]),
  )
})

const chunk = (delta: object, finish_reason: string | null = null): object => ({
  id: 'c1',
  choices: [{ index: 0, delta: { ...delta }, finish_reason }],
})
const parts = [{ type: 'text', text: 'Hi' }] as const
const done = responseOf('c1', parts, ['stop', 'stop'], [null, null])

test('an end mark with a blank behind it, without a blank line, or without a line ending at all', async () => {
  const body = eventStream([chunk({ content: 'Hi' }), chunk({}, 'stop')])
  for (const mark of ['data: [DONE] \n\n', 'data: [DONE]\n', 'data:[DONE]']) {
    expect(await lastOf(readStream(openai, body + mark))).toEqual(done)
  }
  const last = `data: ${JSON.stringify({ type: 'message_stop' })}`
  expect(finishOf(await lastOf(readStream(anthropic, last)))).toEqual(['other', null])
})

test('frames without choices, of another choice, and an end mark where there should be none', async () => {
  const frames = [{ id: 'c1' }, chunk({ content: 'Hi' }), { choices: [{ index: 1, delta: { content: 'Ho' } }] }]
  expect(await lastOf(readEvents(openai, [...frames, chunk({}, 'stop'), '[DONE]']))).toEqual(done)
  const response = { id: 'r1', status: 'completed', output: [] }
  expect(finishOf(await lastOf(readEvents(responses, ['[DONE]', { type: 'response.completed', response }])))).toEqual([
    'stop',
    'completed',
  ])
})

test('a filtered stream without its end mark is filtered, also where it breaks off', async () => {
  const filtered = responseOf('c1', parts, ['content_filter', 'content_filter'], [null, null])
  const body = eventStream([chunk({ content: 'Hi' }), chunk({}, 'content_filter')])
  expect(await lastOf(readStream(openai, body))).toEqual(filtered)
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(body)),
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
  expect(await lastOf(readStream(openai, broken))).toEqual(filtered)
})

test('what comes behind the end mark is not read', async () => {
  const body = eventStream([chunk({ content: 'Hi' }), chunk({}, 'stop'), '[DONE]', '{"broken":'])
  expect(await lastOf(readStream(openai, body))).toEqual(done)
})

test('Gemini may say its end in several frames', async () => {
  const frame = (text: string, candidatesTokenCount: number) => ({
    responseId: 'r1',
    candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount, totalTokenCount: 1 + candidatesTokenCount },
  })
  expect(await lastOf(readEvents(gemini, [frame('H', 1), frame('i', 2)]))).toEqual(
    responseOf('r1', parts, ['stop', 'STOP'], [1, 2]),
  )
})

test('errors in streams, in every form', async () => {
  const codes: unknown[] = []
  const failing: readonly (readonly [ClientTarget, object])[] = [
    [openai, { error: { message: 'Down.', type: 'server_error', code: null, param: null } }],
    [openai, { error: 'Down.' }],
    [responses, { type: 'error', sequence_number: 2, error: { type: 'tokens', code: 'rate_limit_exceeded' } }],
    [responses, { type: 'error', code: 'server_error', message: 'Down.', param: null }],
    [responses, { type: 'response.failed', response: { error: { code: 'server_error', message: 'Down.' } } }],
    [anthropic, { type: 'error', error: { details: null, type: 'overloaded_error', message: 'Down.' } }],
    [gemini, { error: { code: 503, message: 'Down.', status: 'UNAVAILABLE' } }],
    [gemini, { error: { code: 503, message: 'Down.' } }],
  ]
  for (const [target, event] of failing) {
    const error = await readEvents(target, [event]).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ChatStreamError)
    codes.push((error as ChatStreamError).code)
  }
  expect(codes).toEqual([
    'server_error',
    null,
    'rate_limit_exceeded',
    'server_error',
    'server_error',
    'overloaded_error',
    'UNAVAILABLE',
    '503',
  ])
})

test('errors that come as an answer, in every form', async () => {
  const seen: unknown[] = []
  const failing: readonly (readonly [ClientTarget, JsonValue, number])[] = [
    [openai, { error: { message: 'Down.', code: 'server_error' } }, 200],
    [responses, { id: 'r1', status: 'failed', error: { code: 'server_error', message: 'Down.' }, output: [] }, 200],
    [gemini, [{ error: { code: 400, message: 'Bad.', status: 'INVALID_ARGUMENT' } }], 400],
    [openai, { error: 'Unauthorized' }, 401],
    [openai, { code: 'DeploymentNotFound', message: 'None.' }, 404],
    [openai, 'no', 500],
  ]
  for (const [target, body, status] of failing) {
    const error = await readJson(target, body, { status }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ChatHttpError)
    const { message, ...rest } = error as ChatHttpError
    seen.push([rest.status, rest.code, message.replace(/^.* failed with /, ''), rest.body === body])
    expect(rest.body).toEqual(body)
  }
  expect(seen.map((each) => (each as unknown[]).slice(0, 3))).toEqual([
    [200, 'server_error', 'HTTP 200: server_error: Down.'],
    [200, 'server_error', 'HTTP 200: server_error: Down.'],
    [400, 'INVALID_ARGUMENT', 'HTTP 400: INVALID_ARGUMENT: Bad.'],
    [401, null, 'HTTP 401: Unauthorized'],
    [404, 'DeploymentNotFound', 'HTTP 404: DeploymentNotFound: None.'],
    [500, null, 'HTTP 500'],
  ])
})

test('an event that is no JSON object, and a body that is none', async () => {
  for (const event of ['{"id":', '"Hi"', '[]', 'null']) {
    await expect(readStream(openai, `data: ${event}\n\n`)).rejects.toMatchObject({ code: 'malformed_event' })
  }
  await expect(readStream(openai, null)).rejects.toMatchObject({ code: 'incomplete_stream' })
  // Only a piece of an event, which its blank line would have ended.
  await expect(readStream(openai, 'data: {"id":"c1","choi')).rejects.toMatchObject({
    code: 'incomplete_stream',
    partial: responseOf('', [], ['other', null], [null, null]),
  })
})

test('a stream that breaks off says why', async () => {
  const cause = new TypeError('terminated')
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cause) })
  const error = await readStream(openai, body).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    name: 'ChatStreamError',
    code: 'network_error',
    message: "The stream of 'https://api.openai.com/v1/chat/completions' broke off",
    cause,
  })
  const whole = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cause) })
  expect(
    await clientOf(openai, answering(whole))
      .getResponse(hi)
      .catch((thrown: unknown) => thrown),
  ).toBe(cause)
})
