/** Which requests leave their prompt in the prompt cache. */
import { expect, test } from 'vitest'
import { fails, filtered, promptBlocked, refused, text, toolCalls, type Config, type FixtureResponse } from 'msw-llm'
import { complete } from '../../src/exchange.ts'
import { release } from '../../src/scenario/state.ts'
import { ask, reserve, stateOf, type Asked } from './ask.ts'
import { reads, tokens, user } from './cache-reads.ts'
import { asksOf, chatRoutes, routeOf } from './chat-routes.ts'

const prompt = [user(tokens(1024))]
const asked = asksOf(routeOf('openai'), prompt)
const azure = asksOf(routeOf('azure-openai'), prompt)

function gives(...responses: readonly FixtureResponse[]): Config {
  return { chatScenarios: [{ id: 'a', responses: [...responses, text('Next.')] }] }
}

test.for<readonly [name: string, response: FixtureResponse, first?: Asked]>([
  ['an ordinary answer', text('Yes.')],
  ['a streamed answer', text('Yes.'), asksOf(routeOf('openai'), prompt, { stream: true })],
  ['an empty answer', text('')],
  ['a refusal', refused('No.')],
  ['a filtered answer', filtered('Once')],
  [
    'an answer that a content filter cut',
    text('Secret', { contentFilter: { block: { category: 'hate', at: 3 } } }),
    azure,
  ],
  ['an answer that was cut short', text('Once', { finishReason: 'length' })],
  [
    'a stream that breaks off',
    text('One two three.', { streamDelivery: { fault: 'abort', afterFrame: 2 } }),
    asksOf(routeOf('openai'), prompt, { stream: true }),
  ],
  ['an answer whose output is stated', text('Yes.', { usage: { outputTokens: 5, reasoningTokens: 2 } })],
])('%s fills it', ([, response, first = asked]) => {
  expect(reads([first, first === azure ? azure : asked], gives(response))).toEqual([0, 1024])
})

test('a call of a tool fills it', () => {
  const tools = [{ type: 'function', function: { name: 'look' } }]
  const withTools = asksOf(routeOf('openai'), prompt, { tools })
  expect(reads([withTools, withTools], gives(toolCalls([{ name: 'look', arguments: {} }])))).toEqual([0, 1024])
})

test.for<readonly [name: string, response: FixtureResponse]>([
  ['a scripted failure', fails(503)],
  ['a blocked prompt', promptBlocked()],
  ['raw bytes', { raw: { body: 'Hello' } }],
  ['a connection that fails', text('Yes.', { streamDelivery: { fault: 'connectionFailed' } })],
  ['an answer whose input is stated', text('Yes.', { usage: { inputTokens: 2000 } })],
])('%s does not', ([, response]) => {
  expect(
    reads([asked, asked, asked], { chatScenarios: [{ id: 'a', responses: [response, text('1'), text('2')] }] }),
  ).toEqual([0, 0, 1024])
})

test('a rejection, whatever its reason, does not', () => {
  const rejected: readonly Asked[] = [
    { ...asked, body: '{' },
    asksOf(routeOf('openai'), prompt, { stream_options: {} }),
    { ...asked, headers: { 'x-llm-session': 'none' } },
    asksOf(routeOf('openai'), [...prompt, user('a secret')]),
  ]
  const before = stateOf({ chatScenarios: [], inputFilter: { terms: ['secret'] } })
  let state = before
  for (const each of rejected) state = ask(state, each).state
  expect(state.caches).toBe(before.caches)
})

test('a mismatch does not', () => {
  const withTools = asksOf(routeOf('openai'), prompt, { tools: [{ type: 'function', function: { name: 'look' } }] })
  const config = gives(refused('No.'))
  expect(reads([withTools, asked], config)).toEqual([0, 0])
  expect(reads([withTools, withTools], config)).toEqual([0, 0])
})

test('a reservation does not, until it is answered', () => {
  const { state, pending } = reserve(stateOf(gives(text('Late.'))), asked)
  expect(ask(state, asked).record.response.usage.cachedInputTokens).toBe(0)
  expect(ask(release(state, pending.reservation), asked).record.response.usage.cachedInputTokens).toBe(0)
})

test('a response that finds no room does not', () => {
  const [, items] = chatRoutes.filter(({ route }) => route.provider === 'openai')
  const config = { ...gives(), capacities: { storedResponses: 0 } }
  expect(reads([asksOf(items!, prompt), asksOf(items!, prompt, { store: false })], config)).toEqual([0, 0])
})

test('an answer decided after a reset does not', () => {
  const before = reserve(stateOf(gives(text('Late.'))), asked)
  const fresh = stateOf(gives())
  const late = complete(fresh, before.pending, text('Late.'))
  expect(ask(late.state, asked).record.response.usage.cachedInputTokens).toBe(0)
})

test('while one request is answered, another one fills it for both', () => {
  const first = reserve(stateOf(gives(text('Late.'))), asked)
  const second = ask(first.state, asked)
  const late = complete(second.state, first.pending, text('Late.'))
  expect(late.record.response.usage.cachedInputTokens).toBe(1024)
})
