/**
 * DeepSeek.
 *
 * @module
 */
import { checkOptions, readBases, type BaseOptions, type Provider } from '../provider.ts'
import { deepseekRoutes } from './routes.ts'

/**
 * The DeepSeek provider, at its official hosts or at those given.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 */
export function deepseek(options: BaseOptions = {}): Provider {
  checkOptions('deepseek()', options, ['baseURL'])
  const bases = readBases('deepseek()', options.baseURL, [
    'https://api.deepseek.com',
    'https://api.deepseek.com/v1',
    'https://api.deepseek.com/beta',
  ])
  return { name: 'deepseek', routes: bases.flatMap(deepseekRoutes) }
}
