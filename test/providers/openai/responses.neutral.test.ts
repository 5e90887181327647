/** The ways in which two major versions of openai's client read responses. */
import { APIError as APIError7, type OpenAI } from 'openai'
import OpenAI6, { APIError as APIError6 } from 'openai6'
import { expect, test } from 'vitest'
import {
  createLlmMock,
  fails,
  filtered,
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
import { withHost, type Connection } from '../../support/host.ts'
import { openaiOn } from '../../support/openai.ts'

const model = 'gpt-5.5'

function mockOf(...responses: FixtureResponse[]): LlmMock {
  const llm = createLlmMock()
  llm.use(scenario('entry', { responses }))
  return llm
}

const format = {
  type: 'json_schema' as const,
  name: 'city',
  strict: true,
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
}

/** Version 6 has the same methods, and types of its own. */
const versions = [
  { version: 'openai 7', APIError: APIError7, clientOn: openaiOn },
  {
    version: 'openai 6',
    APIError: APIError6 as unknown as typeof APIError7,
    clientOn: ({ fetch }: Pick<Connection, 'fetch'>, options: object = {}): OpenAI =>
      new OpenAI6({ apiKey: 'test', fetch, dangerouslyAllowBrowser: true, ...options }) as unknown as OpenAI,
  },
]

type Client = (typeof versions)[number]

async function catchError({ APIError }: Client, run: () => PromiseLike<unknown>): Promise<APIError7> {
  try {
    await run()
  } catch (error) {
    if (error instanceof APIError) return error
    throw error
  }
  throw new Error('The call did not fail')
}

interface Failure {
  readonly name: string
  readonly config?: Config
  readonly responses?: readonly FixtureResponse[]
  readonly request?: object
  readonly error: string
  readonly fields: { status: number; code: string | null; type?: string; param: string | null }
  /** Ours is sent once, and says so. */
  readonly scripted?: true
}

const failures: readonly Failure[] = [
  {
    name: 'a missing input is 400',
    request: { input: undefined },
    error: 'BadRequestError',
    fields: { status: 400, code: 'missing_required_parameter', param: 'input' },
  },
  {
    name: 'a previous response is 400',
    request: { previous_response_id: 'resp_1' },
    error: 'BadRequestError',
    fields: { status: 400, code: 'previous_response_not_found', param: 'previous_response_id' },
  },
  {
    name: 'an ambiguous refusal in the history is 400',
    request: {
      input: [
        {
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'Well,' },
            { type: 'refusal', refusal: 'No.' },
          ],
        },
      ],
    },
    error: 'BadRequestError',
    fields: { status: 400, code: 'ambiguous_refusal', param: 'input[0]' },
  },
  {
    name: 'a filtered term is 400',
    config: { inputFilter: { terms: ['hi'] } },
    error: 'BadRequestError',
    fields: { status: 400, code: 'content_filter', param: null },
  },
  {
    name: 'a wrong credential is 401',
    config: { requiredBearerToken: 'another' },
    error: 'AuthenticationError',
    fields: { status: 401, code: 'invalid_api_key', param: null },
  },
  {
    name: 'an unknown model is 400',
    config: { models: [{ id: 'gpt-5' }] },
    error: 'BadRequestError',
    fields: { status: 400, code: 'model_not_found', param: 'model' },
  },
  {
    name: 'nothing configured is 409',
    error: 'ConflictError',
    fields: { status: 409, code: 'fixture_not_found', param: null },
  },
  {
    name: 'a refusal for a request with include is 409',
    responses: [refused('No.')],
    request: { include: ['reasoning.encrypted_content'] },
    error: 'ConflictError',
    fields: { status: 409, code: 'fixture_mismatch', param: null },
  },
  {
    name: 'a blocked prompt is 400',
    responses: [promptBlocked()],
    error: 'BadRequestError',
    fields: { status: 400, code: 'invalid_prompt', param: null },
    scripted: true,
  },
  {
    name: 'a scripted 401',
    responses: [fails(401)],
    error: 'AuthenticationError',
    fields: { status: 401, code: 'invalid_api_key', param: null },
    scripted: true,
  },
  {
    name: 'a scripted 429',
    responses: [fails(429)],
    error: 'RateLimitError',
    fields: { status: 429, code: 'rate_limit_exceeded', type: 'requests', param: null },
    scripted: true,
  },
  {
    name: 'a scripted 500',
    responses: [fails(500)],
    error: 'InternalServerError',
    fields: { status: 500, code: null, type: 'server_error', param: null },
    scripted: true,
  },
]

