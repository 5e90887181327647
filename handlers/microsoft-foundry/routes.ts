import {
  azureChat,
  azureModels,
  azureResponses,
  azureStored,
  checkApiVersion,
  deploymentFilters,
} from '../../src/index.ts'
import type { PolicyOutcome, Protocol, ProviderFilter, Route } from '../../src/index.ts'
import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'
import { modelList } from '../../src/protocols/model-list/index.ts'
import { responses, storedResponse } from '../../src/protocols/responses/index.ts'
import { promptCache } from './prompt-cache.ts'
import { dropExtraParameters } from './extra-parameters.ts'
import { inferenceTraits, type BlockStatus, type UsagePlace } from './shape.ts'

const provider = 'microsoft-foundry'
const resourceChat = chatCompletions({ ...azureChat, checkShape: checkApiVersion })
const resourceItems = responses({ ...azureResponses, checkShape: checkApiVersion })
const models = modelList(azureModels)
const native: Readonly<Record<PolicyOutcome, 'native'>> = { filtered: 'native', refused: 'native' }

/** What a user may choose of the routes. */
export interface InferenceOptions {
  readonly usage: UsagePlace
  readonly blockStatus: BlockStatus
  readonly contentFilter: ProviderFilter | undefined
}

/** The route of a serverless deployment, which is of one model. */
export function serverlessRoutes(baseURL: string, options: InferenceOptions): readonly Route[] {
  return [
    inferenceRoute(baseURL, '/chat/completions', options, (named, params) => ({
      model: named ?? '',
      // The official host begins with the deployment's name.
      answered: named ?? params['name'] ?? '',
    })),
  ]
}

/** The routes of a resource, which has many. */
export function resourceRoutes(baseURL: string, options: InferenceOptions): readonly Route[] {
  const contentFilter = deploymentFilters(options.contentFilter, 'default')
  return [
    inferenceRoute(baseURL, '/models/chat/completions', options, (named) =>
      named === null ? null : { model: named, answered: named },
    ),
    {
      id: 'POST /microsoft-foundry/openai/v1/chat/completions',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/v1/chat/completions',
      protocol: resourceChat,
      outcomes: native,
      contentFilter,
      promptCache,
    },
    {
      id: 'POST /microsoft-foundry/openai/v1/responses',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/v1/responses',
      protocol: resourceItems,
      outcomes: native,
      contentFilter,
      promptCache,
    },
    {
      id: 'GET /microsoft-foundry/openai/v1/models',
      provider,
      method: 'GET',
      baseURL,
      path: '/openai/v1/models',
      protocol: models,
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    },
    ...(['GET', 'DELETE'] as const).map((method): Route => ({
      id: `${method} /microsoft-foundry/openai/v1/responses/{id}`,
      provider,
      method,
      baseURL,
      path: '/openai/v1/responses/{id}',
      protocol: storedResponse(resourceItems, { ...azureStored, method, checkShape: checkApiVersion }),
      outcomes: { filtered: 'unsupported', refused: 'unsupported' },
    })),
  ]
}

type Named = { readonly model: string; readonly answered: string } | null

function inferenceRoute(
  baseURL: string,
  path: string,
  { usage, blockStatus, contentFilter }: InferenceOptions,
  readModel: (named: string | null, params: Readonly<Record<string, string>>) => Named,
): Route {
  const filters = deploymentFilters(contentFilter, 'off')
  const protocol: Protocol = chatCompletions({
    ...inferenceTraits(usage, blockStatus),
    readModel: (named, { params, headers }) => readModel(named ?? headers[modelHeader] ?? null, params),
  })
  return {
    id: `POST /microsoft-foundry${path}`,
    provider,
    method: 'POST',
    baseURL,
    path,
    protocol: { ...protocol, parse: (snapshot, context) => protocol.parse(dropExtraParameters(snapshot), context) },
    outcomes: { filtered: 'native', refused: 'unsupported' },
    // A serverless deployment is named by its host, and its model only where the request likes.
    contentFilter: (model, { name }) => filters(name ?? model),
  }
}

const modelHeader = 'x-ms-model-mesh-model-name'
