import {
  azureChat,
  azureModels,
  azureResponses,
  azureStored,
  checkApiVersion,
  requireApiVersion,
  type PolicyOutcome,
  type Route,
} from '../../src/index.ts'
import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'
import { modelList } from '../../src/protocols/model-list/index.ts'
import { responses, storedResponse } from '../../src/protocols/responses/index.ts'
import { promptCache } from './prompt-cache.ts'

const deploymentChat = chatCompletions({
  ...azureChat,
  readModel: (named, { params }) => {
    const deployment = params['deployment'] ?? ''
    return { model: deployment, answered: named ?? deployment }
  },
  checkShape: requireApiVersion,
})
const chat = chatCompletions({ ...azureChat, checkShape: checkApiVersion })
const items = responses({ ...azureResponses, checkShape: checkApiVersion })
/** What `AzureOpenAI` calls: its deployment is in the body. */
const datedItems = responses({ ...azureResponses, checkShape: requireApiVersion })
const models = modelList(azureModels)
/** Both are served by the dated path too. */
const methods = ['GET', 'DELETE'] as const

const provider = 'azure-openai'
const native: Readonly<Record<PolicyOutcome, 'native'>> = { filtered: 'native', refused: 'native' }

const unsupported: Readonly<Record<PolicyOutcome, 'unsupported'>> = { filtered: 'unsupported', refused: 'unsupported' }

type Filters = NonNullable<Route['contentFilter']>

export function azureOpenaiRoutes(baseURL: string, contentFilter: Filters): readonly Route[] {
  return [
    {
      id: 'POST /azure-openai/openai/deployments/{deployment}/chat/completions',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/deployments/{deployment}/chat/completions',
      protocol: deploymentChat,
      outcomes: native,
      contentFilter,
      promptCache,
    },
    {
      id: 'POST /azure-openai/openai/v1/chat/completions',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/v1/chat/completions',
      protocol: chat,
      outcomes: native,
      contentFilter,
      promptCache,
    },
    {
      id: 'POST /azure-openai/openai/v1/responses',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/v1/responses',
      protocol: items,
      outcomes: native,
      contentFilter,
      promptCache,
    },
    {
      id: 'POST /azure-openai/openai/responses',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/responses',
      protocol: datedItems,
      outcomes: native,
      contentFilter,
      promptCache,
    },
    {
      id: 'GET /azure-openai/openai/v1/models',
      provider,
      method: 'GET',
      baseURL,
      path: '/openai/v1/models',
      protocol: models,
      outcomes: unsupported,
    },
    ...methods.map((method): Route => ({
      id: `${method} /azure-openai/openai/v1/responses/{id}`,
      provider,
      method,
      baseURL,
      path: '/openai/v1/responses/{id}',
      protocol: storedResponse(items, { ...azureStored, method, checkShape: checkApiVersion }),
      outcomes: unsupported,
    })),
    ...methods.map((method): Route => ({
      id: `${method} /azure-openai/openai/responses/{id}`,
      provider,
      method,
      baseURL,
      path: '/openai/responses/{id}',
      protocol: storedResponse(datedItems, { ...azureStored, method, checkShape: requireApiVersion }),
      outcomes: unsupported,
    })),
  ]
}
