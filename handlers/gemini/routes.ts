import type { FinishReason, Protocol, Route } from '../../src/index.ts'
import { generateContent, statusEnvelope, type SafetyContent } from '../../src/protocols/generate-content/index.ts'
import { modelList } from '../../src/protocols/model-list/index.ts'
import { listModels } from './models.ts'
import { promptCache } from './prompt-cache.ts'

/** The clients differ in which they call: `@google/genai` 3 the first, its versions before that the second. */
const versions = ['v1', 'v1beta', 'v1alpha']
const finishReasons: readonly FinishReason[] = [
  'RECITATION',
  'PROHIBITED_CONTENT',
  'BLOCKLIST',
  'SPII',
  'MALFORMED_FUNCTION_CALL',
]
const models = modelList({ encode: listModels, ...statusEnvelope })

export function geminiRoutes(baseURL: string, safetyContent: SafetyContent = 'absent'): readonly Route[] {
  const provider = 'gemini'
  const generate = (method: string, protocol: Protocol): readonly Route[] =>
    versions.map((version) => ({
      id: `POST /gemini/v1beta/models/{model}:${method}`,
      provider,
      method: 'POST',
      baseURL,
      path: `/${version}/models/{model}:${method}`,
      protocol,
      outcomes: { filtered: 'native', refused: 'unsupported' },
      finishReasons,
      promptCache,
    }))
  return [
    ...generate('generateContent', generateContent({ safetyContent })),
    ...generate('streamGenerateContent', generateContent({ safetyContent, stream: true })),
    ...versions.map((version): Route => ({
      id: 'GET /gemini/v1beta/models',
      provider,
      method: 'GET',
      baseURL,
      path: `/${version}/models`,
      protocol: models,
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    })),
  ]
}
