/** The Model Inference routes through Azure's client. */
import { expect, test } from 'vitest'
import { createLlmMock, type Config } from 'msw-llm'
import { fails, microsoftFoundry, refused, scenario, text } from 'msw-llm/microsoft-foundry'
import { hosts } from '#hosts'
import { withHost } from '../../support/host.ts'
import { inferenceOn, postChat } from '../../support/model-inference.ts'
import { says } from '../../support/openai.ts'

const endpoint = 'https://example.services.ai.azure.com/models'
const { messages } = says('Hi')

const refusals: readonly [string, Config, object, number, string][] = [
  ['no model', {}, { messages }, 400, 'no_model_name'],
  ['a field that the API does not define', {}, { ...says('Hi'), n: 1 }, 400, 'unknown_parameter'],
  ['a filtered term', { inputFilter: { terms: ['hi'] } }, says('Hi'), 400, 'content_filter'],
  ['a wrong key', { requiredBearerToken: 'secret' }, says('Hi'), 401, '401'],
  ['an unknown model', { models: [] }, says('Hi'), 404, 'unknown_model'],
  ['nothing configured', {}, says('Hi'), 409, 'fixture_not_found'],
  [
    'a refused answer',
    { chatScenarios: [{ id: 'a', responses: [refused('No.')] }] },
    says('Hi'),
    409,
    'fixture_mismatch',
  ],
]

for (const host of hosts) {
  test.each(refusals)(`${host.name}: %s fails once`, async (_, config, body, status, code) => {
    const llm = createLlmMock({ providers: [microsoftFoundry()], config })
    await withHost(host, llm, async (connection) => {
      const client = inferenceOn(connection, endpoint)
      const answer = await postChat(client, body)
      expect(answer).toMatchObject({ status, unexpected: true, body: { error: { code } } })
      expect(answer.headers['x-ms-error-code']).toBe(code)
      const streamed = await postChat(client, { ...body, stream: true })
      expect(streamed).toMatchObject({ status, body: { error: { code } } })
      expect(llm.journal).toHaveLength(2)
    })
  })

  test(`${host.name}: the client's own id comes back, and a header names the model`, async () => {
    const llm = createLlmMock({ providers: [microsoftFoundry()] })
    llm.use(scenario('any', { modelId: 'mistral', responses: [text('Hello.')] }))
    await withHost(host, llm, async (connection) => {
      const answer = await postChat(
        inferenceOn(connection, endpoint),
        { messages },
        {
          'x-ms-model-mesh-model-name': 'mistral',
        },
      )
      expect(answer.body).toEqual({
        choices: [
          { finish_reason: 'stop', index: 0, logprobs: null, message: { content: 'Hello.', role: 'assistant' } },
        ],
        created: 1_767_225_601,
        id: '00000000000000000000000000000001',
        model: 'mistral',
        object: 'chat.completion',
        usage: { completion_tokens: 2, prompt_tokens: 1, total_tokens: 3 },
      })
      const sent = llm.journal[0]!.request.headers['x-ms-client-request-id']
      expect(sent).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.headers['x-ms-client-request-id']).toBe(sent)
    })
  })

  test(`${host.name}: extra-parameters lets further fields through`, async () => {
    const llm = createLlmMock({ providers: [microsoftFoundry()] })
    llm.use(scenario('any', { responses: [text('Hello.')], repeat: 'last' }))
    await withHost(host, llm, async (connection) => {
      const client = inferenceOn(connection, endpoint)
      const statuses: number[] = []
      for (const behaviour of ['pass-through', 'drop', 'error', 'ignore']) {
        const body = { ...says('Hi'), safe_prompt: true }
        statuses.push((await postChat(client, body, { 'extra-parameters': behaviour })).status)
      }
      expect(statuses).toEqual([200, 200, 400, 400])
    })
  })

  test(`${host.name}: the retry of a scripted 429 meets the next response`, async () => {
    const llm = createLlmMock({ providers: [microsoftFoundry()] })
    llm.use(scenario('busy', { responses: [fails(429, { retryAfterMilliseconds: 1 }), text('Now.')] }))
    await withHost(host, llm, async (connection) => {
      const answer = await postChat(inferenceOn(connection, endpoint), says('Hi'))
      expect(answer).toMatchObject({ status: 200, body: { choices: [{ message: { content: 'Now.' } }] } })
      expect(llm.journal.map(({ response }) => response.status)).toEqual([429, 200])
    })
  })

  test(`${host.name}: usage-frame puts the usage into a frame of its own`, async () => {
    const llm = createLlmMock({ providers: [microsoftFoundry({ usage: 'usage-frame' })] })
    llm.use(scenario('any', { responses: [text('Hi')] }))
    await withHost(host, llm, async (connection) => {
      const { body } = await postChat(inferenceOn(connection, endpoint), {
        ...says('Hi'),
        stream: true,
        stream_options: { include_usage: true },
      })
      const head = {
        created: 1_767_225_601,
        id: '00000000000000000000000000000001',
        model: 'gpt-5.5',
        object: 'chat.completion.chunk',
      }
      const choice = { finish_reason: null, index: 0, logprobs: null }
      const frames = body as string[]
      expect(frames.at(-1)).toBe('[DONE]')
      expect(frames.slice(0, -1).map((data) => JSON.parse(data) as unknown)).toEqual([
        { ...head, choices: [{ ...choice, delta: { content: '', role: 'assistant' } }], usage: null },
        { ...head, choices: [{ ...choice, delta: { content: 'Hi' } }], usage: null },
        { ...head, choices: [{ ...choice, delta: { content: '' }, finish_reason: 'stop' }], usage: null },
        { ...head, choices: [], usage: { completion_tokens: 1, prompt_tokens: 1, total_tokens: 2 } },
      ])
    })
  })
}
