import { formatIndented, type PlanlessContext } from '../../src/index.ts'

/** `GET /v1beta/models`: the list of the API reference. What the mock does not know of a model is left out. */
export function listModels({ models }: PlanlessContext): string {
  return formatIndented({
    models: models.map((id) => ({
      name: `models/${id}`,
      version: '001',
      displayName: id,
      supportedGenerationMethods: ['generateContent', 'streamGenerateContent'],
    })),
  })
}
