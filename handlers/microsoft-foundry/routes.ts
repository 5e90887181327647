import { azureChat, checkApiVersion, type Protocol, type Route } from '../../src/index.ts'
import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'
import { dropExtraParameters } from './extra-parameters.ts'
import { inferenceTraits, type UsagePlace } from './shape.ts'

const provider = 'microsoft-foundry'
const resourceChat = chatCompletions({ ...azureChat, checkShape: checkApiVersion })

/** The route of a serverless deployment, which is of one model. */
export function serverlessRoutes(baseURL: string, usage: UsagePlace): readonly Route[] {
  return [
    inferenceRoute(baseURL, '/chat/completions', usage, (named, params) => ({
      model: named ?? '',
      // The official host begins with the deployment's name.
      answered: named ?? params['name'] ?? '',
    })),
  ]
}

/** The routes of a resource, which has many. */
export function resourceRoutes(baseURL: string, usage: UsagePlace): readonly Route[] {
  return [
    inferenceRoute(baseURL, '/models/chat/completions', usage, (named) =>
      named === null ? null : { model: named, answered: named },
    ),
    {
      id: 'POST /microsoft-foundry/openai/v1/chat/completions',
      provider,
      method: 'POST',
      baseURL,
      path: '/openai/v1/chat/completions',
      protocol: resourceChat,
      outcomes: { filtered: 'native', refused: 'native' },
    },
  ]
}

type Named = { readonly model: string; readonly answered: string } | null

function inferenceRoute(
  baseURL: string,
  path: string,
  usage: UsagePlace,
  readModel: (named: string | null, params: Readonly<Record<string, string>>) => Named,
): Route {
  const protocol: Protocol = chatCompletions({
    ...inferenceTraits(usage),
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
  }
}

const modelHeader = 'x-ms-model-mesh-model-name'
