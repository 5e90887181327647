import { expect, test } from 'vitest'
import type { Config, ModelKind } from 'msw-llm'
import { ask, chat, stateOf, type Asked } from './ask.ts'

const chatScenarios = [{ id: 'a', repeat: 'last' as const, responses: [{ content: 'Yes.' }] }]

function codeOf(config: Config, asked: Asked): string | null {
  return ask(stateOf({ chatScenarios, ...config }), asked).record.response.code
}

test('knows every model where none is configured, and none where the list is empty', () => {
  expect([codeOf({}, { body: chat('Hi', { model: 'any' }) }), codeOf({ models: [] }, {})]).toEqual([
    null,
    'model_not_found',
  ])
})

test('answers for configured chat models alone, case by case', () => {
  const models = [{ id: 'plain' }, { id: 'chatty', kind: 'chat' as const }]
  const codes = ['plain', 'chatty', 'Plain', 'plain ', 'toString', 'constructor'].map((model) =>
    codeOf({ models }, { body: chat('Hi', { model }) }),
  )
  expect(codes).toEqual([null, null, 'model_not_found', 'model_not_found', 'model_not_found', 'model_not_found'])
})

test('does not chat with a model of another kind, and says so', () => {
  const kinds: readonly ModelKind[] = ['embedding', 'image', 'audio']
  const models = kinds.map((kind) => ({ id: kind, kind }))
  const responses = kinds.map(
    (model) => ask(stateOf({ chatScenarios, models }), { body: chat('Hi', { model }) }).record,
  )
  expect(responses.map(({ response: { status, code, message } }) => [status, code, message])).toEqual(
    kinds.map((kind) => [
      404,
      'model_not_found',
      `The model \`${kind}\` does not exist or you do not have access to it. It is configured as a model of kind '${kind}'. Ask for one of kind 'chat'.`,
    ]),
  )
})

test('names the configured models where one is unknown', () => {
  const messageOf = (config: Config): string | null =>
    ask(stateOf({ chatScenarios, ...config })).record.response.message
  expect([messageOf({ models: [{ id: 'a' }, { id: 'b' }] }), messageOf({ models: [] })]).toEqual([
    "The model `gpt-5.5` does not exist or you do not have access to it. The configured models are 'a', 'b'. Ask for one of them, or add it to models.",
    'The model `gpt-5.5` does not exist or you do not have access to it. The configured models are none. Ask for one of them, or add it to models.',
  ])
})

const carriers: readonly (readonly [name: string, asked: Asked])[] = [
  ['authorization', { headers: { authorization: 'Bearer secret' } }],
  ['authorization in lower case', { headers: { authorization: 'bearer secret' } }],
  ['api-key', { headers: { 'api-key': 'secret' } }],
  ['x-api-key', { headers: { 'x-api-key': 'secret' } }],
  ['x-goog-api-key', { headers: { 'x-goog-api-key': 'secret' } }],
  ['?key=', { query: '?key=secret' }],
  ['?key= after another parameter', { query: '?alt=sse&key=secret' }],
  ['a second carrier beside another token', { headers: { authorization: 'Bearer other', 'api-key': 'secret' } }],
]

for (const [name, asked] of carriers) {
  test(`takes the required token from ${name}`, () => {
    expect(codeOf({ requiredBearerToken: 'secret' }, asked)).toBe(null)
  })
  test(`matches a scenario that requires the token, sent with ${name}`, () => {
    const guarded = [{ ...chatScenarios[0]!, requiredBearerToken: 'secret' }]
    expect(codeOf({ chatScenarios: guarded }, asked)).toBe(null)
  })
}

for (const [what, asked] of [
  ['no token', {}],
  ['another token', { headers: { authorization: 'Bearer other' } }],
  ['the token in another case', { headers: { authorization: 'Bearer Secret' } }],
  ['the token with more after it', { headers: { authorization: 'Bearer secret2' } }],
  ['the token in another scheme', { headers: { authorization: 'Basic secret' } }],
  ['the token without a scheme', { headers: { authorization: 'secret' } }],
  ['the token in a cookie', { headers: { cookie: 'secret' } }],
  ['the token in another parameter', { query: '?api_key=secret' }],
] as const satisfies readonly (readonly [string, Asked])[]) {
  test(`refuses a request with ${what}`, () => {
    expect(codeOf({ requiredBearerToken: 'secret' }, asked)).toBe('invalid_api_key')
  })
  test(`passes a scenario over that requires the token, for a request with ${what}`, () => {
    const guarded = { ...chatScenarios[0]!, id: 'guarded', requiredBearerToken: 'secret' }
    const open = { id: 'open', responses: [{ content: 'Open.' }] }
    const { record } = ask(stateOf({ chatScenarios: [guarded, open] }), asked)
    expect(record.response.scenario).toBe('open')
  })
}

test('says whether a token is missing or wrong, and keeps both tokens to itself', () => {
  const messages = [{}, { headers: { 'api-key': 'sent-secret' } }].map(
    (asked) => ask(stateOf({ requiredBearerToken: 'top-secret' }), asked).record.response.message,
  )
  expect(messages).toEqual([
    'Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries none. Give the client that token as its apiKey.',
    'Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries another one. Give the client that token as its apiKey.',
  ])
})

test('answers 401 in the envelope of the provider', () => {
  const { plan } = ask(stateOf({ requiredBearerToken: 'secret' }))
  expect(plan.kind === 'json' && [plan.status, JSON.parse(plan.body)]).toEqual([
    401,
    {
      error: {
        message:
          'Incorrect API key provided: the mock is configured with a requiredBearerToken, and the request carries none. Give the client that token as its apiKey.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
  ])
})
