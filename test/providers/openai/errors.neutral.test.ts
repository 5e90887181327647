/** Every failure as the official client shows it: its class, its fields, and the number of calls it makes. */
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai'
import { expect, test } from 'vitest'
import {
  createLlmMock,
  fails,
  filtered,
  refused,
  scenario,
  text,
  type Config,
  type FixtureResponse,
  type LlmMock,
} from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../../support/host.ts'
import { openaiOn, says } from '../../support/openai.ts'

type ErrorClass = abstract new (...parameters: never[]) => APIError

interface Failure {
  readonly name: string
  readonly config?: Config
  readonly responses?: readonly FixtureResponse[]
  readonly request?: object
  readonly error: ErrorClass
  readonly fields: { status: number; code: string | null; type: string; param: string | null }
  readonly message: string
}

const invalid = 'invalid_request_error'

const failures: readonly Failure[] = [
  {
    name: 'a missing parameter is 400',
    request: { messages: undefined },
    error: BadRequestError,
    fields: { status: 400, code: 'missing_required_parameter', type: invalid, param: 'messages' },
    message: "400 Missing required parameter: 'messages'.",
  },
  {
    name: 'stream_options without stream is 400',
    request: { stream_options: { include_usage: false } },
    error: BadRequestError,
    fields: { status: 400, code: null, type: invalid, param: 'stream_options' },
    message: "400 The 'stream_options' parameter is only allowed when 'stream' is enabled.",
  },
  {
    name: 'an ambiguous refusal in the history is 400',
    request: {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Well,', refusal: 'No.' },
      ],
    },
    error: BadRequestError,
    fields: { status: 400, code: 'ambiguous_refusal', type: invalid, param: 'messages[1]' },
    message:
      "400 Invalid 'messages[1]': it has text beside a refusal. Send a refusal as the refusal field with content null, or as refusal parts alone.",
  },
  {
    name: 'a filtered term is 400',
    config: { inputFilter: { terms: ['FORBIDDEN'] } },
    request: says('a forbidden word'),
    error: BadRequestError,
    fields: { status: 400, code: 'content_filter', type: invalid, param: null },
    message: '400 The prompt was filtered: a user message contains "FORBIDDEN", which inputFilter.terms lists.',
  },
  {
    name: 'a wrong credential is 401',
    config: { requiredBearerToken: 'another' },
    error: AuthenticationError,
    fields: { status: 401, code: 'invalid_api_key', type: invalid, param: null },
    message:
      '401 Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries another one. Give the client that token as its apiKey.',
  },
  {
    name: 'an unknown model is 404',
    config: { models: [{ id: 'gpt-5' }, { id: 'ada', kind: 'embedding' }] },
    error: NotFoundError,
    fields: { status: 404, code: 'model_not_found', type: invalid, param: null },
    message:
      "404 The model `gpt-5.5` does not exist or you do not have access to it. The configured models are 'gpt-5', 'ada'. Ask for one of them, or add it to models.",
  },
  {
    name: 'a model of another kind is 404',
    config: { models: [{ id: 'gpt-5.5', kind: 'embedding' }] },
    error: NotFoundError,
    fields: { status: 404, code: 'model_not_found', type: invalid, param: null },
    message:
      "404 The model `gpt-5.5` does not exist or you do not have access to it. It is configured as a model of kind 'embedding'. Ask for one of kind 'chat'.",
  },
  {
    name: 'nothing configured is 409',
    error: ConflictError,
    fields: { status: 409, code: 'fixture_not_found', type: invalid, param: null },
    message:
      "409 No scenario is configured, so nothing can answer POST /openai/v1/chat/completions (model 'gpt-5.5', 1 message). Add one: llm.use(scenario('my-scenario', { responses: [text('Hello!')] })).",
  },
  {
    name: 'a refusal for a request with tools is 409',
    responses: [refused('No.')],
    request: { tools: [{ type: 'function', function: { name: 'look', parameters: {} } }] },
    error: ConflictError,
    fields: { status: 409, code: 'fixture_mismatch', type: invalid, param: null },
    message:
      "409 Response 1 of scenario 'failures' cannot answer this request to POST /openai/v1/chat/completions: the request declares tools, and the response is refused. If that is meant, allow it with outputDisposition.requests: ['tools'].",
  },
  {
    name: 'a filtered answer for a structured request is 409',
    responses: [filtered('{')],
    request: { response_format: { type: 'json_object' } },
    error: ConflictError,
    fields: { status: 409, code: 'fixture_mismatch', type: invalid, param: null },
    message:
      "409 Response 1 of scenario 'failures' cannot answer this request to POST /openai/v1/chat/completions: the request asks for structured output, and the response is filtered. If that is meant, allow it with outputDisposition.requests: ['structured_output'].",
  },
]

