/** The laws between the fields of a usage, over prompts, answers, stated counts and states of the prompt cache. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filtered, promptBlocked, refused, text, type FixtureResponse, type Usage } from 'msw-llm'
import { ask, stateOf, type Asked } from './ask.ts'
import { asksOf, chatRoutes, type ChatRoute, type Said } from './chat-routes.ts'
import { expectUsage, numbersIn, usagesOf } from './wire-usage.ts'

/** A text counts what it begins with, so that long prompts need no long texts. */
const countTokens = (content: string): number => Number.parseInt(content, 10) || 0

const size = fc.oneof(fc.nat(6000), fc.constantFrom(0, 1, 63, 64, 1023, 1024, 1152, 4095, 4096))
const message = fc.tuple(size, fc.constantFrom('a', 'b')).map((parts) => parts.join(' '))

/** Beginnings of one dialogue, so that requests have prefixes in common. */
const prompts: fc.Arbitrary<readonly (readonly Said[])[]> = fc
  .tuple(fc.option(message, { nil: '' }), fc.array(message, { minLength: 1, maxLength: 5 }))
  .chain(([instructions, said]) => {
    const dialogue = said.map((content, index): Said => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
    const system: readonly Said[] = instructions === '' ? [] : [{ role: 'system', content: instructions }]
    const beginning = fc
      .integer({ min: 1, max: said.length })
      .map((length) => [...system, ...dialogue.slice(0, length)])
    return fc.array(beginning, { minLength: 1, maxLength: 4 })
  })

const count = fc.option(fc.oneof(fc.nat(10), fc.nat(7000)), { nil: undefined })
const usage: fc.Arbitrary<Usage> = fc
  .record({
    inputTokens: count,
    outputTokens: count,
    cachedInputTokens: count,
    cacheWriteInputTokens: count,
    reasoningTokens: count,
  })
  .filter(
    ({
      inputTokens = Infinity,
      outputTokens = Infinity,
      cachedInputTokens = 0,
      cacheWriteInputTokens = 0,
      reasoningTokens = 0,
    }) => cachedInputTokens + cacheWriteInputTokens <= inputTokens && reasoningTokens <= outputTokens,
  )

function answerOn({ route }: ChatRoute): fc.Arbitrary<FixtureResponse> {
  const kinds = [
    text,
    ...(route.outcomes.refused === 'native' ? [refused] : []),
    ...(route.outcomes.filtered === 'native' ? [filtered] : []),
  ]
  return fc
    .tuple(
      fc.constantFrom(...kinds),
      fc.constantFrom('', '0', '7 a', '3000 words'),
      fc.option(usage, { nil: undefined }),
    )
    .map(([kind, content, stated]) => ({ ...kind(content), ...(stated && { usage: stated }) }))
}

/** What a request may say beside its prompt: whether it streams, and which marks it has. */
function moreOn({ family, route }: ChatRoute): fc.Arbitrary<{ readonly body: object; readonly query?: string }> {
  if (family === 'generateContent') {
    const isStream = route.path.endsWith('streamGenerateContent')
    return fc.boolean().map((sse) => ({ body: {}, ...(isStream && sse && { query: '?alt=sse' }) }))
  }
  const stream = fc
    .boolean()
    .map((streams) =>
      family === 'chat' && streams ? { stream: true, stream_options: { include_usage: true } } : { stream: streams },
    )
  if (family !== 'messages') return stream.map((body) => ({ body }))
  const control = fc.constantFrom(null, { type: 'ephemeral' }, { type: 'ephemeral', ttl: '1h' })
  return fc.tuple(stream, control).map(([body, cache_control]) => ({ body: { ...body, cache_control } }))
}

function exchangesOn(to: ChatRoute): fc.Arbitrary<readonly (readonly [Asked, FixtureResponse])[]> {
  return prompts.chain((all) =>
    fc.tuple(
      ...all.map((said) =>
        fc
          .tuple(moreOn(to), answerOn(to))
          .map(([{ body, ...more }, response]): readonly [Asked, FixtureResponse] => [
            { ...asksOf(to, said, { ...body }), countTokens, ...more },
            response,
          ]),
      ),
    ),
  )
}

test.for(chatRoutes.map((to) => [to.name, to] as const))('%s keeps the laws of its usage', ([, to]) => {
  fc.assert(
    fc.property(exchangesOn(to), (exchanges) => {
      let state = stateOf({ chatScenarios: [{ id: 'a', responses: exchanges.map(([, response]) => response) }] })
      for (const [index, [asked, { usage: stated }]] of exchanges.entries()) {
        const { plan, record, state: next } = ask(state, { ...asked, sequence: index + 1 })
        state = next
        const counted = record.response.usage
        expect(record.response.code).toBe(null)
        expect({ ...counted, ...stripped(stated) }).toEqual(counted)
        expect(counted.cachedInputTokens + counted.cacheWriteInputTokens).toBeLessThanOrEqual(counted.inputTokens)
        expect(counted.reasoningTokens).toBeLessThanOrEqual(counted.outputTokens)
        const usages = usagesOf(to.family, plan)
        expect(usages.length).toBeGreaterThan(0)
        expectUsage(to, usages.at(-1) ?? {}, counted)
        expect([counted, usages].flatMap(numbersIn).filter((each) => !Number.isSafeInteger(each) || each < 0)).toEqual(
          [],
        )
        for (const each of usages) expectParts(each)
      }
    }),
    { numRuns: 60 },
  )
})

/** Without what is not stated. */
function stripped(stated: Usage = {}): Usage {
  return Object.fromEntries(Object.entries(stated).filter(([, each]) => each !== undefined))
}

/** What is written to Anthropic's cache is written for one time or the other. */
function expectParts({
  cache_creation: parts,
  cache_creation_input_tokens: written,
}: Readonly<Record<string, unknown>>): void {
  if (parts === undefined) return
  expect(numbersIn(parts).reduce((sum, each) => sum + each, 0)).toBe(written)
}

test('a stream of Messages starts with the input of its end', () => {
  const to = chatRoutes.find(({ family }) => family === 'messages')!
  const [start, end] = usagesOf(
    'messages',
    ask(stateOf({ chatScenarios: [{ id: 'a', responses: [text('9 words', { usage: { reasoningTokens: 2 } })] }] }), {
      ...asksOf(to, [{ role: 'user', content: '2000' }], { stream: true, cache_control: { type: 'ephemeral' } }),
      countTokens,
    }).plan,
  )
  const input = { input_tokens: 0, cache_creation_input_tokens: 2000, cache_read_input_tokens: 0 }
  expect(start).toEqual({
    ...input,
    cache_creation: { ephemeral_5m_input_tokens: 2000, ephemeral_1h_input_tokens: 0 },
    output_tokens: 1,
    service_tier: 'standard',
    inference_geo: 'not_available',
  })
  expect(end).toEqual({ ...input, output_tokens: 9, output_tokens_details: { thinking_tokens: 2 } })
})

test('a blocked prompt counts the prompt, and nothing of a cache', () => {
  const blocked = chatRoutes
    .filter(({ family }) => family === 'messages' || family === 'generateContent')
    .map((to) => {
      const asked = { ...asksOf(to, [{ role: 'user', content: '5000' }]), countTokens }
      const state = stateOf({ chatScenarios: [{ id: 'a', responses: [promptBlocked()] }] })
      const { plan, record } = ask(
        state,
        asked.query === '' && to.family !== 'messages' ? { ...asked, query: '?alt=sse' } : asked,
      )
      const { inputTokens, outputTokens, cachedInputTokens } = record.response.usage
      return [to.name, inputTokens, outputTokens, cachedInputTokens, usagesOf(to.family, plan).at(-1)]
    })
  const metadata = { promptTokenCount: 5000, totalTokenCount: 5000 }
  expect(blocked).toEqual([
    [
      'POST /anthropic/v1/messages',
      5000,
      0,
      0,
      {
        input_tokens: 5000,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 0,
        service_tier: 'standard',
        inference_geo: 'not_available',
      },
    ],
    ['POST /gemini/v1beta/models/{model}:generateContent', 5000, 0, 0, metadata],
    ['POST /gemini/v1beta/models/{model}:streamGenerateContent', 5000, 0, 0, metadata],
  ])
})
