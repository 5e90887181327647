import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseConfig } from 'msw-llm'
import { pathsOf, withMatch, withResponse } from './config-issues.ts'

test('reads enumerated values in any case and writes them in their own', () => {
  const config = parseConfig({
    models: [{ id: 'Model-A', kind: 'CHAT' }],
    chatScenarios: [
      {
        id: 'Scenario-A',
        match: {
          mode: 'Contains',
          messages: [
            { role: 'User', content: 'Hello' },
            { role: 'ASSISTANT', outputDisposition: { kind: 'Refused' } },
            { role: 'Tool', parts: [{ type: 'Image' }] },
          ],
        },
        responses: [
          { content: 'No', outputDisposition: { kind: 'REFUSED', requests: ['Structured_Output', 'TOOLS'] } },
          { content: 'Yes', finishReason: 'Length' },
        ],
        repeat: 'Last',
      },
    ],
  })
  expect(config).toEqual({
    models: [{ id: 'Model-A', kind: 'chat' }],
    chatScenarios: [
      {
        id: 'Scenario-A',
        match: {
          mode: 'contains',
          messages: [
            { role: 'user', content: 'Hello' },
            { role: 'assistant', outputDisposition: { kind: 'refused' } },
            { role: 'tool', parts: [{ type: 'image' }] },
          ],
        },
        responses: [
          { content: 'No', outputDisposition: { kind: 'refused', requests: ['structured_output', 'tools'] } },
          { content: 'Yes', finishReason: 'length' },
        ],
        repeat: 'last',
      },
    ],
  })
})

test('reads each kind of disposition in every mixture of cases', () => {
  const kinds = fc
    .constantFrom('filtered', 'refused')
    .chain((kind) =>
      fc
        .tuple(...[...kind].map((letter) => fc.constantFrom(letter, letter.toUpperCase())))
        .map((letters) => ({ kind, written: letters.join('') })),
    )
  fc.assert(
    fc.property(kinds, ({ kind, written }) => {
      const config = parseConfig(withResponse({ outputDisposition: { kind: written } }))
      expect(config).toEqual(withResponse({ outputDisposition: { kind } }))
    }),
  )
})

test('holds an exact match to the rules of one, however its mode is written', () => {
  expect(pathsOf(withMatch({ mode: 'Exact', messages: [{ content: 'Hi' }] }))).toEqual([
    'chatScenarios.0.match.messages.0.role',
  ])
})

test('reads the providers it knows in any case', () => {
  const scenario = (provider: string | string[]): unknown => ({
    chatScenarios: [{ id: 'a', provider, responses: [{}] }],
  })
  const read = (provider: string | string[]): unknown => parseConfig(scenario(provider)).chatScenarios?.[0]?.provider
  expect([read('OpenAI'), read(['Azure-OpenAI', 'MyHost'])]).toEqual(['openai', ['azure-openai', 'MyHost']])
})

test('leaves the case of everything else alone', () => {
  const config = {
    models: [{ id: 'GPT' }],
    chatScenarios: [{ id: 'A', provider: 'MyHost', modelId: 'GPT', responses: [{ content: 'HELLO' }] }],
    datasets: { Evening: [] },
    requiredBearerToken: 'SECRET',
    inputFilter: { terms: ['BOMB'] },
  }
  expect(parseConfig(config)).toEqual(config)
})
