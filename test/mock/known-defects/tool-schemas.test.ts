/** The schema of a tool, in whatever dialect: it is held against the arguments, or let pass, and never an error of ours. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLlmMock, scenario, toolCalls, type JsonValue, type LlmMock } from 'msw-llm'
import { bodyFor, routeDoors, urlOf, type Door } from '../../support/doors.ts'

const chatRoutes = routeDoors.filter(({ format }) => format === 'chat')

const dialects = {
  'no $schema': {},
  'draft-04': { $schema: 'http://json-schema.org/draft-04/schema#' },
  'draft-06': { $schema: 'http://json-schema.org/draft-06/schema#' },
  'draft-07': { $schema: 'http://json-schema.org/draft-07/schema#' },
  'draft-07 over https, without its hash': { $schema: 'https://json-schema.org/draft-07/schema' },
  '2019-09': { $schema: 'https://json-schema.org/draft/2019-09/schema' },
  '2020-12': { $schema: 'https://json-schema.org/draft/2020-12/schema' },
  'a $schema of nobody': { $schema: 'https://example.com/mine' },
  'a $schema that is no text': { $schema: 7 },
  'a $schema that is null': { $schema: null },
} as const

const place = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

/** Good arguments for each; where zod reads the schema, `bad` ones are a mismatch. */
const schemas: Readonly<Record<string, { readonly schema: JsonValue; readonly bad: JsonValue | undefined }>> = {
  'an object': { schema: { type: 'object', properties: { at: place } }, bad: { at: { city: 4 } } },
  definitions: {
    schema: { type: 'object', properties: { at: { $ref: '#/definitions/place' } }, definitions: { place } },
    bad: { at: { city: 4 } },
  },
  $defs: {
    schema: { type: 'object', properties: { at: { $ref: '#/$defs/place' } }, $defs: { place } },
    bad: { at: { city: 4 } },
  },
  true: { schema: true, bad: undefined },
  'an empty schema': { schema: {}, bad: undefined },
  'an unknown keyword': { schema: { type: 'object', 'x-order': ['at'], example: 1 }, bad: undefined },
  'boolean schemas inside': { schema: { type: 'object', properties: { at: true }, required: ['at'] }, bad: {} },
}

/** What zod may read or not; the answer is a call or a mismatch, and a mismatch of the fixture alone. */
const odd: readonly JsonValue[] = [
  false,
  { $ref: '#' },
  { $ref: '#/nowhere' },
  { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } },
  { anyOf: [{ $ref: '#' }] },
  { type: 'object', properties: { at: { $ref: '#' } } },
  { $ref: '#/$defs/__proto__', $defs: {} },
  { $ref: '#/constructor' },
  { $ref: 'https://example.com/other.json' },
  { $ref: 7 },
  { $ref: null },
  { type: 'none' },
  { type: ['object', 'none'] },
  { type: null },
  { properties: null },
  { properties: { at: null } },
  { properties: [] },
  { type: 'object', properties: { at: { type: 'string', pattern: '(' } } },
  { type: 'object', patternProperties: { '(': {} } },
  { enum: null },
  { enum: [] },
  { enum: 'at' },
  { const: null },
  { required: 'at' },
  { allOf: [] },
  { allOf: [null] },
  { oneOf: 7 },
  { not: {} },
  { if: { required: ['at'] }, else: false },
  { items: [{}, {}] },
  { prefixItems: null },
  { dependencies: { at: ['city'] } },
  { unevaluatedProperties: false },
  { $dynamicRef: '#node' },
  { $id: 'https://example.com/mine', $anchor: 'mine' },
  { multipleOf: 0 },
  { minimum: 'one', maximum: null },
  { minLength: -1 },
  { format: 'no-such-format' },
  { additionalProperties: { $ref: '#/definitions/none' } },
  { propertyNames: { pattern: '[' } },
  { contentEncoding: 'base64', contentMediaType: 7 },
  { discriminator: { propertyName: 'kind' }, nullable: true },
  [],
  'object',
  7,
]

const given = { at: { city: 'Oslo' } }

