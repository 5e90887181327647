import { parseConfig, type Config, type ConfigBuilder, type DatasetBuilder, type ScenarioBuilder } from 'msw-llm'
import { expectTypeOf, test } from 'vitest'

declare const config: ConfigBuilder
declare const dataset: DatasetBuilder
declare const scenario: ScenarioBuilder

test('a configuration takes what JSON says, in lower case', () => {
  const json = {
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
  expectTypeOf(json).toExtend<Config>()
})

test('in code a disposition has one spelling', () => {
  const shouted: Config = {
    // @ts-expect-error Other spellings are for JSON, which `parseConfig` reads.
    chatScenarios: [{ id: 'no', responses: [{ content: 'No.', outputDisposition: { kind: 'Refused' } }] }],
  }
  expectTypeOf(parseConfig).toBeCallableWith(shouted)
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
  const misspelt: Config = { scenarios: [] }
  expectTypeOf(parseConfig).toBeCallableWith(misspelt)
})

test('each call of the fluent form gives the builder that it was called on', () => {
  expectTypeOf(config.chatModel('gpt-5.5')).toEqualTypeOf<ConfigBuilder>()
  expectTypeOf(config.requireBearerToken('token')).toEqualTypeOf<ConfigBuilder>()
  expectTypeOf(config.simulateContentFilter('a', 'b')).toEqualTypeOf<ConfigBuilder>()
  expectTypeOf(config.chatScenario('one', (s) => s.responds('Hi'))).toEqualTypeOf<ConfigBuilder>()
  expectTypeOf(config.dataset('group', (d) => d.chatScenario('one', (s) => s))).toEqualTypeOf<ConfigBuilder>()

  expectTypeOf(dataset.chatScenario('one', (s) => s.responds('Hi'))).toEqualTypeOf<DatasetBuilder>()

  expectTypeOf(scenario.forModel('gpt-5.5')).toEqualTypeOf<ScenarioBuilder>()
  expectTypeOf(scenario.forProvider('openai', 'deepseek')).toEqualTypeOf<ScenarioBuilder>()
  expectTypeOf(scenario.whenUserContains('card').repeat('last')).toEqualTypeOf<ScenarioBuilder>()
  expectTypeOf(scenario.responds('No.', 'N', 'o.')).toEqualTypeOf<ScenarioBuilder>()
  expectTypeOf(scenario.responds('No.').withOutputDisposition({ kind: 'refused' })).toEqualTypeOf<ScenarioBuilder>()
  expectTypeOf(scenario.respondsWithJson({ ok: true }).withDelay(10)).toEqualTypeOf<ScenarioBuilder>()
  expectTypeOf(scenario.fails(429).withHeaders({ 'x-a': 'b' })).toEqualTypeOf<ScenarioBuilder>()
})

test('an answer is amended with what the data form allows', () => {
  // @ts-expect-error There is no such kind.
  scenario.responds('No.').withOutputDisposition({ kind: 'blocked' })
  // @ts-expect-error There is no such mode.
  scenario.repeat('twice')
  // @ts-expect-error There is no such role.
  scenario.whenExactly([{ role: 'developer', content: 'Be brief.' }])
})
