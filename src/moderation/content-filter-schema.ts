/** The schemas of what users write about content filters. */
import { z } from 'zod'
import { enumeration } from '../fixture/enumeration.ts'
import { jsonValue, object, record } from '../fixture/plain.ts'
import { lazy } from '../lazy.ts'
import type { Annotation, ContentFilter, DeploymentFilter, ProviderFilter } from './content-filter.ts'
import type { FilterResults } from './filter-results.ts'

export const filterResultsSchema: () => z.ZodType<FilterResults> = lazy(() => {
  const filtered = z.boolean()
  const severity = object({ filtered, severity: enumeration('safe', 'low', 'medium', 'high') }).optional()
  const detected = object({ filtered, detected: z.boolean() }).optional()
  const offset = z.int().min(0)
  const listed = z.array(object({ id: z.string(), filtered }))
  return object({
    hate: severity,
    self_harm: severity,
    sexual: severity,
    violence: severity,
    jailbreak: detected,
    indirect_attack: detected,
    profanity: detected,
    protected_material_text: detected,
    protected_material_code: object({
      filtered,
      detected: z.boolean(),
      citation: object({ URL: z.string(), license: z.string() }).optional(),
    }).optional(),
    ungrounded_material: object({
      filtered,
      detected: z.boolean(),
      details: z.array(object({ completion_start_offset: offset, completion_end_offset: offset })).optional(),
    }).optional(),
    custom_blocklists: z
      .union([listed, object({ filtered, details: listed.optional() })], 'Expected results, or a list of blocklists')
      .optional(),
    custom_topics: object({
      filtered,
      details: z.array(object({ id: z.string(), detected: z.boolean() })).optional(),
    }).optional(),
    personally_identifiable_information: object({
      filtered,
      detected: z.boolean(),
      redacted_text: z.string().optional(),
      sub_categories: z.array(jsonValue()).optional(),
    }).optional(),
  })
})

const categories = [
  'hate',
  'self_harm',
  'sexual',
  'violence',
  'jailbreak',
  'indirect_attack',
  'profanity',
  'protected_material_text',
  'protected_material_code',
  'ungrounded_material',
  'custom_blocklists',
  'custom_topics',
  'personally_identifiable_information',
] as const satisfies readonly (keyof FilterResults)[]

const deploymentFields = lazy(() => ({
  mode: enumeration('default', 'async', 'off').optional(),
  dialect: enumeration('recorded', 'documented').optional(),
  promptKey: enumeration('prompt_filter_results', 'prompt_annotations').optional(),
  buffer: object({ characters: z.int().min(1) }).optional(),
  windowCharacters: z.int().min(1).optional(),
}))

export const providerFilterSchema: () => z.ZodType<ProviderFilter> = lazy(() => {
  const deployment: z.ZodType<DeploymentFilter> = object(deploymentFields())
  return object({ ...deploymentFields(), deployments: record(z.string().min(1), deployment).optional() })
})

/** What is said of one choice. */
const answerFields = lazy(() => ({
  completion: filterResultsSchema().optional(),
  block: object({
    category: enumeration(...categories),
    at: z.int().min(0).optional(),
    results: filterResultsSchema().optional(),
  }).optional(),
}))

export const choiceFilterSchema: () => z.ZodType<Pick<ContentFilter, 'completion' | 'block'>> = lazy(() =>
  object(answerFields()),
)

export const contentFilterSchema: () => z.ZodType<ContentFilter> = lazy(() => {
  const results = filterResultsSchema()
  const offset = z.int().min(0)
  const annotation: z.ZodType<Annotation> = object({
    after: z.union([offset, enumeration('finish')], "Expected a number of characters, or 'finish'"),
    checkOffset: offset,
    startOffset: offset,
    endOffset: offset,
    results: results.optional(),
    raw: z.array(jsonValue()).optional(),
  })
  return object({
    ...deploymentFields(),
    prompt: results.optional(),
    ...answerFields(),
    annotations: z.array(annotation).optional(),
    offsetBase: offset.optional(),
    error: object({ code: z.string().optional(), message: z.string().optional() }).optional(),
    blockedMessage: enumeration('content', 'null', 'absent').optional(),
  })
})
