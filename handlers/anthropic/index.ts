/**
 * Anthropic.
 *
 * @module
 */
import { checkOptions, readBases, type BaseOptions, type Provider } from '../provider.ts'
import { anthropicRoutes } from './routes.ts'

/**
 * The Anthropic provider, at its official hosts or at those given.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 */
export function anthropic(options: BaseOptions = {}): Provider {
  checkOptions('anthropic()', options, ['baseURL'])
  const bases = readBases('anthropic()', options.baseURL, ['https://api.anthropic.com'])
  return { name: 'anthropic', routes: bases.flatMap(anthropicRoutes) }
}
