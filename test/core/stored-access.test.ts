/** `GET` and `DELETE` of a response: what they ask for, and what they leave. */
import { expect, test } from 'vitest'
import { nothingStored } from '../../src/conversation/stored-responses.ts'
import type { MockState } from '../../src/scenario/state.ts'
import { ask, stateOf, type Asked } from './ask.ts'
import { about, bodyOf, continues, converse, idOf, saidIn, says } from './continue.ts'

const bearer = (token: string): Asked => ({ headers: { authorization: `Bearer ${token}` } })

function answered(): MockState {
  const chatScenarios = [{ id: 'a', responses: [{ content: 'One.' }, { content: 'Two.' }] }]
  return ask(stateOf({ chatScenarios }), says('Hi')).state
}

test('fetches a response any number of times, and changes nothing', () => {
  const state = answered()
  const fetched = [2, 3].map((sequence) => ask(state, about('GET', idOf(1), { sequence })))
  expect(fetched.map((exchange) => exchange.state)).toEqual([state, state])
  for (const exchange of fetched) expect(exchange.state).toBe(state)
  expect(bodyOf(fetched[0]!)).toEqual(bodyOf(fetched[1]!))
  expect(bodyOf(fetched[0]!)).toMatchObject({
    id: idOf(1),
    status: 'completed',
    output: [{ content: [{ text: 'One.' }] }],
  })
})

test('deletes the response alone: cursors, turns and the prompt cache stay', () => {
  const state = answered()
  const deleted = ask(state, about('DELETE', idOf(1), { sequence: 2 })).state
  expect(state.stored).not.toEqual(nothingStored)
  expect(deleted).toEqual({ ...state, stored: nothingStored })
})

for (const method of ['GET', 'DELETE'] as const) {
  test(`asks for the credential before ${method} looks for a response`, () => {
    const state = stateOf({ requiredBearerToken: 'secret' })
    const exchanges = [about(method, idOf(1)), about(method, idOf(1), bearer('secret'))].map((asked) =>
      ask(state, asked),
    )
    expect(exchanges.map(({ plan, record }) => [plan.status, record.response.code])).toEqual([
      [401, 'invalid_api_key'],
      [404, 'response_not_found'],
    ])
  })

  test(`changes nothing where ${method} finds no response`, () => {
    const state = answered()
    for (const [id, asked] of [
      [idOf(7), {}],
      ['', {}],
      ['__proto__', {}],
      [idOf(1).toUpperCase(), {}],
      [idOf(1), bearer('another')],
      [idOf(1), { headers: { 'x-llm-session': 's' } }],
    ] as const) {
      const missing = ask(state, about(method, id, { sequence: 2, ...asked }))
      expect([missing.plan.status, bodyOf(missing)]).toEqual([
        404,
        {
          error: {
            message: `Response with id '${id}' not found.`,
            type: 'invalid_request_error',
            param: null,
            code: 'response_not_found',
          },
        },
      ])
      expect(missing.state).toBe(state)
    }
  })

  test(`has ${method} find the responses of every model, which it does not name`, () => {
    const state = stateOf({ models: [{ id: 'gpt-5' }], chatScenarios: [{ id: 'a', responses: [{ content: 'One.' }] }] })
    const exchanges = converse(state, [says('Hi', { model: 'gpt-5' }), about(method, idOf(1))])
    expect(exchanges.map(({ plan }) => plan.status)).toEqual([200, 200])
  })
}

test('fetches what an answer was, and not what was said after it', () => {
  const exchanges = converse(answered(), [
    continues(1, 'Else?', { instructions: 'Be brief.' }, { sequence: 2 }),
    about('GET', idOf(1), { sequence: 3 }),
    about('GET', idOf(2), { sequence: 4 }),
  ])
  expect(saidIn(exchanges)).toEqual(['Two.', null, null])
  expect(bodyOf(exchanges[1]!)).toMatchObject({ id: idOf(1), instructions: null, previous_response_id: null })
  expect(bodyOf(exchanges[2]!)).toEqual(bodyOf(exchanges[0]!))
})
