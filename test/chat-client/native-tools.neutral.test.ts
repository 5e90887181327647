/** Tool calls and reasoning in the forms that the mock does not serve: as recorded from the providers. */
import { expect, test } from 'vitest'
import type { ChatPart } from 'msw-llm/chat-client'
import { anthropic, gemini, openai, readEvents, readJson, responses } from './replies.ts'
import { responseOf } from './targets.ts'

const weather: ChatPart = { type: 'tool-call', id: 'call_1', name: 'weather', arguments: { city: 'Jena' } }
const clock: ChatPart = { type: 'tool-call', id: 'call_2', name: 'clock', arguments: {} }

test('Responses: reasoning, a text, and two calls', async () => {
  const item = (id: string, name: string, given: string) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: given,
  })
  const output = [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Let me think.' }] },
    { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'One moment.' }] },
    item('call_1', 'weather', '{"city":"Jena"}'),
    item('call_2', 'clock', '{}'),
  ]
  const usage = { input_tokens: 3, output_tokens: 9, total_tokens: 12 }
  const response = { id: 'resp_1', status: 'completed', error: null, incomplete_details: null, output, usage }
  const whole = responseOf(
    'resp_1',
    [{ type: 'reasoning', text: 'Let me think.' }, { type: 'text', text: 'One moment.' }, weather, clock],
    ['tool_calls', 'completed'],
    [3, 9],
  )
  expect(await readJson(responses, response)).toEqual(whole)

  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
    { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Let me ' },
    { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'think.' },
    { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'One moment.' },
    { type: 'response.output_item.added', output_index: 2, item: item('call_1', 'weather', '') },
    { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"city":' },
    { type: 'response.output_item.added', output_index: 3, item: item('call_2', 'clock', '') },
    { type: 'response.function_call_arguments.delta', output_index: 3, delta: '{}' },
    { type: 'response.function_call_arguments.delta', output_index: 2, delta: '"Jena"}' },
    { type: 'response.function_call_arguments.done', output_index: 2, arguments: '{"city":"Jena"}' },
    { type: 'response.completed', response },
  ]
  expect(await readEvents(responses, events)).toEqual([
    { type: 'reasoning-delta', text: 'Let me ' },
    { type: 'reasoning-delta', text: 'think.' },
    { type: 'text-delta', text: 'One moment.' },
    weather,
    clock,
    { type: 'finish', response: whole },
  ])
})

test('Responses: an end that says all, behind a stream without deltas', async () => {
  const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Hi.' }] }]
  const response = { id: 'resp_1', status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output }
  const whole = responseOf('resp_1', [{ type: 'text', text: 'Hi.' }], ['length', 'max_output_tokens'], [null, null])
  expect(await readEvents(responses, [{ type: 'response.incomplete', response }])).toEqual([
    { type: 'text-delta', text: 'Hi.' },
    { type: 'finish', response: whole },
  ])
})

test('Anthropic: thinking, a text, and two calls', async () => {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'c' }
  const usage = { input_tokens: 3, cache_creation_input_tokens: 4, cache_read_input_tokens: 5, output_tokens: 9 }
  const whole = responseOf(
    'msg_1',
    [{ type: 'reasoning', text: 'Let me think.' }, { type: 'text', text: 'One moment.' }, weather, clock],
    ['tool_calls', 'tool_use'],
    [12, 9],
  )
  const content = [
    { type: 'thinking', thinking: 'Let me think.', signature: 'abc' },
    { type: 'text', text: 'One moment.' },
    { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Jena' } },
    { type: 'tool_use', id: 'call_2', name: 'clock', input: {} },
  ]
  expect(
    await readJson(anthropic, { ...message, content, stop_reason: 'tool_use', stop_details: null, usage }),
  ).toEqual(whole)

  const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
  const delta = (index: number, given: object) => ({ type: 'content_block_delta', index, delta: given })
  const stop = (index: number) => ({ type: 'content_block_stop', index })
  const events = [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    },
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    { type: 'ping' },
    delta(0, { type: 'thinking_delta', thinking: 'Let me think.' }),
    delta(0, { type: 'signature_delta', signature: 'abc' }),
    stop(0),
    start(1, { type: 'text', text: '' }),
    delta(1, { type: 'text_delta', text: 'One moment.' }),
    stop(1),
    start(2, { type: 'tool_use', id: 'call_1', name: 'weather', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '' }),
    delta(2, { type: 'input_json_delta', partial_json: '{"city":' }),
    delta(2, { type: 'input_json_delta', partial_json: '"Jena"}' }),
    stop(2),
    start(3, { type: 'tool_use', id: 'call_2', name: 'clock', input: {} }),
    delta(3, { type: 'input_json_delta', partial_json: '' }),
    stop(3),
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { input_tokens: null, output_tokens: 9 },
    },
    { type: 'message_stop' },
  ]
  expect(await readEvents(anthropic, events)).toEqual([
    { type: 'reasoning-delta', text: 'Let me think.' },
    { type: 'text-delta', text: 'One moment.' },
    weather,
    clock,
    { type: 'finish', response: whole },
  ])
})

