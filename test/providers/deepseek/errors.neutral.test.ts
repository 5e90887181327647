/** DeepSeek's failures as openai's client shows them. */
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, type Config } from 'msw-llm'
import { deepseek, fails, filtered, promptBlocked, scenario, text, type TextOptions } from 'msw-llm/deepseek'
import { hosts } from '#hosts'
import { catchApiError, describeApiError } from '../../support/catch-error.ts'
import { withHost, type Connection } from '../../support/host.ts'
import { says } from '../../support/openai.ts'

const requestID = '00000000-0000-4000-8000-000000000001'
const invalid = 'invalid_request_error'

function clientOn({ fetch }: Connection, maxRetries = 2): OpenAI {
  return new OpenAI({
    apiKey: 'test',
    baseURL: 'https://api.deepseek.com',
    fetch,
    maxRetries,
    dangerouslyAllowBrowser: true,
  })
}

const refusals: readonly [string, Config, object, object][] = [
  [
    'stream_options without stream',
    {},
    { stream_options: { include_usage: true } },
    { name: 'BadRequestError', status: 400, code: invalid, type: invalid, param: 'stream_options', requestID },
  ],
  [
    'a blocked prompt',
    { chatScenarios: [{ id: 'a', responses: [promptBlocked()] }] },
    {},
    { name: 'BadRequestError', status: 400, code: invalid, type: invalid, param: null, requestID },
  ],
  [
    'a filtered term',
    { inputFilter: { terms: ['hi'] } },
    {},
    { name: 'BadRequestError', status: 400, code: 'content_filter', type: invalid, param: null, requestID },
  ],
  [
    'a wrong key',
    { requiredBearerToken: 'secret' },
    {},
    { name: 'AuthenticationError', status: 401, code: invalid, type: 'authentication_error', param: null, requestID },
  ],
  [
    'an unknown model',
    { models: [] },
    {},
    { name: 'NotFoundError', status: 404, code: 'model_not_found', type: invalid, param: null, requestID },
  ],
  [
    'nothing configured',
    {},
    {},
    { name: 'ConflictError', status: 409, code: 'fixture_not_found', type: invalid, param: null, requestID },
  ],
  [
    'a refused answer',
    { chatScenarios: [{ id: 'a', responses: [{ outputDisposition: { kind: 'refused' } }] }] },
    {},
    { name: 'ConflictError', status: 409, code: 'fixture_mismatch', type: invalid, param: null, requestID },
  ],
  [
    'no balance',
    { chatScenarios: [{ id: 'a', responses: [fails(402)] }] },
    {},
    { name: 'APIError', status: 402, code: invalid, type: 'unknown_error', param: null, requestID },
  ],
]

for (const host of hosts) {
  test.each(refusals)(`${host.name}: %s fails once, as the provider's error`, async (_, config, more, expected) => {
    const llm = createLlmMock({ providers: [deepseek()], config })
    await withHost(host, llm, async (connection) => {
      const request = { ...says('Hi'), ...more } as never
      const error = await catchApiError(() => clientOn(connection).chat.completions.create(request))
      expect(describeApiError(error)).toEqual(expected)
      expect(llm.journal).toHaveLength(1)
    })
  })

  test(`${host.name}: the retry of a scripted 429 meets the next response, after the wait it was told`, async () => {
    const llm = createLlmMock({ providers: [deepseek()] })
    llm.use(scenario('busy', { responses: [fails(429, { retryAfterMilliseconds: 1 }), text('Now.')] }))
    await withHost(host, llm, async (connection) => {
      const completion = await clientOn(connection).chat.completions.create(says('Hi'))
      expect(completion.choices[0]?.message.content).toBe('Now.')
      expect(llm.journal.map(({ response }) => response.status)).toEqual([429, 200])
    })
  })

  test(`${host.name}: the cache counts and the finish reason of DeepSeek reach the client`, async () => {
    const options: TextOptions = {
      finishReason: 'insufficient_system_resource',
      usage: { inputTokens: 100, cachedInputTokens: 64 },
    }
    const llm = createLlmMock({ providers: [deepseek()] })
    llm.use(scenario('short', { responses: [text('Cut', options), filtered('Cut')] }))
    await withHost(host, llm, async (connection) => {
      const { choices, usage } = await clientOn(connection).chat.completions.create(says('Hi'))
      expect([choices[0]!.finish_reason, usage]).toEqual([
        'insufficient_system_resource',
        {
          prompt_tokens: 100,
          completion_tokens: 1,
          total_tokens: 101,
          prompt_tokens_details: { cached_tokens: 64 },
          prompt_cache_hit_tokens: 64,
          prompt_cache_miss_tokens: 36,
        },
      ])
      const stream = clientOn(connection).chat.completions.stream(says('Hi'))
      expect((await stream.finalChatCompletion()).choices[0]).toMatchObject({
        finish_reason: 'content_filter',
        message: { content: 'Cut' },
      })
    })
  })
}