function mockOf(callArguments: JsonValue = given): LlmMock {
  const llm = createLlmMock({ journal: { maximumEntries: 1 } })
  const responses = [toolCalls([{ name: 'weather', arguments: callArguments }])]
  llm.use(scenario('call', { responses, repeat: 'last' }))
  return llm
}

/** The status, our code, and what is wrong with the arguments. */
async function outcomeAt(llm: LlmMock, door: Door, parameters: unknown, legacy = false): Promise<readonly unknown[]> {
  const declared = { name: 'weather', parameters }
  const more = legacy ? { functions: [declared] } : { tools: [{ type: 'function', function: declared }] }
  const response = await llm.fetch(urlOf(door), {
    method: 'POST',
    headers: { 'extra-parameters': 'pass-through' },
    body: JSON.stringify(bodyFor(door, 'Hi', more)),
  })
  await response.text()
  const { code, message } = llm.journal[0]!.response
  return code === null ? [response.status] : [response.status, code, message?.replace(/^.*declares: /, '')]
}

const cases = chatRoutes.flatMap((door) =>
  Object.entries(dialects).map(([dialect, head]) => ({ name: door.name, door, dialect, head })),
)

test.for(cases)('$name: schemas of $dialect take good arguments, and no bad ones', async ({ door, head }) => {
  for (const [what, { schema, bad }] of Object.entries(schemas)) {
    const written = schema === true ? schema : { ...head, ...(schema as object) }
    expect([what, await outcomeAt(mockOf(), door, written)]).toEqual([what, [200]])
    expect([what, await outcomeAt(mockOf(), door, written, true)]).toEqual([what, [200]])
    if (bad === undefined) continue
    const came = await outcomeAt(mockOf(bad), door, written)
    expect([what, came.slice(0, 2)]).toEqual([what, [409, 'fixture_mismatch']])
  }
})

test.for(chatRoutes)(
  '$name: a schema that zod cannot read is let pass, or a mismatch, and never throws',
  async (door) => {
    for (const schema of odd) {
      for (const callArguments of [given, {}, [], null, 'text', 7]) {
        const llm = mockOf(callArguments)
        const [status, code] = await outcomeAt(llm, door, schema)
        const what = JSON.stringify([schema, callArguments])
        expect([what, ['200', '409 fixture_mismatch'].includes([status, code].filter(Boolean).join(' '))]).toEqual([
          what,
          true,
        ])
      }
    }
  },
)

const keywords = [
  'type',
  '$ref',
  'properties',
  'items',
  'enum',
  'const',
  'anyOf',
  'allOf',
  'not',
  '$defs',
  'definitions',
  'required',
  'format',
  'pattern',
  'additionalProperties',
  '$schema',
]
const { schema: anySchema } = fc.letrec<{ schema: JsonValue; leaf: JsonValue }>((tie) => ({
  leaf: fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    0,
    -1,
    '',
    'object',
    'string',
    'null',
    '#',
    '#/$defs/a',
    '(',
    'date-time',
    [],
    {},
    ['object', 'null'],
  ),
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('schema'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keywords, 'a', 'at', 'city'), tie('schema'), { maxKeys: 4 }),
  ),
}))

test('whatever is declared and called, the answer is a call or a mismatch of the fixture', async () => {
  const [door] = chatRoutes
  await fc.assert(
    fc.asyncProperty(anySchema, fc.jsonValue(), async (schema, callArguments) => {
      const [status, code] = await outcomeAt(mockOf(callArguments as JsonValue), door!, schema)
      expect([[200], [409, 'fixture_mismatch']]).toContainEqual([status, code].filter((part) => part !== undefined))
    }),
    { numRuns: 500 },
  )
})

test('a schema with an id of its own leaves nothing behind in zod', async () => {
  const schema = { id: 'mine', type: 'object', properties: { at: { id: 'other', type: 'object' } } }
  expect(await outcomeAt(mockOf(), chatRoutes[0]!, schema)).toEqual([200])
  expect(z.toJSONSchema(z.globalRegistry)).toEqual({ schemas: {} })
})
