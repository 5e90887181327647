import type { Route } from '../../src/index.ts'
import { encodeError, encodeRejection, messages } from '../../src/protocols/messages/index.ts'
import { modelList } from '../../src/protocols/model-list/index.ts'
import { headers } from './headers.ts'
import { listModels } from './models.ts'
import { promptCache } from './prompt-cache.ts'
import { refusalCategories } from './refused.ts'

const protocol = messages({ headers })
const models = modelList({ encode: listModels, encodeRejection, encodeError, headers })

export function anthropicRoutes(baseURL: string): readonly Route[] {
  const provider = 'anthropic'
  return [
    {
      id: 'POST /anthropic/v1/messages',
      provider,
      method: 'POST',
      baseURL,
      path: '/v1/messages',
      protocol,
      outcomes: { filtered: 'unsupported', refused: 'native' },
      refusalCategories,
      promptCache,
    },
    {
      id: 'GET /anthropic/v1/models',
      provider,
      method: 'GET',
      baseURL,
      path: '/v1/models',
      protocol: models,
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    },
  ]
}
