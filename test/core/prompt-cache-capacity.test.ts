import { expect, test } from 'vitest'
import { text } from 'msw-llm'
import { ask, chat, stateOf, type Asked } from './ask.ts'

const long = 'word '.repeat(1200)
const asked: Asked = {
  body: chat([
    { role: 'system', content: long },
    { role: 'user', content: long },
  ]),
}

test('a shorter beginning does not come back in the place of the longer one that is read', () => {
  let state = stateOf({
    chatScenarios: [{ id: 'a', responses: [text('Yes.')], repeat: 'last' }],
    capacities: { promptCachePrefixes: 1 },
  })
  const cached = [1, 2, 3, 4].map((sequence) => {
    const exchange = ask(state, { ...asked, sequence })
    state = exchange.state
    return exchange.record.response.usage.cachedInputTokens
  })
  expect(cached).toEqual([0, 2944, 2944, 2944])
})
