import type { PlanlessContext } from '../../src/index.ts'

/** `GET /openai/v1/models`: OpenAI's list, in Azure's white space. */
export function listModels({ models, identity: { created } }: PlanlessContext): string {
  const data = models.map((id) => ({ created, id, object: 'model', owned_by: 'azure' }))
  return `${JSON.stringify({ data, object: 'list' })}\n`
}
