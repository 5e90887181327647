/** Every failure as the official client shows it, and the one call it makes. */
import { ApiError } from '@google/genai'
import { expect, test } from 'vitest'
import { createLlmMock, fails, refused, scenario, type Config, type FixtureResponse } from 'msw-llm'
import { hosts } from '#hosts'
import { asks, geminiOn } from '../../support/gemini.ts'
import { withHost, type Connection } from '../../support/host.ts'

interface Failure {
  readonly name: string
  readonly config?: Config
  readonly responses?: readonly FixtureResponse[]
  readonly contents?: unknown
  readonly status: number
  readonly error: { readonly status: string; readonly message: string }
}

const failures: readonly Failure[] = [
  {
    name: 'a role that there is not is 400',
    contents: [{ role: 'assistant', parts: [{ text: 'Hi' }] }],
    status: 400,
    error: {
      status: 'INVALID_ARGUMENT',
      message: "Invalid value: 'assistant'. Supported values are: 'user', 'model', 'function', ''.",
    },
  },
  {
    name: 'a filtered term is 400',
    config: { inputFilter: { terms: ['HI'] } },
    status: 400,
    error: {
      status: 'INVALID_ARGUMENT',
      message: 'content_filter: The prompt was filtered: a user message contains "HI", which inputFilter.terms lists.',
    },
  },
  {
    name: 'a wrong credential is 401',
    config: { requiredBearerToken: 'another' },
    status: 401,
    error: {
      status: 'UNAUTHENTICATED',
      message:
        'Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries another one. Give the client that token as its apiKey.',
    },
  },
  {
    name: 'an unknown model is 404',
    config: { models: [{ id: 'gemini-3' }] },
    status: 404,
    error: {
      status: 'NOT_FOUND',
      message:
        "The model `gemini-2.5-flash` does not exist or you do not have access to it. The configured models are 'gemini-3'. Ask for one of them, or add it to models.",
    },
  },
  {
    name: 'nothing that matches is 409',
    status: 409,
    error: { status: 'ABORTED', message: 'fixture_not_found: No scenario is configured' },
  },
  {
    name: 'a refusal is 409',
    responses: [refused('No.')],
    status: 409,
    error: {
      status: 'ABORTED',
      message: "fixture_mismatch: Response 1 of scenario 'failures' cannot answer this request to POST /gemini/v1beta/",
    },
  },
  {
    name: 'a reason of another provider is 409',
    responses: [{ finishReason: 'insufficient_system_resource' }],
    status: 409,
    error: { status: 'ABORTED', message: "fixture_mismatch: Response 1 of scenario 'failures' cannot" },
  },
  {
    name: 'a scripted 429 is itself',
    responses: [fails(429, { retryAfterSeconds: 1 })],
    status: 429,
    error: { status: 'RESOURCE_EXHAUSTED', message: 'The quota is exhausted. Please retry later.' },
  },
  {
    name: 'a scripted 503 is itself',
    responses: [fails(503)],
    status: 503,
    error: { status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
  },
]

async function fail({ fetch }: Connection, contents: unknown, stream: boolean): Promise<ApiError> {
  const { models } = geminiOn({ fetch })
  const call = { ...asks('Hi'), ...(contents !== undefined && { contents: contents as string }) }
  try {
    if (stream) for await (const _ of await models.generateContentStream(call)) throw new Error('A frame came')
    else await models.generateContent(call)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('It did not fail')
}

for (const host of hosts) {
  for (const { name, config, responses, contents, status, error } of failures) {
    for (const stream of [false, true]) {
      test(`${host.name}, stream ${stream}: ${name}, with one call`, async () => {
        const llm = createLlmMock({ ...(config && { config }) })
        if (responses !== undefined) llm.use(scenario('failures', { responses }))
        await withHost(host, llm, async (connection) => {
          const failure = await fail(connection, contents, stream)
          expect([failure.name, failure.status]).toEqual(['ApiError', status])
          const body = JSON.parse(failure.message) as { readonly error: Record<string, unknown> }
          expect([body.error['code'], body.error['status']]).toEqual([status, error.status])
          expect(String(body.error['message']).slice(0, error.message.length)).toBe(error.message)
          expect(llm.journal.map(({ response }) => response.status)).toEqual([status])
        })
      })
    }
  }

  /** @note `retryOptions` retries 408, 429 and 5xx; no 409, and so nothing of ours. */
  test(`${host.name}: retryOptions meet a scripted 503 and then the next response`, async () => {
    const llm = createLlmMock()
    llm.use(scenario('retry', { responses: [fails(503), { content: 'At last.' }] }))
    await withHost(host, llm, async ({ fetch }) => {
      const retryOptions = { attempts: 3, initialDelay: 0.001 }
      const client = geminiOn({ fetch }, { retryOptions })
      expect((await client.models.generateContent(asks('Hi'))).text).toBe('At last.')
      await expect(client.models.generateContent(asks('Hi'))).rejects.toMatchObject({ status: 409 })
      expect(llm.journal.map(({ response }) => response.status)).toEqual([503, 200, 409])
    })
  })
}
