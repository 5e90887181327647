/** The hosts that keep responses, each with the client that speaks to it. */
import OpenAI, { AzureOpenAI } from 'openai'
import { azureOpenai, microsoftFoundry, openai, type Provider } from 'msw-llm'
import type { Connection } from './host.ts'

export interface StoringHost {
  readonly name: string
  readonly provider: () => Provider
  /** The client with another key or with headers of its own. */
  readonly clientOn: (connection: Pick<Connection, 'fetch'>, options?: StoringOptions) => OpenAI
  /** What a deleted response is called. */
  readonly deletedObject: string
}

export interface StoringOptions {
  readonly apiKey?: string
  readonly defaultHeaders?: Readonly<Record<string, string>>
}

function clientAt(baseURL?: string): StoringHost['clientOn'] {
  return ({ fetch }, options) =>
    new OpenAI({
      apiKey: 'test',
      fetch,
      dangerouslyAllowBrowser: true,
      maxRetries: 0,
      ...(baseURL !== undefined && { baseURL }),
      ...options,
    })
}

export const storingHosts: readonly StoringHost[] = [
  { name: 'openai', provider: openai, clientOn: clientAt(), deletedObject: 'response.deleted' },
  {
    name: 'AzureOpenAI',
    provider: azureOpenai,
    clientOn: ({ fetch }, options) =>
      new AzureOpenAI({
        apiKey: 'test',
        endpoint: 'https://example.openai.azure.com',
        apiVersion: '2025-04-01-preview',
        fetch,
        dangerouslyAllowBrowser: true,
        maxRetries: 0,
        ...options,
      }),
    deletedObject: 'response',
  },
  {
    name: 'Azure v1',
    provider: azureOpenai,
    clientOn: clientAt('https://example.openai.azure.com/openai/v1'),
    deletedObject: 'response',
  },
  {
    name: 'Foundry v1',
    provider: microsoftFoundry,
    clientOn: clientAt('https://example.services.ai.azure.com/openai/v1'),
    deletedObject: 'response',
  },
]
