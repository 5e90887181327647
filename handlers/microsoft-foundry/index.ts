/**
 * Microsoft Foundry: Model Inference, and the OpenAI v1 API of its resources.
 *
 * @module
 */
import { checkOptions, readBases, type EndpointOptions, type Provider } from '../provider.ts'
import { inferenceRoutes, resourceRoutes, serverlessRoutes } from './routes.ts'

/**
 * The Microsoft Foundry provider, at its official hosts or at those given. An endpoint of one's own serves every route.
 *
 * @throws {TypeError} when an endpoint is no absolute http(s) URL.
 */
export function microsoftFoundry(options: EndpointOptions = {}): Provider {
  checkOptions('microsoftFoundry()', options, ['endpoint'])
  const name = 'microsoft-foundry'
  if (options.endpoint === undefined) {
    return {
      name,
      routes: [
        ...serverlessRoutes('https://{name}.{region}.models.ai.azure.com'),
        ...resourceRoutes('https://{resource}.services.ai.azure.com'),
      ],
    }
  }
  return { name, routes: readBases('microsoftFoundry()', options.endpoint, []).flatMap(inferenceRoutes) }
}
