/** Responses that a request cannot go on from. */
import { expect, test } from 'vitest'
import { azureOpenai, type Config, type Route } from 'msw-llm'
import { freshState, type MockState } from '../../src/scenario/state.ts'
import { complete } from '../../src/exchange.ts'
import { ask, reserve, stateOf, type Asked } from './ask.ts'
import { about, bodyOf, continues, converse, idOf, responsesRoute, routeOf, saidIn, says } from './continue.ts'

const config: Config = {
  chatScenarios: [{ id: 'a', responses: [{ content: 'One.' }, { content: 'Two.' }, { error: { status: 500 } }] }],
}

const bearer = (token: string): Asked => ({ headers: { authorization: `Bearer ${token}` } })
const azure: Route = routeOf(azureOpenai().routes, 'POST', '/openai/v1/responses')

/** A mock that has given `One.` to a request with a credential of its own. */
function answered(): MockState {
  return ask(stateOf(config), says('Hi', {}, bearer('mine'))).state
}

function errorOf(id: string, hint = ''): unknown {
  return {
    error: {
      message: `Previous response with id '${id}' not found.${hint}`,
      type: 'invalid_request_error',
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    },
  }
}

const foreign = ' It was given to another model, credential or session.'

for (const [what, asked] of [
  ['model', continues(1, 'Else?', { model: 'gpt-5' }, bearer('mine'))],
  ['credential', continues(1, 'Else?', {}, bearer('yours'))],
  ['session', continues(1, 'Else?', {}, { headers: { authorization: 'Bearer mine', 'x-llm-session': 's' } })],
  ['provider', continues(1, 'Else?', {}, { ...bearer('mine'), route: azure })],
] as const) {
  test(`finds no previous response that was given to another ${what}, and consumes nothing`, () => {
    const state = answered()
    const refused = ask(state, { ...asked, sequence: 2 })
    expect([refused.plan.status, bodyOf(refused)]).toEqual([400, errorOf(idOf(1), foreign)])
    expect(refused.state).toBe(state)
    expect(saidIn(converse(state, [continues(1, 'Else?', {}, { ...bearer('mine'), sequence: 2 })]))).toEqual(['Two.'])
  })
}

for (const [what, id] of [
  ['of nobody', idOf(7)],
  ['of the request itself', idOf(2)],
  ['that is empty', ''],
  ['of an object’s own kind', '__proto__'],
] as const) {
  test(`finds no previous response with an id ${what}, and consumes nothing, for JSON and for a stream`, () => {
    const state = answered()
    for (const stream of [false, true]) {
      const asked = says('Else?', { previous_response_id: id, stream }, { ...bearer('mine'), sequence: 2 })
      const refused = ask(state, asked)
      expect([refused.plan.status, bodyOf(refused)]).toEqual([400, errorOf(id)])
      expect(refused.state).toBe(state)
      expect([refused.record.outcome, refused.record.response.usage.inputTokens]).toEqual(['rejected', 0])
    }
  })
}

for (const id of ['resp_1!', ' ', 'résp', `${idOf(1)}\n`]) {
  test(`refuses the malformed id ${JSON.stringify(id)}, and consumes nothing`, () => {
    const state = answered()
    const refused = ask(state, says('Else?', { previous_response_id: id }, { ...bearer('mine'), sequence: 2 }))
    expect([refused.plan.status, bodyOf(refused)]).toEqual([
      400,
      {
        error: {
          message:
            `Invalid 'previous_response_id': '${id}'. ` +
            'Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.',
          type: 'invalid_request_error',
          param: 'previous_response_id',
          code: 'invalid_value',
        },
      },
    ])
    expect(refused.state).toBe(state)
  })
}

test('takes null for no previous response', () => {
  const [first] = converse(stateOf(config), [says('Hi', { previous_response_id: null })])
  expect(first!.record.response.content).toBe('One.')
})

test('refuses an id that is no text as a wrong type', () => {
  const [first] = converse(stateOf(config), [says('Hi', { previous_response_id: 1 })])
  expect([first!.record.response.code, first!.plan.status]).toEqual(['invalid_type', 400])
})

test('finds no previous response that was deleted, and still those before and after it', () => {
  const exchanges = converse(stateOf(config), [
    says('Hi'),
    continues(1, 'Else?'),
    about('DELETE', idOf(1)),
    continues(1, 'Again?'),
    about('GET', idOf(2)),
  ])
  expect(exchanges.map(({ plan }) => plan.status)).toEqual([200, 200, 200, 400, 200])
  expect(bodyOf(exchanges[3]!)).toEqual(errorOf(idOf(1)))
  expect(exchanges[3]!.state).toBe(exchanges[2]!.state)
})

