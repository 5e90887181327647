import OpenAI, { AzureOpenAI } from 'openai'
import { AzureOpenAI as AzureOpenAI6 } from 'openai6'
import { azureOpenai, mountAll, type Provider } from 'msw-llm'
import type { Connection } from '../support/host.ts'
import { askChat } from './ask-chat.ts'
import { testConformance } from './suite.ts'
import type { ConformanceTarget } from './target.ts'

const both = { finish: { ordinary: 'stop', filtered: 'content_filter', refused: 'stop' }, unsupported: [] } as const

const official: readonly [string, () => Provider[]] = ['https://example.openai.azure.com', () => [azureOpenai()]]
const mounted: readonly [string, () => Provider[]] = [
  'https://llm.test/azure-openai',
  () => mountAll('https://llm.test'),
]

function deployment(
  name: string,
  [endpoint, providers]: typeof official,
  apiVersion: string,
  Client: new (options: ConstructorParameters<typeof AzureOpenAI>[0]) => object,
): ConformanceTarget {
  return {
    ...both,
    route: 'POST /azure-openai/openai/deployments/{deployment}/chat/completions',
    client: `${name} at ${endpoint}, ${apiVersion}`,
    model: 'gpt-5.5',
    providers,
    ask: ({ fetch }: Connection, ask) =>
      askChat(
        new Client({
          apiKey: 'test',
          endpoint,
          apiVersion,
          ...(fetch && { fetch }),
          dangerouslyAllowBrowser: true,
        }),
        ask,
      ),
  }
}

function unversioned([endpoint, providers]: typeof official, query?: Record<string, string>): ConformanceTarget {
  return {
    ...both,
    route: 'POST /azure-openai/openai/v1/chat/completions',
    client: `openai at ${endpoint}/openai/v1${query === undefined ? '' : ', preview'}`,
    model: 'gpt-5.5',
    providers,
    ask: ({ fetch }: Connection, ask) =>
      askChat(
        new OpenAI({
          apiKey: 'test',
          baseURL: `${endpoint}/openai/v1/`,
          fetch,
          defaultQuery: query,
          dangerouslyAllowBrowser: true,
        }),
        ask,
      ),
  }
}

const Client6 = AzureOpenAI6 as unknown as typeof AzureOpenAI
testConformance(deployment('AzureOpenAI', official, '2024-10-21', AzureOpenAI))
testConformance(deployment('AzureOpenAI', official, '2025-04-01-preview', AzureOpenAI))
testConformance(deployment('AzureOpenAI 6', official, '2024-10-21', Client6))
testConformance(deployment('AzureOpenAI 6', official, '2025-04-01-preview', Client6))
testConformance(deployment('AzureOpenAI', mounted, '2024-10-21', AzureOpenAI))
testConformance(unversioned(official))
testConformance(unversioned(['https://example.cognitiveservices.azure.com', official[1]], { 'api-version': 'preview' }))
testConformance(unversioned(mounted))
