/** The JSON Schema of a configuration, for editors, made from the schema that the package itself reads with. */
import { z } from 'zod'
import { jsonConfigSchema } from '../src/fixture/schema.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

export function configJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(jsonConfigSchema(), {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ jsonSchema }) => acceptAnyCase(jsonSchema),
  })
  return {
    $schema,
    title: 'msw-llm configuration',
    description: 'Everything a mock of msw-llm answers from. Enum values are read in any case.',
    ...schema,
  }
}

/** Editors propose the values as they are written; the pattern accepts the other spellings that the package reads. */
function acceptAnyCase(schema: JsonSchema): void {
  const values = schema.enum
  if (values === undefined || !values.every((value) => typeof value === 'string')) return
  delete schema.enum
  schema.anyOf = [{ enum: values }, { pattern: `^(?:${values.map(inAnyCase).join('|')})$` }]
}

/** JSON Schema's patterns have no flag for it. */
function inAnyCase(value: string): string {
  return value.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)
}