test('goes on from a response whose own parent was deleted with the whole history', () => {
  const exchanges = converse(
    stateOf({ chatScenarios: [{ id: 'a', repeat: 'last', responses: [{ content: 'Yes.' }] }] }),
    [says('Hi'), continues(1, 'Else?'), about('DELETE', idOf(1)), continues(2, 'More?')],
  )
  expect(exchanges[3]!.record.canonical.messages.map(({ content }) => content)).toEqual([
    'Hi',
    'Yes.',
    'Else?',
    'Yes.',
    'More?',
  ])
})

test('finds no previous response from before a reset', () => {
  const before = answered()
  const state = freshState(before.config)
  const refused = ask(state, continues(1, 'Else?', {}, { ...bearer('mine'), sequence: 2 }))
  expect([refused.plan.status, bodyOf(refused)]).toEqual([400, errorOf(idOf(1))])
  expect(refused.state).toBe(state)
})

test('keeps no response of a request that a reset overtook', () => {
  const { state, pending } = reserve(stateOf(config), says('Hi'))
  const fresh = freshState(state.config)
  const late = complete(fresh, pending, { content: 'One.' })
  expect([late.record.response.content, late.state]).toEqual(['One.', fresh])
  const kept = complete(state, pending, { content: 'One.' })
  const asked = continues(1, 'Else?', {}, { sequence: 2 })
  expect(saidIn([ask(late.state, asked), ask(kept.state, asked)])).toEqual(['previous_response_not_found', 'Two.'])
})

test('finds no previous response where a scripted error was sent', () => {
  const exchanges = converse(stateOf(config), [says('Hi'), says('Hi'), says('Hi'), continues(3, 'Else?')])
  expect(exchanges.map(({ plan }) => plan.status)).toEqual([200, 200, 500, 400])
  expect(bodyOf(exchanges[3]!)).toEqual(errorOf(idOf(3)))
})

test('finds no previous response where a prompt was blocked, or a request was refused by us', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ promptBlock: {} }] }] })
  const exchanges = converse(state, [says('Hi'), says('Hi'), continues(1, 'Else?'), continues(2, 'Else?')])
  expect(exchanges.map(({ record: { outcome, response } }) => [outcome, response.code])).toEqual([
    ['prompt_blocked', null],
    ['mismatch', 'scenario_exhausted'],
    ['rejected', 'previous_response_not_found'],
    ['rejected', 'previous_response_not_found'],
  ])
})

/** Breaks every rule at once; each step mends the rule that it broke first. */
const broken = {
  headers: {} as Record<string, string>,
  input: 5 as unknown,
  model: 'painter',
  previous_response_id: 'not an id',
  text: { format: { type: 'json_object' } } as unknown,
}

const steps: readonly (readonly [status: number, code: string | null, mend: Partial<typeof broken>])[] = [
  [400, 'invalid_type', { input: 'A bomb' }],
  [401, 'invalid_api_key', { headers: { authorization: 'Bearer secret' } }],
  [400, 'model_not_found', { model: 'gpt-5.5' }],
  [400, 'invalid_value', { previous_response_id: idOf(7) }],
  [400, 'previous_response_not_found', { previous_response_id: idOf(1) }],
  [400, 'content_filter', { input: 'A balloon' }],
  [409, 'fixture_not_found', { input: 'A balloon, please' }],
  [409, 'fixture_mismatch', { text: null }],
  [200, null, {}],
]

test('reports a previous response that is missing after shape, credential, model and native rules, and before the filter', () => {
  const state = ask(
    stateOf({
      models: [{ id: 'gpt-5.5' }, { id: 'painter', kind: 'image' }],
      requiredBearerToken: 'secret',
      inputFilter: { terms: ['bomb'] },
      chatScenarios: [
        { id: 'hello', match: { messages: [{ content: 'Hi', last: true }] }, responses: [{ content: 'One.' }] },
        {
          id: 'please',
          match: { messages: [{ content: 'please' }] },
          responses: [{ content: 'No.', outputDisposition: { kind: 'refused' } }],
        },
      ],
    }),
    says('Hi', {}, bearer('secret')),
  ).state
  const mends = steps.map(([, , mend]) => mend)
  const exchanges = steps.map((_, index) => {
    const { headers, ...body } = Object.assign({}, broken, ...mends.slice(0, index)) as typeof broken
    return ask(state, { route: responsesRoute, headers, body, sequence: 2 })
  })
  expect(exchanges.map(({ plan, record }) => [plan.status, record.response.code])).toEqual(
    steps.map(([status, code]) => [status, code]),
  )
  for (const { state: after } of exchanges.slice(0, -1)) expect(after).toBe(state)
})
