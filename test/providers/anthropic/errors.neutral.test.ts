/** Every failure as the official clients show it: its class, its fields, and the number of calls it makes. */
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ContentTooLargeError,
  GatewayTimeoutError,
  InternalServerError,
  NotFoundError,
  OverloadedError,
  PaymentRequiredError,
  PermissionDeniedError,
  RateLimitError,
} from '@anthropic-ai/sdk'
import { ConflictError as ConflictError0, type APIError as APIError0 } from 'anthropic0'
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
import { anthropic0On, anthropicOn, says } from '../../support/anthropic.ts'
import { withHost } from '../../support/host.ts'

type ErrorClass = abstract new (...parameters: never[]) => APIError

interface Failure {
  readonly name: string
  readonly config?: Config
  readonly responses?: readonly FixtureResponse[]
  readonly request?: object
  readonly error: ErrorClass
  readonly status: number
  readonly type: string
  readonly code: string | null
  readonly message: string
}

const failures: readonly Failure[] = [
  {
    name: 'a missing parameter is 400',
    request: { max_tokens: undefined },
    error: BadRequestError,
    status: 400,
    type: 'invalid_request_error',
    code: null,
    message: 'max_tokens: Field required',
  },
  {
    name: 'max_tokens: 0 with thinking is 400',
    request: { max_tokens: 0, thinking: { type: 'enabled', budget_tokens: 1024 }, stream: false },
    error: BadRequestError,
    status: 400,
    type: 'invalid_request_error',
    code: null,
    message: "max_tokens: 0 cannot be combined with thinking of type 'enabled'.",
  },
  {
    name: 'a filtered term is 400',
    config: { inputFilter: { terms: ['FORBIDDEN'] } },
    request: says('a forbidden word'),
    error: BadRequestError,
    status: 400,
    type: 'invalid_request_error',
    code: 'content_filter',
    message:
      'content_filter: The prompt was filtered: a user message contains "FORBIDDEN", which inputFilter.terms lists.',
  },
  {
    name: 'a wrong credential is 401',
    config: { requiredBearerToken: 'another' },
    error: AuthenticationError,
    status: 401,
    type: 'authentication_error',
    code: null,
    message:
      'Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries another one. Give the client that token as its apiKey.',
  },
  {
    name: 'an unknown model is 404',
    config: { models: [{ id: 'claude-opus-5' }] },
    error: NotFoundError,
    status: 404,
    type: 'not_found_error',
    code: null,
    message:
      "The model `claude-sonnet-5` does not exist or you do not have access to it. The configured models are 'claude-opus-5'. Ask for one of them, or add it to models.",
  },
  {
    name: 'nothing configured is 409',
    error: ConflictError,
    status: 409,
    type: 'conflict_error',
    code: 'fixture_not_found',
    message:
      "fixture_not_found: No scenario is configured, so nothing can answer POST /anthropic/v1/messages (model 'claude-sonnet-5', 1 message). Add one: llm.use(scenario('my-scenario', { responses: [text('Hello!')] })).",
  },
  {
    name: 'a filtered answer is 409',
    responses: [filtered('Cut')],
    error: ConflictError,
    status: 409,
    type: 'conflict_error',
    code: 'fixture_mismatch',
    message:
      "fixture_mismatch: Response 1 of scenario 'failures' cannot answer this request to POST /anthropic/v1/messages: the provider has no native form for 'filtered'. Use ordinary or refused text for this route, or give the scenario another provider.",
  },
  {
    name: 'a refusal of another category is 409',
    responses: [refused('', { category: 'violence' })],
    error: ConflictError,
    status: 409,
    type: 'conflict_error',
    code: 'fixture_mismatch',
    message:
      "fixture_mismatch: Response 1 of scenario 'failures' cannot answer this request to POST /anthropic/v1/messages: the provider's refusals have no category \"violence\". Use one of 'cyber', 'bio', 'frontier_llm', 'reasoning_extraction', 'general_harms', or none.",
  },
  {
    name: 'a refusal for a request with tools is 409',
    responses: [refused('No.')],
    request: { tools: [{ name: 'look', input_schema: { type: 'object' } }] },
    error: ConflictError,
    status: 409,
    type: 'conflict_error',
    code: 'fixture_mismatch',
    message:
      "fixture_mismatch: Response 1 of scenario 'failures' cannot answer this request to POST /anthropic/v1/messages: the request declares tools, and the response is refused. If that is meant, allow it with outputDisposition.requests: ['tools'].",
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

function fieldsOf({ status, type, errorCode, apiMessage, requestID }: APIError): readonly unknown[] {
  return [status, type, errorCode, apiMessage, requestID]
}

for (const host of hosts) {
  for (const stream of [false, true]) {
    for (const failure of failures.filter(({ request }) => !(stream && request && 'stream' in request))) {
      test(`${host.name}, stream ${stream}: ${failure.name}, sent once`, async () => {
        const llm = mockOf(failure)
        await withHost(host, llm, async (connection) => {
          const request = { ...says('Hi'), ...failure.request, stream } as never
          const error = await catchError(() => anthropicOn(connection).messages.create(request))
          const { status, type, code, message } = failure
          expect(error).toBeInstanceOf(failure.error)
          expect(fieldsOf(error)).toEqual([status, type, code, message, 'req_011000000000000000000001'])
          const details = code === null ? {} : { details: { error_code: code } }
          expect(error.error).toEqual({
            type: 'error',
            error: { ...details, type, message },
            request_id: 'req_011000000000000000000001',
          })
          expect(error.headers?.get('x-should-retry')).toBe('false')
          expect(llm.journal.map(({ response }) => response.status)).toEqual([status])
        })
      })
    }
  }

  test(`${host.name}: version 0 of the client sends a mismatch once too, and shows its code in the message`, async () => {
    const llm = mockOf({})
    await withHost(host, llm, async (connection) => {
      const error: unknown = await anthropic0On(connection)
        .messages.create(says('Hi'))
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ConflictError0)
      const { status, type, message, requestID } = error as APIError0
      expect([status, type, requestID]).toEqual([409, 'conflict_error', 'req_011000000000000000000001'])
      expect(message).toContain('"message":"fixture_not_found: No scenario is configured')
      expect(llm.journal).toHaveLength(1)
    })
  })

  const scripted: readonly [number, ErrorClass, string][] = [
    [400, BadRequestError, 'invalid_request_error'],
    [401, AuthenticationError, 'authentication_error'],
    [402, PaymentRequiredError, 'billing_error'],
    [403, PermissionDeniedError, 'permission_error'],
    [404, NotFoundError, 'not_found_error'],
    [409, ConflictError, 'conflict_error'],
    [413, ContentTooLargeError, 'request_too_large'],
    [429, RateLimitError, 'rate_limit_error'],
    [500, InternalServerError, 'api_error'],
    [504, GatewayTimeoutError, 'timeout_error'],
    [529, OverloadedError, 'overloaded_error'],
  ]
  test.each(scripted)(`${host.name}: a scripted %i has the provider's own type`, async (status, errorClass, type) => {
    const llm = mockOf({ responses: [fails(status)] })
    await withHost(host, llm, async (connection) => {
      const error = await catchError(() => anthropicOn(connection, { maxRetries: 0 }).messages.create(says('Hi')))
      expect(error).toBeInstanceOf(errorClass)
      expect(fieldsOf(error)).toEqual([status, type, null, expect.any(String), 'req_011000000000000000000001'])
      expect(error.headers?.has('x-should-retry')).toBe(false)
      expect(llm.journal[0]).toMatchObject({
        outcome: 'error',
        response: { status, code: null, scenario: 'failures', index: 0 },
      })
    })
  })

  test(`${host.name}: a scripted failure says what its fixture says`, async () => {
    const response = fails(400, {
      code: 'thread_not_found',
      type: 'custom_error',
      message: 'Gone.',
      headers: { 'request-id': 'req_mine', 'x-extra': '1' },
    })
    await withHost(host, mockOf({ responses: [response] }), async (connection) => {
      const error = await catchError(() => anthropicOn(connection).messages.create(says('Hi')))
      expect(fieldsOf(error)).toEqual([400, 'custom_error', 'thread_not_found', 'Gone.', 'req_mine'])
      expect(error.headers?.get('x-extra')).toBe('1')
    })
  })

  test(`${host.name}: a refusal of another category stays for who can tell it, and is used up by nobody`, async () => {
    const llm = mockOf({ responses: [refused('No.', { category: 'violence' }), text('Yes.')] })
    await withHost(host, llm, async (connection) => {
      const client = anthropicOn(connection)
      await catchError(() => client.messages.create(says('Hi')))
      await catchError(() => client.messages.create({ ...says('Hi'), stream: true }))
      expect(llm.journal.map(({ response: { code, index } }) => [code, index])).toEqual([
        ['fixture_mismatch', 0],
        ['fixture_mismatch', 0],
      ])
      expect(() => llm.verify()).toThrow()
    })
  })

  test(`${host.name}: a mismatch keeps the response for the next request that fits`, async () => {
    const llm = mockOf({ responses: [refused('No.'), text('Yes.')] })
    await withHost(host, llm, async (connection) => {
      const client = anthropicOn(connection)
      const tools = [{ name: 'look', input_schema: { type: 'object' as const } }]
      await catchError(() => client.messages.create({ ...says('Hi'), tools }))
      const first = await client.messages.create(says('Hi'))
      const second = await client.messages.create({ ...says('Hi'), tools })
      expect([first.stop_reason, second.stop_reason]).toEqual(['refusal', 'end_turn'])
    })
  })

  test(`${host.name}: each line of the client carries the required token in its own header`, async () => {
    const llm = mockOf({
      config: { requiredBearerToken: 'secret' },
      responses: [text('One.'), text('Two.'), text('Three.')],
    })
    await withHost(host, llm, async (connection) => {
      await anthropicOn(connection, { apiKey: 'secret' }).messages.create(says('Hi'))
      await anthropic0On(connection, { apiKey: 'secret' }).messages.create(says('Hi'))
      await anthropic0On(connection, { apiKey: null, authToken: 'secret' }).messages.create(says('Hi'))
      await expect(anthropic0On(connection).messages.create(says('Hi'))).rejects.toThrow('authentication_error')
      expect(
        llm.journal.map(({ request: { headers }, response }) => [
          headers['authorization'] ?? null,
          headers['x-api-key'] ?? null,
          response.status,
        ]),
      ).toEqual([
        ['[redacted]', null, 200],
        [null, '[redacted]', 200],
        ['[redacted]', null, 200],
        [null, '[redacted]', 401],
      ])
    })
  })
}
