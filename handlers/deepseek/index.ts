/**
 * DeepSeek.
 *
 * @module
 */
import { checkOptions, readBases, type BaseOptions, type Provider } from '../provider.ts'
import { deepseekRoutes } from './routes.ts'

export {
  exactly,
  fails,
  filtered,
  json,
  promptBlocked,
  scenario,
  text,
  userContains,
  type PolicyOptions,
  type TextOptions,
} from '../../src/index.ts'
export type { BaseOptions, Provider } from '../provider.ts'

/**
 * The DeepSeek provider, at its official hosts or at those given.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 *
 * @example
 * import { createLlmMock } from 'msw-llm'
 * import { deepseek } from 'msw-llm/deepseek'
 *
 * const llm = createLlmMock({ providers: [deepseek({ baseURL: 'https://gateway.example.com/deepseek/v1' })] })
 * console.log(llm.handlers.length)
 * // prints: 2
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
