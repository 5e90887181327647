/** What is restored of answers that are not ordinary JSON. */
import { expect, test } from 'vitest'
import { azureOpenai, microsoftFoundry, type FixtureResponse, type Route } from 'msw-llm'
import type { Exchange } from '../../src/exchange.ts'
import { ask, stateOf, type Asked } from './ask.ts'
import { continues, converse, historyOf, responsesRoute, routeOf, saidIn, says } from './continue.ts'

const azure = azureOpenai({ endpoint: 'https://example.openai.azure.com' }).routes
const foundry = microsoftFoundry({ endpoint: 'https://example.services.ai.azure.com' }).routes

const hosts: readonly (readonly [string, Route, Asked])[] = [
  ['OpenAI', responsesRoute, {}],
  ['Azure OpenAI', routeOf(azure, 'POST', '/openai/v1/responses'), {}],
  ['Azure OpenAI, dated', routeOf(azure, 'POST', '/openai/responses'), { query: '?api-version=2025-04-01-preview' }],
  ['Microsoft Foundry', routeOf(foundry, 'POST', '/openai/v1/responses'), {}],
]

/** Asks for this answer, and goes on from it. */
function goOnFrom(response: FixtureResponse, stream: boolean, where: Asked = {}): readonly Exchange[] {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [response, { content: 'Then this.' }] }] })
  return converse(state, [says('Hi', { stream }, where), continues(1, 'Else?', { stream }, where)])
}

const user = (content: string): unknown => ({ role: 'user', content })

for (const [host, route, where] of hosts) {
  for (const stream of [false, true]) {
    for (const [what, response, message] of [
      ['a text', { content: 'One two.' }, { role: 'assistant', content: 'One two.' }],
      ['an empty text', {}, { role: 'assistant', content: '' }],
      [
        'a text in chunks',
        { content: 'a😀b', streamChunks: ['a\ud83d', '', '\ude00b'] },
        { role: 'assistant', content: 'a😀b' },
      ],
      ['a text cut by its length', { content: 'One', finishReason: 'length' }, { role: 'assistant', content: 'One' }],
      [
        'a filtered text, as an ordinary one',
        { content: 'Well, I', outputDisposition: { kind: 'filtered', category: 'violence', explanation: 'Not told.' } },
        { role: 'assistant', content: 'Well, I' },
      ],
      [
        'a refusal, with its kind alone',
        { content: 'No.', outputDisposition: { kind: 'refused', category: 'bio', explanation: 'Not told.' } },
        { role: 'assistant', content: 'No.', outputDisposition: { kind: 'refused' } },
      ],
    ] as const satisfies readonly (readonly [string, FixtureResponse, object])[]) {
      test(`${host}, stream ${stream}: restores ${what}`, () => {
        const exchanges = goOnFrom(response, stream, { route, ...where })
        expect(historyOf(exchanges)).toEqual([user('Hi'), message, user('Else?')])
        expect(saidIn(exchanges)[1]).toBe('Then this.')
      })
    }
  }
}

for (const [host, route, where] of hosts.slice(1)) {
  for (const stream of [false, true]) {
    test(`${host}, stream ${stream}: restores of a text that a content filter blocked what reached the client`, () => {
      const response = {
        content: 'Once upon a time',
        contentFilter: { block: { category: 'violence' as const, at: 9 } },
      }
      const exchanges = goOnFrom(response, stream, { route, ...where })
      expect(exchanges[0]!.record.outcome).toBe('filtered')
      expect(historyOf(exchanges)).toEqual([user('Hi'), { role: 'assistant', content: 'Once upon' }, user('Else?')])
    })
  }

  test(`${host}: restores of a buffered text only the batches that were sent`, () => {
    const response: FixtureResponse = {
      content: 'Once upon a time',
      streamChunks: ['Once ', 'upon ', 'a ', 'time'],
      contentFilter: { buffer: { characters: 10 }, block: { category: 'violence', at: 12 } },
    }
    const exchanges = goOnFrom(response, true, { route, ...where })
    expect(historyOf(exchanges)).toEqual([user('Hi'), { role: 'assistant', content: 'Once upon ' }, user('Else?')])
  })
}

test('goes on at a path of the same provider from a response of its other path', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', repeat: 'last', responses: [{ content: 'Yes.' }] }] })
  const [[, v1], [, dated, version]] = [hosts[1]!, hosts[2]!]
  const exchanges = converse(state, [
    says('Hi', {}, { route: v1 }),
    continues(1, 'Else?', {}, { route: dated, ...version }),
    continues(2, 'More?', {}, { route: v1 }),
  ])
  expect(saidIn(exchanges)).toEqual(['Yes.', 'Yes.', 'Yes.'])
})

test('matches the kind of a refusal that was restored', () => {
  const state = stateOf({
    chatScenarios: [
      {
        id: 'after',
        match: { messages: [{ role: 'assistant', outputDisposition: { kind: 'refused' } }, { content: 'Why' }] },
        responses: [{ content: 'Because.' }],
      },
      {
        id: 'first',
        responses: [{ content: 'No.' }, { content: 'No.', outputDisposition: { kind: 'refused' } }],
      },
    ],
  })
  const exchanges = converse(state, [says('Hi'), says('Hi'), continues(1, 'Why?'), continues(2, 'Why?')])
  expect(saidIn(exchanges)).toEqual(['No.', 'No.', 'scenario_exhausted', 'Because.'])
})

const refused: FixtureResponse = { content: 'No.', outputDisposition: { kind: 'refused' } }

for (const [what, item] of [
  ['a tool call', { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' }],
  ['the result of a tool', { type: 'function_call_output', call_id: 'c', output: 'A cat' }],
  ['a call of a built-in tool', { type: 'web_search_call', id: 'ws_1', status: 'completed' }],
  ['an item of reasoning', { type: 'reasoning', id: 'rs_1', summary: [] }],
  ['a reference to an item', { type: 'item_reference', id: 'msg_1' }],
] as const) {
  test(`gives no refusal to a request whose restored history has ${what}, at once or later`, () => {
    const state = stateOf({
      chatScenarios: [
        { id: 'a', responses: [{ content: 'One.' }, { content: 'Two.' }, refused, { content: 'Four.' }] },
      ],
    })
    const input = [{ role: 'user', content: 'Hi' }, item]
    const before = converse(state, [says(input), continues(1, 'Else?'), says('A history of its own')])
    expect(saidIn(before)).toEqual(['One.', 'Two.', 'No.'])
    const again = converse(state, [says(input), continues(1, 'Else?'), continues(2, 'On?'), says('Another')])
    expect(saidIn(again)).toEqual(['One.', 'Two.', 'fixture_mismatch', 'No.'])
    const { state: held } = again[1]!
    expect(ask(held, { ...continues(2, 'On?'), sequence: 3 }).state).toBe(held)
  })
}

test('gives a refusal that permits tools to a request whose restored history has some', () => {
  const permitted = { content: 'No.', outputDisposition: { kind: 'refused', requests: ['tools'] } } as const
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'One.' }, permitted] }] })
  const input = [
    { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output: 'A cat' },
  ]
  expect(saidIn(converse(state, [says(input), continues(1, 'Else?')]))).toEqual(['One.', 'No.'])
})

test('forgets what an earlier request asked for beside its history', () => {
  const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: '{}' }, refused] }] })
  const asking = {
    tools: [{ type: 'function', name: 'look', parameters: {} }],
    include: ['reasoning.encrypted_content'],
    text: { format: { type: 'json_object' } },
  }
  expect(saidIn(converse(state, [says('Hi', asking), continues(1, 'Else?')]))).toEqual(['{}', 'No.'])
})