test('Gemini: thoughts, a text, and calls with ids of their own and without', async () => {
  const parts = [
    { text: 'Let me think.', thought: true },
    { text: 'One moment.' },
    { functionCall: { id: 'call_1', name: 'weather', args: { city: 'Jena' } }, thoughtSignature: 'abc' },
    { functionCall: { name: 'clock' } },
    { functionCall: { name: 'clock' }, thoughtSignature: 'def' },
  ]
  const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 4, thoughtsTokenCount: 5, totalTokenCount: 12 }
  const whole = responseOf(
    'r1',
    [
      { type: 'reasoning', text: 'Let me think.' },
      { type: 'text', text: 'One moment.' },
      { ...weather, id: 'call_1##abc' },
      { ...clock, id: 'r1#1' },
      { ...clock, id: 'r1#2#def' },
    ],
    ['tool_calls', 'STOP'],
    [3, 9],
  )
  const body = { responseId: 'r1', usageMetadata }
  expect(
    await readJson(gemini, { ...body, candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP' }] }),
  ).toEqual(whole)

  const frames = parts.map((part, index) => ({
    responseId: 'r1',
    candidates: [{ content: { parts: [part] }, ...(index === parts.length - 1 && { finishReason: 'STOP' }) }],
    usageMetadata: index === parts.length - 1 ? usageMetadata : { promptTokenCount: 3, totalTokenCount: 3 },
  }))
  expect(await readEvents(gemini, frames)).toEqual([
    { type: 'reasoning-delta', text: 'Let me think.' },
    { type: 'text-delta', text: 'One moment.' },
    { ...weather, id: 'call_1##abc' },
    { ...clock, id: 'r1#1' },
    { ...clock, id: 'r1#2#def' },
    { type: 'finish', response: whole },
  ])
})

test('chat completions: reasoning, calls in turn, and arguments that are no JSON', async () => {
  const delta = (given: object) => ({ id: 'c1', choices: [{ index: 0, delta: given, finish_reason: null }] })
  const piece = (index: number, text: string) => delta({ tool_calls: [{ index, function: { arguments: text } }] })
  const call = (index: number, id: string, name: string) =>
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
  const updates = await readEvents(openai, [
    delta({ role: 'assistant', content: null, reasoning_content: '' }),
    delta({ content: null, reasoning_content: 'Let me think.' }),
    call(0, 'call_1', 'weather'),
    piece(0, '{"city":"Jena"}'),
    call(1, 'call_2', 'clock'),
    piece(1, '{"cut":'),
    { id: 'c1', choices: [{ index: 0, delta: {}, finish_reason: 'length' }] },
    '[DONE]',
  ])
  const parts: readonly ChatPart[] = [
    { type: 'reasoning', text: 'Let me think.' },
    weather,
    { ...clock, arguments: '{"cut":' },
  ]
  expect(updates).toEqual([
    { type: 'reasoning-delta', text: 'Let me think.' },
    parts[1],
    parts[2],
    { type: 'finish', response: responseOf('c1', parts, ['length', 'length'], [null, null]) },
  ])
})
