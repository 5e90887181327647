import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountTokens, FixtureResponse, Usage } from 'msw-llm'
import { countByLength, countCodePoints } from '../../src/conversation/usage.ts'
import type { Exchange } from '../../src/exchange.ts'
import { ask, chat, stateOf, type Asked } from './ask.ts'
import { pathsOf } from './config-issues.ts'

function answer(response: FixtureResponse, asked: Asked = {}): Exchange {
  return ask(stateOf({ chatScenarios: [{ id: 'a', responses: [response] }] }), asked)
}

/** The usage of a JSON body. */
function wireUsage({ plan }: Exchange): unknown {
  return plan.kind === 'json' ? (JSON.parse(plan.body) as { usage: unknown }).usage : undefined
}

test('counts a token for every four code points begun', () => {
  expect(
    ['', 'a', 'abcd', 'abcde', '😀😀😀😀', '😀😀😀😀😀', '\ud83d\ud83d\ud83d\ud83d\ud83d'].map(countByLength),
  ).toEqual([0, 1, 1, 2, 1, 2, 2])
})

test('counts code points as the language does', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00') })),
      (text) => {
        expect(countCodePoints(text)).toBe([...text].length)
      },
    ),
  )
})

test('counts each message by itself, tool calls included, and the content', () => {
  const asked: Asked = {
    body: chat([
      { role: 'system', content: 'abcde' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'abc' },
          { type: 'text', text: 'de' },
        ],
      },
      {
        role: 'assistant',
        content: 'x',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{ "a" : 1 }' } }],
      },
      { role: 'tool', content: '', tool_call_id: 'call_1' },
    ]),
  }
  const texts: string[] = []
  const countTokens: CountTokens = (text, model) => {
    texts.push(`${model}: ${text}`)
    return text.length
  }
  const exchange = answer({ content: 'Hello!' }, { ...asked, countTokens })
  expect(texts).toEqual([
    'gpt-5.5: abcde',
    'gpt-5.5: abcde',
    'gpt-5.5: xweather{"a":1}',
    'gpt-5.5: ',
    'gpt-5.5: Hello!',
  ])
  expect(exchange.record.response.usage).toEqual({
    inputTokens: 25,
    outputTokens: 6,
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    reasoningTokens: 0,
  })
})

test('puts the same numbers on the wire and into the record', () => {
  const exchange = answer({ content: 'Hello, you!' }, { body: chat('Hello there') })
  expect(exchange.record.response.usage).toEqual({
    inputTokens: 3,
    outputTokens: 3,
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    reasoningTokens: 0,
  })
  expect(wireUsage(exchange)).toEqual({
    prompt_tokens: 3,
    completion_tokens: 3,
    total_tokens: 6,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  })
})

test('takes what the fixture states, and counts the rest', () => {
  const stated: Usage = { inputTokens: 100, cachedInputTokens: 64, reasoningTokens: 1 }
  const exchange = answer({ content: 'Hello!', usage: stated })
  expect(exchange.record.response.usage).toEqual({
    inputTokens: 100,
    outputTokens: 2,
    cachedInputTokens: 64,
    cacheWriteInputTokens: 0,
    reasoningTokens: 1,
  })
  expect(wireUsage(exchange)).toMatchObject({
    prompt_tokens: 100,
    completion_tokens: 2,
    total_tokens: 102,
    prompt_tokens_details: { cached_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 1 },
  })
})

test('takes a stated 0 for a number', () => {
  expect(answer({ content: 'Hello!', usage: { inputTokens: 0, outputTokens: 0 } }).record.response.usage).toMatchObject(
    {
      inputTokens: 0,
      outputTokens: 0,
    },
  )
})

test('counts refused and filtered text, and neither category nor explanation', () => {
  const metadata = { category: 'a long category', explanation: 'a very long explanation' }
  const counted = (['refused', 'filtered'] as const).map(
    (kind) => answer({ content: 'Hello', outputDisposition: { kind, ...metadata } }).record.response.usage.outputTokens,
  )
  expect(counted).toEqual([2, 2])
})

