import * as azure from 'msw-llm/azure-openai'
import * as foundry from 'msw-llm/microsoft-foundry'
import type { FixtureResponse, Provider } from 'msw-llm'
import { expectTypeOf, test } from 'vitest'

test('both hosts of OpenAI’s models have builders for both policy outcomes', () => {
  expectTypeOf(azure.refused('No.')).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(azure.filtered()).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(foundry.refused('No.')).toEqualTypeOf<FixtureResponse>()
  expectTypeOf(foundry.filtered()).toEqualTypeOf<FixtureResponse>()
})

test('options of the providers', () => {
  expectTypeOf(azure.azureOpenai({ endpoint: ['https://example.com'] })).toEqualTypeOf<Provider>()
  expectTypeOf(foundry.microsoftFoundry({ usage: 'usage-frame' })).toEqualTypeOf<Provider>()
  // @ts-expect-error There are two places.
  foundry.microsoftFoundry({ usage: 'first-choice' })
  // @ts-expect-error It is the SDK's endpoint.
  azure.azureOpenai({ baseURL: 'https://example.com' })
})
