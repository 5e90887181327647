/**
 * Azure OpenAI.
 *
 * @module
 */
import { checkOptions, readBases, type EndpointOptions, type Provider } from '../provider.ts'
import { azureOpenaiRoutes } from './routes.ts'

export {
  exactly,
  fails,
  filtered,
  json,
  refused,
  scenario,
  text,
  userContains,
  type PolicyOptions,
  type TextOptions,
} from '../../src/index.ts'
export type { EndpointOptions, Provider } from '../provider.ts'

/**
 * The Azure OpenAI provider, at its official hosts or at those given.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 *
 * @example
 * import { createLlmMock } from 'msw-llm'
 * import { azureOpenai } from 'msw-llm/azure-openai'
 *
 * const llm = createLlmMock({ providers: [azureOpenai({ endpoint: 'https://example.openai.azure.com' })] })
 * console.log(llm.handlers.length)
 * // prints: 3
 */
export function azureOpenai(options: EndpointOptions = {}): Provider {
  checkOptions('azureOpenai()', options, ['endpoint'])
  const bases = readBases('azureOpenai()', options.endpoint, [
    'https://{resource}.openai.azure.com',
    'https://{resource}.cognitiveservices.azure.com',
  ])
  return { name: 'azure-openai', routes: bases.flatMap(azureOpenaiRoutes) }
}
