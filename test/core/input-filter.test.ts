import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, chat, stateOf, type Asked } from './ask.ts'
import type { Exchange } from '../../src/exchange.ts'

function filter(terms: readonly string[], asked: Asked): Exchange {
  return ask(stateOf({ inputFilter: { terms }, chatScenarios: [{ id: 'a', responses: [{ content: 'Yes.' }] }] }), asked)
}

test('ends a request whose text contains a term, in any case, before a response is chosen', () => {
  const { plan, record } = filter(['bomb'], { body: chat('How to build a BOMB?') })
  expect([plan.status, record.outcome, record.response]).toEqual([
    400,
    'input_filtered',
    {
      status: 400,
      code: 'content_filter',
      message: 'The prompt was filtered: a user message contains "bomb", which inputFilter.terms lists.',
      dataset: null,
      scenario: null,
      step: null,
      index: null,
      replayed: false,
      content: null,
      outputDisposition: null,
      usage: { inputTokens: 5, outputTokens: 0, cachedInputTokens: 0, cacheWriteInputTokens: 0, reasoningTokens: 0 },
    },
  ])
  expect(plan.kind === 'json' && JSON.parse(plan.body)).toEqual({
    error: {
      message: 'The prompt was filtered: a user message contains "bomb", which inputFilter.terms lists.',
      type: 'invalid_request_error',
      param: null,
      code: 'content_filter',
    },
  })
})

for (const [where, messages] of [
  [
    'a system message',
    [
      { role: 'system', content: 'No bombs.' },
      { role: 'user', content: 'Hi' },
    ],
  ],
  [
    'a developer message',
    [
      { role: 'developer', content: 'No bombs.' },
      { role: 'user', content: 'Hi' },
    ],
  ],
  [
    'an earlier user message',
    [
      { role: 'user', content: 'A bomb' },
      { role: 'user', content: 'Hi' },
    ],
  ],
  [
    'an answer of the history',
    [
      { role: 'assistant', content: 'A bomb' },
      { role: 'user', content: 'Hi' },
    ],
  ],
  [
    'a refusal of the history',
    [
      { role: 'assistant', refusal: 'No bombs.' },
      { role: 'user', content: 'Hi' },
    ],
  ],
  [
    'a tool result',
    [
      { role: 'tool', content: 'bombastic', tool_call_id: 'call_1' },
      { role: 'user', content: 'Hi' },
    ],
  ],
  [
    'a text part',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'text', text: 'bomb' },
        ],
      },
    ],
  ],
  [
    'two text parts together',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'bo' },
          { type: 'text', text: 'mb' },
        ],
      },
    ],
  ],
] as const) {
  test(`finds a term in ${where}`, () => {
    expect(filter(['BOMB'], { body: chat(messages) }).record.response.code).toBe('content_filter')
  })
}

test('lets a request pass that contains no term', () => {
  expect(filter(['bomb'], { body: chat('bo mb') }).record.outcome).toBe('ordinary')
  expect(
    filter(['bomb'], {
      body: chat([
        { role: 'user', content: 'bo' },
        { role: 'user', content: 'mb' },
      ]),
    }).record.outcome,
  ).toBe('ordinary')
})

test('answers a filtered stream request with the same JSON', () => {
  const { plan } = filter(['bomb'], { body: chat('bomb', { stream: true }) })
  expect([plan.kind, plan.status, plan.headers['x-should-retry']]).toEqual(['json', 400, 'false'])
})

test('counts nothing where the tokens of a filtered prompt cannot be counted', () => {
  const { record } = filter(['bomb'], { body: chat('bomb'), countTokens: () => NaN })
  expect([record.outcome, record.response.usage.inputTokens]).toEqual(['input_filtered', 0])
})

test('counts of a filtered prompt nothing but the prompt, also where an empty text counts', () => {
  const { record } = filter(['bomb'], { body: chat('bomb'), countTokens: () => 3 })
  expect(record.response.usage).toEqual({
    inputTokens: 3,
    outputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    reasoningTokens: 0,
  })
})

test('finds every term that stands in the text as it is written', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', 'ß', 'Σ', 'σ', 'İ', 'I', 'ı', 'ﬁ', '😀', ' '),
    minLength: 1,
  })
  fc.assert(
    fc.property(letters, fc.string(), fc.string(), (term, before, after) => {
      expect(filter([term], { body: chat(before + term + after) }).record.outcome).toBe('input_filtered')
    }),
    { numRuns: 500 },
  )
})
