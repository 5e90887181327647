/**
 * Azure OpenAI.
 *
 * @module
 */
import { checkOptions, readBases, type EndpointOptions, type Provider } from '../provider.ts'
import { deploymentFilters, type ProviderFilter } from '../../src/index.ts'
import { azureOpenaiRoutes } from './routes.ts'

export {
  exactly,
  fails,
  filtered,
  filterResults,
  json,
  promptBlocked,
  refused,
  scenario,
  text,
  toolCalls,
  userContains,
  type PolicyOptions,
  type TextOptions,
} from '../../src/index.ts'
export type { EndpointOptions, Provider } from '../provider.ts'

/** Options of `azureOpenai()`. */
export interface AzureOptions extends EndpointOptions {
  /** How its deployments filter content. Default: mode `default`. */
  contentFilter?: ProviderFilter | undefined
}

/**
 * The Azure OpenAI provider, at its official hosts or at those given.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 * @throws {FixtureConfigError} when `contentFilter` cannot be used.
 *
 * @example
 * import { createLlmMock } from 'msw-llm'
 * import { azureOpenai } from 'msw-llm/azure-openai'
 *
 * const llm = createLlmMock({ providers: [azureOpenai({ endpoint: 'https://example.openai.azure.com' })] })
 * console.log(llm.handlers.length)
 * // prints: 9
 */
export function azureOpenai(options: AzureOptions = {}): Provider {
  checkOptions('azureOpenai()', options, ['endpoint', 'contentFilter'])
  const bases = readBases('azureOpenai()', options.endpoint, [
    'https://{resource}.openai.azure.com',
    'https://{resource}.cognitiveservices.azure.com',
  ])
  const filters = deploymentFilters(options.contentFilter, 'default')
  return { name: 'azure-openai', routes: bases.flatMap((base) => azureOpenaiRoutes(base, filters)) }
}
