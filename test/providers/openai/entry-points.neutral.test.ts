/** The ways in which openai's client reads chat completions. */
import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import {
  createLlmMock,
  filtered,
  json,
  refused,
  scenario,
  text,
  toolCalls,
  type FixtureResponse,
  type LlmMock,
} from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../../support/host.ts'
import { openaiOn, says } from '../../support/openai.ts'

function mockOf(...responses: FixtureResponse[]): LlmMock {
  const llm = createLlmMock()
  llm.use(scenario('entry', { responses }))
  return llm
}

const schema = {
  type: 'json_schema' as const,
  json_schema: {
    name: 'city',
    strict: true,
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

for (const host of hosts) {
  test(`${host.name}: .withResponse() shows headers and the request id`, async () => {
    await withHost(host, mockOf(text('Hello!')), async (connection) => {
      const { data, response, request_id } = await openaiOn(connection)
        .chat.completions.create(says('Hi'))
        .withResponse()
      expect(data).toEqual({
        id: 'chatcmpl-00000000000000000000000000001',
        object: 'chat.completion',
        created: 1_767_225_601,
        model: 'gpt-5.5',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'Hello!', refusal: null, annotations: [] },
            logprobs: null,
            finish_reason: 'stop',
          },
        ],
        usage: {
          prompt_tokens: 1,
          completion_tokens: 2,
          total_tokens: 3,
          prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
          completion_tokens_details: {
            reasoning_tokens: 0,
            audio_tokens: 0,
            accepted_prediction_tokens: 0,
            rejected_prediction_tokens: 0,
          },
        },
        service_tier: 'default',
        system_fingerprint: 'fp_0000000000',
      })
      expect(request_id).toBe('req_00000000000000000000000000000001')
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('9999')
    })
  })

  test(`${host.name}: the .stream() helper gives the same text as JSON`, async () => {
    await withHost(host, mockOf(text('One two three'), text('One two three')), async (connection) => {
      const client = openaiOn(connection)
      const stream = client.chat.completions.stream({ ...says('Hi'), stream_options: { include_usage: true } })
      const deltas: string[] = []
      stream.on('content', (delta) => deltas.push(delta))
      const streamed = await stream.finalChatCompletion()
      const whole = await client.chat.completions.create(says('Hi'))
      expect(deltas).toEqual(['One', ' two', ' three'])
      expect(streamed.choices[0]?.message.content).toBe('One two three')
      expect(streamed.choices[0]?.finish_reason).toBe('stop')
      expect(streamed.usage).toEqual(whole.usage)
    })
  })

  test(`${host.name}: the .stream() helper joins a refusal in three pieces`, async () => {
    const refusal = refused('I cannot help.', { streamChunks: ['I ', 'cannot ', 'help.'] })
    await withHost(host, mockOf(refusal), async (connection) => {
      const stream = openaiOn(connection).chat.completions.stream(says('Hi'))
      const deltas: string[] = []
      stream.on('refusal.delta', ({ delta }) => deltas.push(delta))
      const { message, finish_reason } = (await stream.finalChatCompletion()).choices[0]!
      expect(deltas.filter((delta) => delta !== '')).toEqual(['I ', 'cannot ', 'help.'])
      expect([message.refusal, message.content, finish_reason]).toEqual(['I cannot help.', null, 'stop'])
    })
  })

  test(`${host.name}: .parse() reads structured output, and gives a permitted refusal with no parsed value`, async () => {
    const refusal = refused('I cannot help.', { requests: ['structured_output'] })
    await withHost(host, mockOf(json({ city: 'Oslo' }), refusal), async (connection) => {
      const client = openaiOn(connection)
      const parsed = await client.chat.completions.parse({ ...says('Hi'), response_format: schema })
      const declined = await client.chat.completions.parse({ ...says('Hi'), response_format: schema })
      expect(JSON.parse(parsed.choices[0]!.message.content!)).toEqual({ city: 'Oslo' })
      expect(declined.choices[0]!.message).toMatchObject({ refusal: 'I cannot help.', content: null, parsed: null })
    })
  })

  test(`${host.name}: .parse() throws on a filtered answer, and create() does not`, async () => {
    const cut = filtered('{"ci', { requests: ['structured_output'] })
    await withHost(host, mockOf(cut, cut), async (connection) => {
      const client = openaiOn(connection)
      const read = await client.chat.completions.create({ ...says('Hi'), response_format: schema })
      expect(read.choices[0]).toMatchObject({ finish_reason: 'content_filter', message: { content: '{"ci' } })
      await expect(client.chat.completions.parse({ ...says('Hi'), response_format: schema })).rejects.toThrow(
        'Could not parse response content as the request was rejected by the content filter',
      )
    })
  })

  test(`${host.name}: runTools() runs to an ordinary answer`, async () => {
    await withHost(host, mockOf(text('No tool needed.')), async (connection) => {
      const runner = openaiOn(connection).chat.completions.runTools({
        ...says('Hi'),
        tools: [
          {
            type: 'function',
            function: { name: 'look', function: () => 'nothing', parse: JSON.parse, description: '', parameters: {} },
          },
        ],
      })
      expect(await runner.finalContent()).toBe('No tool needed.')
    })
  })

  test(`${host.name}: runTools() calls the tool that the answer asks for, and ends with the text after it`, async () => {
    const llm = mockOf(toolCalls([{ name: 'look', arguments: { where: 'here' } }]), text('Found it.'))
    await withHost(host, llm, async (connection) => {
      const looked: unknown[] = []
      const look = (args: unknown): string => {
        looked.push(args)
        return 'a key'
      }
      const runner = openaiOn(connection).chat.completions.runTools({
        ...says('Hi'),
        stream: true,
        tools: [
          {
            type: 'function',
            function: { name: 'look', function: look, parse: JSON.parse, description: '', parameters: {} },
          },
        ],
      })
      expect(await runner.finalContent()).toBe('Found it.')
      expect(looked).toEqual([{ where: 'here' }])
      expect(llm.journal[1]!.request.messages.slice(1)).toEqual([
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'call_000000000000000000000100', name: 'look', arguments: { where: 'here' } }],
        },
        { role: 'tool', content: 'a key', toolCallId: 'call_000000000000000000000100' },
      ])
    })
  })

  test(`${host.name}: two choices are the same streamed and whole, each with its own end`, async () => {
    const both = text('One two', { choices: [{ content: 'No.', outputDisposition: { kind: 'refused' } }] })
    await withHost(host, mockOf(both, both), async (connection) => {
      const client = openaiOn(connection)
      const streamed = await client.chat.completions.stream({ ...says('Hi'), n: 2 }).finalChatCompletion()
      const whole = await client.chat.completions.create({ ...says('Hi'), n: 2 })
      const ends = [streamed, whole].map(({ choices }) =>
        choices.map(({ index, message, finish_reason }) => [index, message.content, message.refusal, finish_reason]),
      )
      const expected = [
        [0, 'One two', null, 'stop'],
        [1, null, 'No.', 'stop'],
      ]
      expect(ends).toEqual([expected, expected])
    })
  })

  test(`${host.name}: a history that holds the client's own refusal message is read as a refusal`, async () => {
    const llm = mockOf(refused('No.'), text('Then this.'))
    await withHost(host, llm, async (connection) => {
      const client = openaiOn(connection)
      const first = await client.chat.completions.create(says('Hi'))
      const messages: OpenAI.ChatCompletionMessageParam[] = [
        { role: 'user', content: 'Hi' },
        first.choices[0]!.message,
        { role: 'user', content: 'Else?' },
      ]
      await client.chat.completions.create({ model: 'gpt-5.5', messages })
      expect(llm.journal[1]!.request.messages).toEqual([
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } },
        { role: 'user', content: 'Else?' },
      ])
    })
  })
}
