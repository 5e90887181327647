import { parseConfig, text, type Config, type ConfigBuilder, type ScenarioBuilder } from 'msw-llm'
import { expectTypeOf, test } from 'vitest'

test('a configuration takes what JSON says, in lower case', () => {
  const config = {
    $schema: './node_modules/msw-llm/docs/config.schema.json',
    chatScenarios: [
      {
        id: 'policy-and-recovery',
        modelId: 'gpt-5.5',
        responses: [
          {
            content: 'Explicit refusal text.',
            streamChunks: ['Explicit ', 'refusal text.'],
            outputDisposition: {
              kind: 'refused',
              category: 'general_harms',
              explanation: 'Explicit fixture metadata.',
            },
          },
          { content: 'Explicit next attempt.' },
        ],
      },
    ],
  } as const
  expectTypeOf(config).toExtend<Config>()
})

test('in code a disposition has one spelling', () => {
  const config: Config = {
    // @ts-expect-error Other spellings are for JSON, which `parseConfig` reads.
    chatScenarios: [{ id: 'no', responses: [{ content: 'No.', outputDisposition: { kind: 'Refused' } }] }],
  }
  expectTypeOf(parseConfig).toBeCallableWith(config)
})

test('what is absent may be undefined', () => {
  const absent: Config = {
    models: undefined,
    chatScenarios: [{ id: 'a', modelId: undefined, match: undefined, responses: [{ streamChunks: undefined }] }],
    inputFilter: undefined,
  }
  expectTypeOf(parseConfig(absent)).toEqualTypeOf<Config>()
})

test('a misspelt field is an error', () => {
  // @ts-expect-error `scenarios` is `chatScenarios`.
  const config: Config = { scenarios: [] }
  expectTypeOf(config).toEqualTypeOf<Config>()
})

test('each call of the fluent form gives the builder that it was called on', () => {
  const build = (config: ConfigBuilder): ConfigBuilder => {
    expectTypeOf(config.chatModel('gpt-5.5')).toEqualTypeOf<ConfigBuilder>()
    expectTypeOf(config.requireBearerToken('token')).toEqualTypeOf<ConfigBuilder>()
    expectTypeOf(config.simulateContentFilter('a', 'b')).toEqualTypeOf<ConfigBuilder>()
    return config.dataset('group', (dataset) =>
      dataset.chatScenario('one', (scenario) => {
        expectTypeOf(scenario.forModel('gpt-5.5')).toEqualTypeOf<ScenarioBuilder>()
        expectTypeOf(scenario.whenUserContains('card').repeat('last')).toEqualTypeOf<ScenarioBuilder>()
        expectTypeOf(scenario.responds('No.', 'N', 'o.')).toEqualTypeOf<ScenarioBuilder>()
        expectTypeOf(
          scenario.responds('No.').withOutputDisposition({ kind: 'refused' }),
        ).toEqualTypeOf<ScenarioBuilder>()
        expectTypeOf(scenario.fails(429).withDelay(10).forProvider('openai')).toEqualTypeOf<ScenarioBuilder>()
        return scenario.respondsWithJson({ ok: true }).withHeaders({ 'x-a': 'b' })
      }),
    )
  }
  expectTypeOf(build).returns.toEqualTypeOf<ConfigBuilder>()
})

test('an answer cannot be amended with what it has not', () => {
  const build = (scenario: ScenarioBuilder): ScenarioBuilder =>
    // @ts-expect-error There is no such kind.
    scenario.responds('No.').withOutputDisposition({ kind: 'blocked' })
  expectTypeOf(build).returns.toEqualTypeOf<ScenarioBuilder>()
  expectTypeOf(text).returns.not.toHaveProperty('kind')
})
