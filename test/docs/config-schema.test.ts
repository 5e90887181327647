/** The published JSON Schema, asked by a validator that knows nothing of ours. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parseConfig } from 'msw-llm'
import { expect, test } from 'vitest'
import { documentsOf } from './documents.ts'

const root = path.resolve(import.meta.dirname, '../..')
const schema = JSON.parse(readFileSync(path.join(root, 'docs/config.schema.json'), 'utf8')) as object
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)

/** What the schema objects to, as places and keywords; empty: it accepts. */
function objections(config: unknown): readonly string[] {
  return validate(config)
    ? []
    : (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
}

function withResponse(response: object): object {
  return { chatScenarios: [{ id: 'policy', responses: [response] }] }
}

test('accepts the documented response entry as it stands', () => {
  const entry = {
    content: 'Explicit refusal text.',
    streamChunks: ['Explicit ', 'refusal text.'],
    outputDisposition: {
      kind: 'Refused',
      category: 'general_harms',
      explanation: 'Explicit fixture metadata.',
    },
  }
  expect(objections(withResponse(entry))).toEqual([])
  expect(() => parseConfig(withResponse(entry))).not.toThrow()
})

test('accepts every configuration that the documents show', () => {
  const shown = documentsOf(root)
    .filter((document) => document.endsWith('.md'))
    .flatMap((document) => {
      const page = readFileSync(path.join(root, document), 'utf8')
      return [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map((match) => JSON.parse(match[1] ?? '') as object)
    })
    .filter((value) => 'chatScenarios' in value)
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.flatMap(objections)).toEqual([])
  for (const config of shown) expect(() => parseConfig(config)).not.toThrow()
})

test.each(['refused', 'Refused', 'REFUSED', 'fiLTered'])('accepts the spelling %s', (kind) => {
  expect(objections(withResponse({ outputDisposition: { kind } }))).toEqual([])
})

test.each([
  [{ scenarios: [] }, ' additionalProperties'],
  [withResponse({ contents: 'Hi' }), '/chatScenarios/0/responses/0 additionalProperties'],
  [
    { chatScenarios: [{ id: 'policy' }] },
    '/chatScenarios/0 required',
    '/chatScenarios/0 required',
    '/chatScenarios/0 oneOf',
  ],
  [{ chatScenarios: [{ id: 'both', responses: [{}], steps: [{ id: 'a', response: {} }] }] }, '/chatScenarios/0 oneOf'],
  [{ chatScenarios: [{ id: 'c', steps: [{ id: 'a' }] }] }, '/chatScenarios/0/steps/0 required'],
  [{ chatScenarios: [{ id: 'policy', responses: [] }] }, '/chatScenarios/0/responses minItems'],
  [withResponse({ error: { status: 200 } }), '/chatScenarios/0/responses/0/error/status minimum'],
])('refuses %j', (config, ...expected) => {
  expect(objections(config)).toEqual(expected)
  expect(() => parseConfig(config)).toThrow()
})

test('refuses a kind that there is not', () => {
  const kind = '/chatScenarios/0/responses/0/outputDisposition/kind'
  const nullable = '/chatScenarios/0/responses/0/outputDisposition'
  expect(objections(withResponse({ outputDisposition: { kind: 'unrefused' } }))).toEqual([
    `${kind} enum`,
    `${kind} pattern`,
    `${kind} anyOf`,
    `${nullable} type`,
    `${nullable} anyOf`,
  ])
})

test('names itself in a configuration without harm', () => {
  expect(objections({ $schema: './node_modules/msw-llm/docs/config.schema.json' })).toEqual([])
})
