import type { PlanlessContext } from '../../src/index.ts'

/** `GET /models`, as DeepSeek's documents have it: without a time. */
export function listModels({ models }: PlanlessContext): string {
  return JSON.stringify({
    object: 'list',
    data: models.map((id) => ({ id, object: 'model', owned_by: 'deepseek' })),
  })
}