for (const host of hosts) {
  for (const client of versions) {
    const { version, clientOn } = client
    const where = `${host.name}, ${version}`

    test(`${where}: create() gives the text, and .withResponse() headers and the request id`, async () => {
      await withHost(host, mockOf(text('Hello!')), async (connection) => {
        const { data, response, request_id } = await clientOn(connection)
          .responses.create({ model, input: 'Hi' })
          .withResponse()
        expect(data.output_text).toBe('Hello!')
        expect(data).toMatchObject({
          id: `resp_${'1'.padStart(50, '0')}`,
          created_at: 1_767_225_601,
          status: 'completed',
          usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
        })
        expect(request_id).toBe('req_00000000000000000000000000000001')
        expect(response.headers.get('content-type')).toBe('application/json')
        expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('9999')
      })
    })

    test(`${where}: create() with stream gives every event in its order`, async () => {
      await withHost(host, mockOf(text('One two')), async (connection) => {
        const { data, response } = await clientOn(connection)
          .responses.create({ model, input: 'Hi', stream: true })
          .withResponse()
        const types: string[] = []
        for await (const event of data) types.push(event.type)
        expect(types).toEqual([
          'response.created',
          'response.in_progress',
          'response.output_item.added',
          'response.content_part.added',
          'response.output_text.delta',
          'response.output_text.delta',
          'response.output_text.done',
          'response.content_part.done',
          'response.output_item.done',
          'response.completed',
        ])
        expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      })
    })

    for (const [what, response, status, said] of [
      ['a text', text('One two three'), 'completed', 'One two three'],
      ['an empty text', text(''), 'completed', ''],
      ['a text cut by its length', text('One two', { finishReason: 'length' }), 'incomplete', 'One two'],
      ['a filtered text', filtered('One two'), 'incomplete', 'One two'],
      ['a filtered text of nothing', filtered(), 'incomplete', ''],
    ] as const) {
      test(`${where}: the .stream() helper builds the same response from ${what} as create()`, async () => {
        await withHost(host, mockOf(response, response), async (connection) => {
          const { responses } = clientOn(connection)
          const stream = responses.stream({ model, input: 'Hi' })
          const deltas: string[] = []
          stream.on('response.output_text.delta', ({ delta }) => deltas.push(delta))
          const streamed = await stream.finalResponse()
          const whole = await responses.create({ model, input: 'Hi' })
          expect(deltas.join('')).toBe(said)
          expect([streamed.status, streamed.output_text, whole.output_text]).toEqual([status, said, said])
          expect([streamed.incomplete_details, streamed.usage]).toEqual([whole.incomplete_details, whole.usage])
        })
      })
    }

    for (const [said, pieces] of [
      ['I cannot help.', ['I ', '', 'cannot help.']],
      ['', []],
    ] as const) {
      test(`${where}: the .stream() helper joins the refusal '${said}'`, async () => {
        await withHost(host, mockOf(refused(said, { streamChunks: [...pieces] })), async (connection) => {
          const stream = clientOn(connection).responses.stream({ model, input: 'Hi' })
          const deltas: string[] = []
          stream.on('response.refusal.delta', ({ delta }) => deltas.push(delta))
          const { status, output, incomplete_details } = await stream.finalResponse()
          expect(deltas).toEqual(pieces)
          expect([status, incomplete_details]).toEqual(['completed', null])
          expect(output).toMatchObject([
            { type: 'message', status: 'completed', content: [{ type: 'refusal', refusal: said }] },
          ])
        })
      })
    }

    test(`${where}: .parse() reads structured output, and gives a permitted refusal with no parsed value`, async () => {
      const refusal = refused('I cannot help.', { requests: ['structured_output'] })
      await withHost(host, mockOf(json({ city: 'Oslo' }), refusal, json({ city: 'Rome' })), async (connection) => {
        const { responses } = clientOn(connection)
        const request = { model, input: 'Hi', text: { format } }
        const parsed = await responses.parse(request)
        const declined = await responses.parse(request)
        const streamed = await responses.stream(request).finalResponse()
        expect([parsed.output_parsed, declined.output_parsed]).toEqual([{ city: 'Oslo' }, null])
        expect(declined.output).toMatchObject([{ content: [{ type: 'refusal', refusal: 'I cannot help.' }] }])
        // Version 6 leaves parsed values of plain schemas out of its stream helper.
        expect(JSON.parse(streamed.output_text)).toEqual({ city: 'Rome' })
      })
    })

    test(`${where}: a history of the client's own output items is read as it was answered`, async () => {
      const llm = mockOf(refused('No.'), filtered('Well, I'), text('Then this.'), text('Done.'))
      await withHost(host, llm, async (connection) => {
        const { responses } = clientOn(connection)
        const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Hi' }]
        for (const stream of [false, true, true]) {
          const { output } = stream
            ? await responses.stream({ model, input }).finalResponse()
            : await responses.create({ model, input })
          // The client's types of output items are wider than what it takes as input.
          input.push(...(output as OpenAI.Responses.ResponseInputItem[]), { role: 'user', content: 'Else?' })
        }
        expect((await responses.create({ model, input, instructions: 'Be kind.' })).output_text).toBe('Done.')
        expect(llm.journal[3]!.request.messages).toEqual([
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } },
          { role: 'user', content: 'Else?' },
          { role: 'assistant', content: 'Well, I' },
          { role: 'user', content: 'Else?' },
          { role: 'assistant', content: 'Then this.' },
          { role: 'user', content: 'Else?' },
        ])
      })
    })

    for (const stream of [false, true]) {
      for (const { name, config = {}, responses, request, error: errorClass, fields, scripted } of failures) {
        test(`${where}, stream ${stream}: ${name}`, async () => {
          const llm = createLlmMock({ config })
          if (responses !== undefined) llm.use(scenario('failures', { responses }))
          await withHost(host, llm, async (connection) => {
            // What is scripted may be retried, as it would be at the provider.
            const options = scripted === true ? { maxRetries: 0 } : {}
            const body = { model, input: 'Hi', ...request, stream } as never
            const error = await catchError(client, () => clientOn(connection, options).responses.create(body))
            const { status, code, type, param } = error
            expect(error.constructor.name).toBe(errorClass)
            expect({ status, code, type, param }).toEqual({ type: 'invalid_request_error', ...fields })
            expect(error.requestID).toBe('req_00000000000000000000000000000001')
            expect(error.headers?.get('x-should-retry')).toBe(scripted === true ? null : 'false')
            expect(llm.journal.map(({ response }) => response.status)).toEqual([fields.status])
          })
        })
      }
    }
  }
}