function mockOf({ config = {}, responses }: Pick<Failure, 'config' | 'responses'>): LlmMock {
  const llm = createLlmMock({ config })
  if (responses !== undefined) llm.use(scenario('failures', { responses }))
  return llm
}

async function catchError(run: () => PromiseLike<unknown>): Promise<APIError> {
  try {
    await run()
  } catch (error) {
    if (error instanceof APIError) return error
    throw error
  }
  throw new Error('The call did not fail')
}

function fieldsOf({ status, code, type, param }: APIError): object {
  return { status, code, type, param }
}

for (const host of hosts) {
  for (const stream of [false, true]) {
    for (const failure of failures.filter(({ name }) => !(stream && name.startsWith('stream_options')))) {
      test(`${host.name}, stream ${stream}: ${failure.name}, sent once`, async () => {
        const llm = mockOf(failure)
        await withHost(host, llm, async (connection) => {
          const client = openaiOn(connection)
          const request = { ...says('Hi'), ...failure.request, stream } as never
          const error = await catchError(() => client.chat.completions.create(request))
          expect(error).toBeInstanceOf(failure.error)
          expect(fieldsOf(error)).toEqual(failure.fields)
          expect(error.message).toBe(failure.message)
          expect(error.requestID).toBe('req_00000000000000000000000000000001')
          expect(error.headers?.get('x-should-retry')).toBe('false')
          expect(llm.journal.map(({ response }) => response.status)).toEqual([failure.fields.status])
        })
      })
    }
  }

  const scripted: readonly [number, ErrorClass, string | null, string][] = [
    [400, BadRequestError, null, invalid],
    [401, AuthenticationError, 'invalid_api_key', invalid],
    [403, PermissionDeniedError, 'unsupported_country_region_territory', invalid],
    [404, NotFoundError, 'model_not_found', invalid],
    [409, ConflictError, 'conversation_locked', invalid],
    [429, RateLimitError, 'rate_limit_exceeded', 'requests'],
    [500, InternalServerError, null, 'server_error'],
    [503, InternalServerError, null, 'server_error'],
    [529, InternalServerError, null, 'server_error'],
  ]
  test.each(scripted)(
    `${host.name}: a scripted %i has the provider's own words`,
    async (status, errorClass, code, type) => {
      const llm = mockOf({ responses: [fails(status)] })
      await withHost(host, llm, async (connection) => {
        const error = await catchError(() =>
          openaiOn(connection, { maxRetries: 0 }).chat.completions.create(says('Hi')),
        )
        expect(error).toBeInstanceOf(errorClass)
        expect(fieldsOf(error)).toEqual({ status, code, type, param: null })
        expect(error.headers?.has('x-should-retry')).toBe(false)
        expect(llm.journal[0]).toMatchObject({
          outcome: 'error',
          response: { status, code: null, scenario: 'failures', index: 0 },
        })
      })
    },
  )

  test(`${host.name}: a scripted failure says what its fixture says`, async () => {
    const llm = mockOf({
      responses: [
        fails(429, {
          code: 'insufficient_quota',
          type: 'insufficient_quota',
          message: 'No money.',
          param: 'n',
          headers: { 'x-extra': '1' },
        }),
      ],
    })
    await withHost(host, llm, async (connection) => {
      const error = await catchError(() => openaiOn(connection, { maxRetries: 0 }).chat.completions.create(says('Hi')))
      expect(fieldsOf(error)).toEqual({
        status: 429,
        code: 'insufficient_quota',
        type: 'insufficient_quota',
        param: 'n',
      })
      expect([error.message, error.headers?.get('x-extra')]).toEqual(['429 No money.', '1'])
    })
  })

  test(`${host.name}: a mismatch keeps the response for the next request that fits`, async () => {
    const llm = mockOf({ responses: [refused('No.'), text('Yes.')] })
    await withHost(host, llm, async (connection) => {
      const client = openaiOn(connection)
      const tools = [{ type: 'function' as const, function: { name: 'look', parameters: {} } }]
      await catchError(() => client.chat.completions.create({ ...says('Hi'), tools }))
      const first = await client.chat.completions.create(says('Hi'))
      const second = await client.chat.completions.create({ ...says('Hi'), tools })
      expect([first.choices[0]?.message.refusal, second.choices[0]?.message.content]).toEqual(['No.', 'Yes.'])
    })
  })

  test(`${host.name}: outputDisposition.requests permits what would be a mismatch`, async () => {
    const llm = mockOf({ responses: [refused('No.', { requests: ['structured_output'] })] })
    await withHost(host, llm, async (connection) => {
      const completion = await openaiOn(connection).chat.completions.create({
        ...says('Hi'),
        response_format: { type: 'json_object' },
      })
      expect(completion.choices[0]?.message.refusal).toBe('No.')
    })
  })
}
