import type { PlanlessContext } from '../../src/index.ts'

/** Stands in the service's lists too, for a model whose release date is unknown. */
const epoch = '1970-01-01T00:00:00Z'

/** `GET /v1/models`: one page that holds every model, with the fields that the official client declares. */
export function listModels({ models }: PlanlessContext): string {
  const data = models.map((id) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: epoch,
    max_input_tokens: null,
    max_tokens: null,
    capabilities: null,
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
    line: null,
  }))
  return JSON.stringify({ data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null })
}
