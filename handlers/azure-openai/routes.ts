import {
  azureChat,
  azureHeaders,
  checkApiVersion,
  encodeAzureError,
  encodeAzureRejection,
  requireApiVersion,
  type PolicyOutcome,
  type Route,
} from '../../src/index.ts'
import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'
import { modelList } from '../../src/protocols/model-list/index.ts'
import { listModels } from './models.ts'

const deploymentChat = chatCompletions({
  ...azureChat,
  readModel: (named, { params }) => {
    const deployment = params['deployment'] ?? ''
    return { model: deployment, answered: named ?? deployment }
  },
  checkShape: requireApiVersion,
})
const chat = chatCompletions({ ...azureChat, checkShape: checkApiVersion })
const models = modelList({
  encode: listModels,
  encodeRejection: encodeAzureRejection,
  encodeError: encodeAzureError,
  headers: azureHeaders,
})

const provider = 'azure-openai'
const native: Readonly<Record<PolicyOutcome, 'native'>> = { filtered: 'native', refused: 'native' }

export function azureOpenaiRoutes(baseURL: string): readonly Route[] {
  return [
    {
      id: 'POST /azure-openai/openai/deployments/{deployment}/chat/completions',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/deployments/{deployment}/chat/completions',
      protocol: deploymentChat,
      outcomes: native,
    },
    {
      id: 'POST /azure-openai/openai/v1/chat/completions',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/v1/chat/completions',
      protocol: chat,
      outcomes: native,
    },
    {
      id: 'GET /azure-openai/openai/v1/models',
      provider,
      method: 'GET',
      baseURL,
      path: '/openai/v1/models',
      protocol: models,
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    },
  ]
}
