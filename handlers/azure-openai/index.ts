/**
 * Azure OpenAI.
 *
 * @module
 */
import { checkOptions, readBases, type EndpointOptions, type Provider } from '../provider.ts'
import { azureOpenaiRoutes } from './routes.ts'

/**
 * The Azure OpenAI provider, at its official hosts or at those given.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 */
export function azureOpenai(options: EndpointOptions = {}): Provider {
  checkOptions('azureOpenai()', options, ['endpoint'])
  const bases = readBases('azureOpenai()', options.endpoint, [
    'https://{resource}.openai.azure.com',
    'https://{resource}.cognitiveservices.azure.com',
  ])
  return { name: 'azure-openai', routes: bases.flatMap(azureOpenaiRoutes) }
}
