/**
 * Microsoft Foundry: Model Inference, and the OpenAI v1 API of its resources.
 *
 * @module
 */
import { checkOptions, readBases, type EndpointOptions, type Provider } from '../provider.ts'
import type { ProviderFilter } from '../../src/index.ts'
import { resourceRoutes, serverlessRoutes } from './routes.ts'

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
export type { Provider } from '../provider.ts'

/** Options of `microsoftFoundry()`. */
export interface FoundryOptions extends EndpointOptions {
  /**
   * Where a Model Inference stream carries its usage: always on the choice that finishes, or, as recorded, in a frame of
   * its own when `stream_options.include_usage` asks for it. Default `'final-choice'`.
   */
  usage?: 'final-choice' | 'usage-frame' | undefined
  /**
   * The status of a filtered JSON answer on Model Inference. 400, as recorded in 2026, comes with a completion in it and no
   * error, and its text is not shown. Default 200.
   */
  blockStatus?: 200 | 400 | undefined
  /** How its deployments filter content. Default: mode `default` under `/openai/v1`, and `off` on Model Inference. */
  contentFilter?: ProviderFilter | undefined
}

/**
 * The Microsoft Foundry provider, at its official hosts or at those given. An endpoint of one's own serves every route.
 *
 * @throws {TypeError} when an endpoint is no absolute http(s) URL, or `usage` is neither place.
 * @throws {FixtureConfigError} when `contentFilter` cannot be used.
 *
 * @example
 * import { createLlmMock } from 'msw-llm'
 * import { microsoftFoundry } from 'msw-llm/microsoft-foundry'
 *
 * const llm = createLlmMock({ providers: [microsoftFoundry({ endpoint: 'https://foundry.example.com' })] })
 * console.log(llm.handlers.length)
 * // prints: 7
 */
export function microsoftFoundry(options: FoundryOptions = {}): Provider {
  checkOptions('microsoftFoundry()', options, ['endpoint', 'usage', 'blockStatus', 'contentFilter'])
  const { endpoint, usage = 'final-choice', blockStatus = 200, contentFilter } = options
  if (usage !== 'final-choice' && usage !== 'usage-frame') {
    throw new TypeError("microsoftFoundry() takes 'final-choice' or 'usage-frame' as usage.")
  }
  if (blockStatus !== 200 && blockStatus !== 400)
    throw new TypeError('microsoftFoundry() takes 200 or 400 as blockStatus.')
  const serverless = endpoint ?? 'https://{name}.{region}.models.ai.azure.com'
  const resource = endpoint ?? 'https://{resource}.services.ai.azure.com'
  return {
    name: 'microsoft-foundry',
    routes: [
      ...readBases('microsoftFoundry()', serverless, []).flatMap((base) =>
        serverlessRoutes(base, { usage, blockStatus, contentFilter }),
      ),
      ...readBases('microsoftFoundry()', resource, []).flatMap((base) =>
        resourceRoutes(base, { usage, blockStatus, contentFilter }),
      ),
    ],
  }
}
