import type { Route } from '../../src/index.ts'
import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'
import { modelList } from '../../src/protocols/model-list/index.ts'
import { responses, storedResponse } from '../../src/protocols/responses/index.ts'
import { headers } from './headers.ts'
import { listModels } from './models.ts'
import { promptCache } from './prompt-cache.ts'
import { encodePromptBlock } from './prompt-block.ts'

const chat = chatCompletions({ encodePromptBlock, headers })
const items = responses({ encodePromptBlock, headers })
const fetched = storedResponse(items, { method: 'GET' })
const deleted = storedResponse(items, { method: 'DELETE' })
const models = modelList({ encode: listModels, headers })

export function openaiRoutes(baseURL: string): readonly Route[] {
  const provider = 'openai'
  return [
    {
      id: 'POST /openai/v1/chat/completions',
      provider,
      method: 'POST',
      baseURL,
      path: '/chat/completions',
      protocol: chat,
      outcomes: { filtered: 'native', refused: 'native' },
      promptCache,
    },
    {
      id: 'POST /openai/v1/responses',
      provider,
      method: 'POST',
      baseURL,
      path: '/responses',
      protocol: items,
      outcomes: { filtered: 'native', refused: 'native' },
      promptCache,
    },
    {
      id: 'GET /openai/v1/models',
      provider,
      method: 'GET',
      baseURL,
      path: '/models',
      protocol: models,
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    },
    {
      id: 'GET /openai/v1/responses/{id}',
      provider,
      method: 'GET',
      baseURL,
      path: '/responses/{id}',
      protocol: fetched,
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    },
    {
      id: 'DELETE /openai/v1/responses/{id}',
      provider,
      method: 'DELETE',
      baseURL,
      path: '/responses/{id}',
      protocol: deleted,
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    },
  ]
}