test('records the usage of a stream that does not carry it', () => {
  const { record, plan } = answer({ content: 'Hello' }, { body: chat('Hi', { stream: true }) })
  expect(record.response.usage).toMatchObject({ inputTokens: 1, outputTokens: 2 })
  expect(plan.kind === 'stream' && plan.frames.filter(({ data }) => data.includes('usage'))).toEqual([])
})

test('gives rejections and scripted failures a usage of nothing', () => {
  const nothing = {
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    reasoningTokens: 0,
  }
  expect([
    ask(stateOf({})).record.response.usage,
    ask(stateOf({}), { body: '' }).record.response.usage,
    answer({ error: { status: 500 } }).record.response.usage,
  ]).toEqual([nothing, nothing, nothing])
})

for (const [what, countTokens, reason] of [
  [
    'throws',
    () => {
      throw new Error('no tokenizer')
    },
    'Error: no tokenizer',
  ],
  [
    'throws a text',
    () => {
      throw 'no tokenizer'
    },
    'no tokenizer',
  ],
  ['returns NaN', () => NaN, 'RangeError: it returned NaN, and a count is a whole number from 0'],
  ['returns a fraction', () => 0.5, 'RangeError: it returned 0.5, and a count is a whole number from 0'],
  ['returns less than nothing', () => -1, 'RangeError: it returned -1, and a count is a whole number from 0'],
  ['returns infinity', () => Infinity, 'RangeError: it returned Infinity, and a count is a whole number from 0'],
  [
    'returns a text',
    () => '3' as unknown as number,
    'RangeError: it returned a string, and a count is a whole number from 0',
  ],
  [
    'returns nothing',
    () => undefined as unknown as number,
    'RangeError: it returned nothing, and a count is a whole number from 0',
  ],
] as const satisfies readonly (readonly [string, CountTokens, string])[]) {
  test(`answers 409 when countTokens ${what}, and gives the response back`, () => {
    const state = stateOf({ chatScenarios: [{ id: 'a', responses: [{ content: 'Hello' }] }] })
    const failed = ask(state, { countTokens })
    expect([
      failed.plan.status,
      failed.record.outcome,
      failed.record.response.code,
      failed.record.response.message,
    ]).toEqual([
      409,
      'mismatch',
      'fixture_failed',
      `countTokens failed: ${reason}. The response stays available; mend countTokens.`,
    ])
    expect([failed.record.response.scenario, failed.record.response.index]).toEqual(['a', 0])
    expect(ask(failed.state).record.response.content).toBe('Hello')
  })
}

test('answers 409 also when countTokens throws what cannot be made a text', () => {
  const countTokens: CountTokens = () => {
    throw Object.create(null) as Error
  }
  expect(answer({ content: 'Hello' }, { countTokens }).record.response.code).toBe('fixture_failed')
})

test('does not call countTokens for what the fixture states', () => {
  const countTokens: CountTokens = () => NaN
  expect(answer({ usage: { inputTokens: 1, outputTokens: 2 } }, { countTokens }).record.outcome).toBe('ordinary')
})

test('counts at least as many tokens as the parts of them that a fixture states', () => {
  const stated: Usage = { cachedInputTokens: 100, cacheWriteInputTokens: 20, reasoningTokens: 50 }
  expect(answer({ content: 'Hello!', usage: stated }).record.response.usage).toEqual({
    inputTokens: 120,
    outputTokens: 50,
    cachedInputTokens: 100,
    cacheWriteInputTokens: 20,
    reasoningTokens: 50,
  })
})

test('refuses a stated part that is more than the stated whole', () => {
  const usage = { inputTokens: 5, cachedInputTokens: 6, cacheWriteInputTokens: 5, outputTokens: 1, reasoningTokens: 2 }
  expect(pathsOf({ chatScenarios: [{ id: 'a', responses: [{ usage }] }] })).toEqual([
    'chatScenarios.0.responses.0.usage.cachedInputTokens',
    'chatScenarios.0.responses.0.usage.reasoningTokens',
  ])
})
