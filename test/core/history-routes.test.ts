import { expect, test } from 'vitest'
import {
  azureOpenai,
  conversation,
  deepseek,
  filtered,
  microsoftFoundry,
  openai,
  refused,
  text,
  type Provider,
  type Route,
} from 'msw-llm'
import { digestHistory } from '../../src/conversation/fingerprint.ts'
import type { MockState } from '../../src/scenario/state.ts'
import { ask, stateOf, type Asked } from './ask.ts'
import { canonicalOf } from './canonical.ts'

function routeAt({ routes }: Provider, path: string): Route {
  const found = routes.find((route) => route.method === 'POST' && route.path === path)
  if (found === undefined) throw new Error(`No route at ${path}: ${routes.map((route) => route.path).join(', ')}`)
  return found
}

const call = { name: 'look', arguments: '{"at":"Oslo"}' }
const chatMessages = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'My card' },
  {
    role: 'assistant',
    content: 'I look.',
    tool_calls: [
      { id: 'call_1', type: 'function', function: call },
      { id: 'call_2', type: 'function', function: { ...call, arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'Sun.' },
  { role: 'tool', tool_call_id: 'call_2', content: 'Rain.' },
  { role: 'assistant', content: null, refusal: 'I cannot say.' },
  { role: 'user', content: 'Why?' },
]
const items = [
  {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text: 'My ' },
      { type: 'input_text', text: 'card' },
    ],
  },
  {
    type: 'message',
    role: 'assistant',
    id: 'msg_1',
    status: 'completed',
    content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
  },
  { type: 'function_call', call_id: 'fc_1', name: 'look', arguments: '{ "at": "Oslo" }' },
  { type: 'function_call', call_id: 'fc_2', name: 'look', arguments: '' },
  { type: 'function_call_output', call_id: 'fc_1', output: 'Sun.' },
  { type: 'function_call_output', call_id: 'fc_2', output: 'Rain.' },
  {
    type: 'message',
    role: 'assistant',
    id: 'msg_2',
    status: 'completed',
    content: [{ type: 'refusal', refusal: 'I cannot say.' }],
  },
  { role: 'user', content: 'Why?' },
]

const dated = { query: '?api-version=2024-10-21' }
const inference = { query: '?api-version=2024-05-01-preview' }
const places: Readonly<Record<string, readonly [Route, Omit<Asked, 'body' | 'route'>]>> = {
  'OpenAI chat': [routeAt(openai(), '/chat/completions'), {}],
  'Azure chat': [routeAt(azureOpenai(), '/openai/v1/chat/completions'), {}],
  'an Azure deployment': [
    routeAt(azureOpenai(), '/openai/deployments/{deployment}/chat/completions'),
    { ...dated, params: { deployment: 'mine' } },
  ],
  'Foundry Model Inference': [routeAt(microsoftFoundry(), '/models/chat/completions'), inference],
  DeepSeek: [routeAt(deepseek(), '/chat/completions'), {}],
}
const itemPlaces: Readonly<Record<string, Route>> = {
  'OpenAI Responses': routeAt(openai(), '/responses'),
  'Azure Responses': routeAt(azureOpenai(), '/openai/v1/responses'),
  'Foundry Responses': routeAt(microsoftFoundry(), '/openai/v1/responses'),
}
const expected = digestHistory(canonicalOf({ model: 'm', messages: chatMessages }))

for (const [name, [route, more]] of Object.entries(places)) {
  test(`reads a dialogue into one history: ${name}`, () => {
    expect(digestHistory(canonicalOf({ model: 'm', messages: chatMessages }, route, more))).toEqual(expected)
  })
}

for (const [name, route] of Object.entries(itemPlaces)) {
  test(`reads a dialogue into one history: ${name}`, () => {
    const body = { model: 'm', instructions: 'Be kind.', input: items }
    expect(digestHistory(canonicalOf(body, route))).toEqual(expected)
    const asItem = { model: 'm', input: [{ role: 'developer', content: 'Be kind.' }, ...items] }
    expect(digestHistory(canonicalOf(asItem, route))).toEqual(expected)
  })
}

const talk = stateOf({
  chatScenarios: [
    conversation('talk', {
      steps: [
        { id: 'ordinary', response: text('For how many?') },
        { id: 'refused', after: 'ordinary', response: refused('I cannot say.', { category: 'general_harms' }) },
        { id: 'filtered', after: 'refused', response: filtered('The beginning') },
        { id: 'last', after: 'filtered', response: text('Bye.') },
      ],
    }),
  ],
})

