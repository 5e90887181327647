import type { Route } from '../../src/index.ts'
import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'
import { modelList } from '../../src/protocols/model-list/index.ts'
import { encodeError, encodePromptBlock, encodeRejection } from './errors.ts'
import { headers } from './headers.ts'
import { listModels } from './models.ts'
import { promptCache } from './prompt-cache.ts'
import { deepseekShape } from './shape.ts'

const chat = chatCompletions({
  ...deepseekShape,
  streamOptionsRule: 'stream_options should be set along with stream = true',
  encodePromptBlock,
  encodeRejection,
  encodeError,
  headers,
})
const models = modelList({ encode: listModels, encodeRejection, encodeError, headers })

const provider = 'deepseek'

export function deepseekRoutes(baseURL: string): readonly Route[] {
  return [
    {
      id: 'POST /deepseek/v1/chat/completions',
      provider,
      method: 'POST',
      baseURL,
      path: '/chat/completions',
      protocol: chat,
      outcomes: { filtered: 'native', refused: 'unsupported' },
      finishReasons: ['insufficient_system_resource'],
      promptCache,
    },
    {
      id: 'GET /deepseek/v1/models',
      provider,
      method: 'GET',
      baseURL,
      path: '/models',
      protocol: models,
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    },
  ]
}
