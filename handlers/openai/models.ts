import { formatIndented, type PlanlessContext } from '../../src/index.ts'

/** `GET /v1/models`: the list object of OpenAI's API reference. */
export function listModels({ models, identity: { created } }: PlanlessContext): string {
  return formatIndented({
    object: 'list',
    data: models.map((id) => ({ id, object: 'model', created, owned_by: 'openai' })),
  })
}
