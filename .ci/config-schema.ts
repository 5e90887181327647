/** The JSON Schema of a configuration, for editors, made from the schema that the package itself reads with. */
import path from 'node:path'
import { z } from 'zod'
import { jsonConfigSchema } from '../src/fixture/schema.ts'
import { fieldComments } from './field-comments.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

export function configJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(jsonConfigSchema(), {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ jsonSchema }) => {
      describeFields(jsonSchema)
      acceptAnyCase(jsonSchema)
    },
  })
  return {
    $schema,
    title: 'msw-llm configuration',
    description: 'Everything a mock of msw-llm answers from. Enum values are read in any case.',
    ...schema,
  }
}

const commentsOf = fieldComments(path.join(import.meta.dirname, '../src/fixture'))

function describeFields({ properties }: JsonSchema): void {
  if (properties === undefined) return
  for (const [field, comment] of commentsOf(Object.keys(properties))) {
    const property = properties[field]
    // A copy, since fields of one shape share one object.
    if (typeof property === 'object') properties[field] = { ...property, description: comment }
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
