/** The controls of a mock, called as a test outside the page would. */
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type ControlOptions, type LlmMock } from 'msw-llm'
import { serve } from '#hosts'
import { chatUrl, post, says } from '../support/openai.ts'

const origin = globalThis.location?.origin ?? 'http://localhost:3000'

async function withControls(
  llm: LlmMock,
  options: ControlOptions,
  use: (call: (name: string, init?: RequestInit) => Promise<readonly [number, unknown]>) => Promise<void>,
): Promise<void> {
  const { stop } = await serve([...llm.controlHandlers({ origin, ...options }), ...llm.handlers])
  const { path = '/__msw-llm' } = options
  try {
    await use(async (name, init) => {
      const response = await fetch(`${origin}${path}/${name}`, init)
      return [response.status, await response.json()]
    })
  } finally {
    stop()
    llm.close()
  }
}

async function ask(): Promise<unknown> {
  const reply = await fetch(chatUrl, post(says('Hi')))
  return [
    reply.status,
    ((await reply.json()) as { choices?: { message: { content: string } }[] }).choices?.[0]?.message.content,
  ]
}

const config = { chatScenarios: [{ id: 'a', responses: [{ content: 'From outside.' }] }] }

test('a page’s mock is configured, asked, read and reset from outside', async () => {
  const llm = createLlmMock()
  await withControls(llm, {}, async (call) => {
    expect(await call('configure', post(config))).toEqual([200, { ok: true }])
    expect(await ask()).toEqual([200, 'From outside.'])
    expect((await call('summary'))[1]).toEqual(llm.summary())
    expect((await call('journal'))[1]).toEqual(JSON.parse(JSON.stringify(llm.journal)))
    expect(llm.journal.map(({ response }) => response.content)).toEqual(['From outside.'])
    expect(await call('reset', { method: 'POST' })).toEqual([200, { ok: true }])
    expect([llm.journal.length, await ask()]).toEqual([0, [200, 'From outside.']])
  })
})

test('a configuration that cannot be used is told with its faults, and the former one stays', async () => {
  const llm = createLlmMock()
  llm.use(scenario('kept', { responses: [text('Still here.')] }))
  await withControls(llm, {}, async (call) => {
    expect(await call('configure', post({ chatScenarios: [{ id: 'a', responses: [{ contents: 'x' }] }] }))).toEqual([
      400,
      {
        error: {
          code: 'invalid_config',
          message: expect.stringContaining('chatScenarios[0].responses[0].contents'),
          issues: [
            {
              path: ['chatScenarios', 0, 'responses', 0, 'contents'],
              code: 'unrecognized_keys',
              message: 'Unknown field "contents": did you mean content?',
            },
          ],
        },
      },
    ])
    expect((await call('configure', post('{"chatScenarios":')))[0]).toBe(400)
    expect((await call('configure', post('{"chatScenarios":')))[1]).toEqual({
      error: { code: 'invalid_json', message: expect.stringMatching(/^The body is no JSON: SyntaxError/) },
    })
    expect(await ask()).toEqual([200, 'Still here.'])
  })
})

test('with a token nobody else is served', async () => {
  const llm = createLlmMock({ config })
  await withControls(llm, { token: 'secret', path: '/controls/llm' }, async (call) => {
    const refused = [
      401,
      {
        error: {
          code: 'invalid_token',
          message: 'The controls of this mock ask for a token. Send it as authorization: Bearer.',
        },
      },
    ]
    const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })
    expect([await call('summary'), await call('reset', { method: 'POST', ...bearer('guess') })]).toEqual([
      refused,
      refused,
    ])
    expect((await call('summary', bearer('secret')))[0]).toBe(200)
  })
})

test('what cannot be an origin or a path is refused', () => {
  const llm = createLlmMock()
  const controls = (options: ControlOptions) => () => llm.controlHandlers(options)
  expect(controls({ origin: 'http://localhost:3000/' })).toThrow(
    'llm.controlHandlers({ origin }) takes an origin, for example \'http://localhost:3000\', not "http://localhost:3000/".',
  )
  expect(controls({ origin, path: 'llm' })).toThrow(
    "llm.controlHandlers({ path }) takes a path that begins with a slash, for example '/__msw-llm'.",
  )
  expect(controls({ origin, tokens: 'x' } as ControlOptions)).toThrow('llm.controlHandlers() has no option "tokens"')
  if (globalThis.location === undefined) {
    expect(controls({})).toThrow(
      "llm.controlHandlers({ origin }) takes an origin, for example 'http://localhost:3000'; there is no page here to take it from.",
    )
  } else {
    expect(llm.controlHandlers().map(({ info }) => info.header)).toEqual([
      `POST ${origin}/__msw-llm/configure`,
      `POST ${origin}/__msw-llm/reset`,
      `GET ${origin}/__msw-llm/journal`,
      `GET ${origin}/__msw-llm/summary`,
    ])
  }
})
