import { expect, test } from 'vitest'
import { parseConfig } from 'msw-llm'
import { deepFreeze } from '../../src/journal/record.ts'
import { ask, chat, stateOf } from './ask.ts'

function wholeConfig() {
  return {
    models: [{ id: 'gpt-5.5', kind: 'chat' as const }],
    chatScenarios: [
      {
        id: 'a',
        provider: ['openai'],
        match: {
          mode: 'contains' as const,
          messages: [
            {
              role: 'user' as const,
              content: 'Hi',
              parts: [{ type: 'image' as const }],
              toolCalls: [{ name: 'x', arguments: { deep: [{ key: 'value' }] } }],
              outputDisposition: { kind: 'refused' as const },
            },
          ],
        },
        responses: [
          {
            content: 'ab',
            streamChunks: ['a', 'b'],
            outputDisposition: { kind: 'refused' as const, category: 'x', requests: ['tools' as const] },
            pace: { jitter: [1, 2] },
            usage: { inputTokens: 1 },
            headers: { 'x-a': '1' },
          },
          { error: { status: 500, headers: { 'x-b': '2' } } },
        ],
      },
    ],
    datasets: { evening: [{ id: 'b', responses: [{ content: 'b' }] }] },
    activeDatasets: ['evening'],
    inputFilter: { terms: ['bomb'] },
  }
}

test('copies a configuration in, whole', () => {
  expect(parseConfig(wholeConfig())).toEqual(wholeConfig())
})

test('shares no object with what it was given', () => {
  const given = wholeConfig()
  const objects = new Set(objectsIn(given))
  expect(objects.size).toBeGreaterThan(30)
  expect(objectsIn(parseConfig(given)).filter((object) => objects.has(object))).toEqual([])
})

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

test('answers as configured when the given object is changed afterwards', () => {
  const given = { chatScenarios: [{ id: 'a', responses: [{ content: 'before', headers: { 'x-a': 'before' } }] }] }
  const state = stateOf(given)
  given.chatScenarios[0]!.responses[0]!.content = 'after'
  given.chatScenarios[0]!.responses[0]!.headers['x-a'] = 'after'
  given.chatScenarios.length = 0
  const { record, plan } = ask(state, { body: chat() })
  expect([record.response.content, plan.headers['x-a']]).toEqual(['before', 'before'])
})

test('takes a frozen configuration', () => {
  expect(parseConfig(deepFreeze(wholeConfig()))).toEqual(wholeConfig())
})
