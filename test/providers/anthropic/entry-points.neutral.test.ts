/** The ways in which Anthropic's clients read messages. */
import { AnthropicError, type Anthropic } from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import {
  createLlmMock,
  json,
  promptBlocked,
  refused,
  scenario,
  text,
  type Config,
  type FixtureResponse,
  type LlmMock,
} from 'msw-llm'
import { hosts } from '#hosts'
import { anthropic0On, anthropicOn, says } from '../../support/anthropic.ts'
import { withHost } from '../../support/host.ts'

function mockOf(responses: readonly FixtureResponse[], config: Config = {}): LlmMock {
  const llm = createLlmMock({ config })
  llm.use(scenario('entry', { responses }))
  return llm
}

const format = {
  type: 'json_schema' as const,
  schema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

function usageOf(input: number, output: number): object {
  return {
    input_tokens: input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    service_tier: 'standard',
    inference_geo: 'not_available',
  }
}

for (const host of hosts) {
  test(`${host.name}: .withResponse() shows headers and the request id, .asResponse() the bytes`, async () => {
    await withHost(host, mockOf([text('Hello!'), text('Hello!')]), async (connection) => {
      const client = anthropicOn(connection)
      const { data, response, request_id } = await client.messages.create(says('Hi')).withResponse()
      expect({ ...data }).toEqual({
        model: 'claude-sonnet-5',
        id: 'msg_010000000000000000000001',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Hello!' }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        stop_details: null,
        usage: usageOf(1, 2),
      })
      expect([request_id, response.headers.get('request-id')]).toEqual([
        'req_011000000000000000000001',
        'req_011000000000000000000001',
      ])
      expect(response.headers.get('anthropic-ratelimit-requests-remaining')).toBe('3999')
      const raw = await client.messages.create({ ...says('Hi'), stream: true }).asResponse()
      expect(raw.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect((await raw.text()).split('\n\n').at(-2)).toBe('event: message_stop\ndata: {"type":"message_stop"}')
    })
  })

  test(`${host.name}: the .stream() helper gives the same message as JSON`, async () => {
    await withHost(host, mockOf([text('One two three'), text('One two three')]), async (connection) => {
      const client = anthropicOn(connection)
      const stream = client.messages.stream(says('Hi'))
      const deltas: string[] = []
      const blocks: string[] = []
      stream.on('text', (delta) => deltas.push(delta))
      stream.on('contentBlock', ({ type }) => blocks.push(type))
      const streamed = await stream.finalMessage()
      const whole = await client.messages.create(says('Hi'))
      expect([deltas, blocks]).toEqual([['One', ' two', ' three'], ['text']])
      expect(await stream.finalText()).toBe('One two three')
      expect([streamed.content[0], streamed.stop_reason, streamed.stop_details]).toEqual([
        whole.content[0],
        'end_turn',
        null,
      ])
      expect(streamed.usage).toEqual(whole.usage)
      expect(stream.request_id).toBe('req_011000000000000000000001')
    })
  })

  test(`${host.name}: the .stream() helper keeps the text before a refusal, and has none where there is no block`, async () => {
    const details = { category: 'cyber', explanation: 'Because.' } as const
    await withHost(host, mockOf([refused('I was about', details), refused('', details)]), async (connection) => {
      const client = anthropicOn(connection)
      const cut = client.messages.stream(says('Hi'))
      const message = await cut.finalMessage()
      expect([await cut.finalText(), message.stop_reason, message.stop_details]).toEqual([
        'I was about',
        'refusal',
        { type: 'refusal', ...details },
      ])
      const empty = client.messages.stream(says('Hi'))
      expect([(await empty.finalMessage()).content, (await empty.finalMessage()).stop_details]).toEqual([
        [],
        { type: 'refusal', ...details },
      ])
      await expect(empty.finalText()).rejects.toThrow(AnthropicError)
    })
  })

  test(`${host.name}: a blocked prompt is a refusal before any output, in either transport`, async () => {
    const llm = mockOf([promptBlocked(), promptBlocked()])
    await withHost(host, llm, async (connection) => {
      const client = anthropicOn(connection)
      const whole = await client.messages.create(says('Hi'))
      const streamed = await client.messages.stream(says('Hi')).finalMessage()
      for (const { content, stop_reason, stop_details, usage } of [whole, streamed]) {
        expect([content, stop_reason, stop_details, usage.output_tokens]).toEqual([
          [],
          'refusal',
          { type: 'refusal', category: null, explanation: null },
          0,
        ])
      }
      expect(llm.journal.map(({ outcome, response }) => [outcome, response.index])).toEqual([
        ['prompt_blocked', 0],
        ['prompt_blocked', 1],
      ])
    })
  })

  test(`${host.name}: .parse() reads structured output`, async () => {
    await withHost(host, mockOf([json({ city: 'Oslo' }), json({ city: 'Bergen' })]), async (connection) => {
      const request = { ...says('Hi'), output_config: { format } }
      const first = await anthropicOn(connection).messages.parse(request)
      const second = await anthropic0On(connection).messages.parse(request)
      expect([first.parsed_output, second.parsed_output]).toEqual([{ city: 'Oslo' }, { city: 'Bergen' }])
      expect(connection.llm.journal.map(({ request: { structuredOutput } }) => structuredOutput)).toEqual([true, true])
    })
  })

  test(`${host.name}: beta.messages sends to the same route, in version 0 with ?beta=true`, async () => {
    const llm = mockOf([text('One.'), text('Two.'), text('Three.')])
    await withHost(host, llm, async (connection) => {
      const betas = ['files-api-2025-04-14']
      const first = await anthropicOn(connection).beta.messages.create({ ...says('Hi'), betas })
      const second = await anthropic0On(connection).beta.messages.create({ ...says('Hi'), betas })
      const third = await anthropic0On(connection).beta.messages.stream(says('Hi')).finalText()
      expect([first.content[0], second.content[0], third]).toEqual([
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.' },
        'Three.',
      ])
      expect(llm.journal.map(({ request }) => [request.route, new URL(request.url).search])).toEqual([
        ['POST /anthropic/v1/messages', ''],
        ['POST /anthropic/v1/messages', '?beta=true'],
        ['POST /anthropic/v1/messages', '?beta=true'],
      ])
    })
  })

  test(`${host.name}: beta.messages.toolRunner() runs to a text answer, without its tool`, async () => {
    const llm = mockOf([text('No tool needed.'), text('Nor here.')])
    await withHost(host, llm, async (connection) => {
      const tool = {
        name: 'look',
        description: 'Looks.',
        input_schema: { type: 'object' as const, properties: {} },
        run: () => 'nothing',
        parse: (input: unknown) => input,
      }
      const first = await anthropicOn(connection).beta.messages.toolRunner({ ...says('Hi'), tools: [tool] })
      const second = await anthropic0On(connection).beta.messages.toolRunner({ ...says('Hi'), tools: [tool] })
      expect([first.content, second.content]).toEqual([
        [{ type: 'text', text: 'No tool needed.' }],
        [{ type: 'text', text: 'Nor here.' }],
      ])
      expect(llm.journal.map(({ request: { tools } }) => tools)).toEqual([['look'], ['look']])
    })
  })

  test(`${host.name}: models.list() reads the configured models`, async () => {
    const llm = mockOf([text('Unused.')], { models: [{ id: 'claude-sonnet-5' }, { id: 'claude-opus-5' }] })
    await withHost(host, llm, async (connection) => {
      const listed: string[] = []
      for await (const { id, type } of anthropicOn(connection).models.list({ limit: 1 })) listed.push(`${type} ${id}`)
      for await (const { id, type } of anthropic0On(connection).models.list()) listed.push(`${type} ${id}`)
      expect(listed).toEqual([
        'model claude-sonnet-5',
        'model claude-opus-5',
        'model claude-sonnet-5',
        'model claude-opus-5',
      ])
      expect(llm.journal.map(({ request, outcome }) => [request.route, outcome])).toEqual([
        ['GET /anthropic/v1/models', 'ordinary'],
        ['GET /anthropic/v1/models', 'ordinary'],
      ])
    })
  })

  test(`${host.name}: max_tokens: 0 fills the cache and leaves the queue alone`, async () => {
    const llm = mockOf([text('Still here.')])
    await withHost(host, llm, async (connection) => {
      const client = anthropicOn(connection)
      const warm = await client.messages.create({ ...says('Hi'), max_tokens: 0 })
      const answer = await client.messages.create(says('Hi'))
      expect([warm.content, warm.stop_reason, warm.usage.output_tokens, answer.content]).toEqual([
        [],
        'max_tokens',
        0,
        [{ type: 'text', text: 'Still here.' }],
      ])
      expect(llm.journal.map(({ outcome, response: { scenario: id, index } }) => [outcome, id, index])).toEqual([
        ['cache_only', null, null],
        ['ordinary', 'entry', 0],
      ])
    })
  })

  test(`${host.name}: a history of the client's own messages is read back`, async () => {
    const llm = mockOf([text('Hello!'), text('Bye.')])
    await withHost(host, llm, async (connection) => {
      const client = anthropicOn(connection)
      const first = await client.messages.create(says('Hi'))
      const messages: Anthropic.MessageParam[] = [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: first.content },
        { role: 'user', content: [{ type: 'text', text: 'Bye' }] },
      ]
      await client.messages.create({ ...says(''), system: 'Be brief.', messages })
      expect(llm.journal[1]!.request.messages).toEqual([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello!' },
        { role: 'user', content: 'Bye' },
      ])
    })
  })
}