const answers = [
  { role: 'assistant', content: 'For how many?' },
  { role: 'assistant', content: null, refusal: 'I cannot say.' },
  { role: 'assistant', content: 'The beginning' },
]
const outputs = [
  { role: 'assistant', content: [{ type: 'output_text', text: 'For how many?' }] },
  { role: 'assistant', content: [{ type: 'refusal', refusal: 'I cannot say.' }] },
  { role: 'assistant', content: 'The beginning' },
]

/** The history before turn `turn`: questions, and between them the answers so far. */
function historyBefore(turn: number, said: readonly unknown[]): readonly unknown[] {
  return Array.from({ length: turn + 1 }, (_, index) => [
    { role: 'user', content: `Question ${index}` },
    ...(index < turn ? [said[index]] : []),
  ]).flat()
}

type AskTurn = (state: MockState, turn: number, previous: string | null) => ReturnType<typeof ask>

function chatTurn(route: Route, more: Omit<Asked, 'body' | 'route'> = {}): AskTurn {
  return (state, turn) =>
    ask(state, { ...more, route, sequence: turn + 1, body: { model: 'm', messages: historyBefore(turn, answers) } })
}

function itemsTurn(route: Route): AskTurn {
  return (state, turn) =>
    ask(state, { route, sequence: turn + 11, body: { model: 'm', input: historyBefore(turn, outputs) } })
}

function continuedTurn(route: Route): AskTurn {
  return (state, turn, previous) =>
    ask(state, {
      route,
      sequence: turn + 21,
      body: { model: 'm', input: `Question ${turn}`, ...(previous !== null && { previous_response_id: previous }) },
    })
}

/** The steps of four turns, and the state after them. */
function walk(askTurn: AskTurn, from: MockState): { readonly state: MockState; readonly steps: readonly unknown[] } {
  let state = from
  let previous: string | null = null
  const steps = [0, 1, 2, 3].map((turn) => {
    const { state: next, plan, record } = askTurn(state, turn, previous)
    state = next
    previous = plan.kind === 'json' ? (JSON.parse(plan.body) as { id: string }).id : null
    return record.response.code ?? [record.response.step, record.response.replayed]
  })
  return { state, steps }
}

const fresh = ['ordinary', 'refused', 'filtered', 'last'].map((step) => [step, false])
const again = ['ordinary', 'refused', 'filtered', 'last'].map((step) => [step, true])

const ways: Readonly<Record<string, readonly AskTurn[]>> = {
  OpenAI: [
    chatTurn(routeAt(openai(), '/chat/completions')),
    itemsTurn(routeAt(openai(), '/responses')),
    continuedTurn(routeAt(openai(), '/responses')),
  ],
  Azure: [
    chatTurn(routeAt(azureOpenai(), '/openai/v1/chat/completions')),
    chatTurn(routeAt(azureOpenai(), '/openai/deployments/{deployment}/chat/completions'), {
      ...dated,
      params: { deployment: 'm' },
    }),
  ],
  Foundry: [chatTurn(routeAt(microsoftFoundry(), '/openai/v1/chat/completions'))],
}

for (const [name, askers] of Object.entries(ways)) {
  for (const [first, before] of askers.entries()) {
    test(`takes the steps once on one route of ${name} and replays them on the others: begun on ${first + 1}`, () => {
      const { state, steps } = walk(before, talk)
      expect(steps).toEqual(fresh)
      expect(askers.map((after) => walk(after, state).steps)).toEqual(askers.map(() => again))
    })
  }
}

for (const path of ['/openai/v1/chat/completions', '/openai/v1/responses']) {
  test(`shares no turn between Azure and Foundry, at ${path}`, () => {
    const plain = stateOf({ chatScenarios: [conversation('talk', { steps: [{ id: 'a', response: text('a') }] })] })
    const body = {
      model: 'm',
      ...(path.endsWith('responses') ? { input: 'Hi' } : { messages: [{ role: 'user', content: 'Hi' }] }),
    }
    const azure = ask(plain, { route: routeAt(azureOpenai(), path), body })
    const foundry = ask(azure.state, { route: routeAt(microsoftFoundry(), path), body })
    expect([azure, foundry].map(({ record: { response } }) => [response.step, response.replayed])).toEqual([
      ['a', false],
      ['a', false],
    ])
  })
}
