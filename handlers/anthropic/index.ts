/**
 * Anthropic: `https://api.anthropic.com`.
 *
 * @module
 */
import { checkOptions, readBases, type BaseOptions, type Provider } from '../provider.ts'
import { anthropicRoutes } from './routes.ts'

export { exactly, fails, json, promptBlocked, scenario, text, userContains, type TextOptions } from '../../src/index.ts'
export type { BaseOptions, Provider } from '../provider.ts'
export { refused, type RefusalCategory, type RefusalOptions } from './refused.ts'

/**
 * The Anthropic provider, at its official host or at the bases given; a base is without `/v1`, as the SDK takes it.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 *
 * @example
 * import { createLlmMock } from 'msw-llm'
 * import { anthropic } from 'msw-llm/anthropic'
 *
 * const llm = createLlmMock({ providers: [anthropic({ baseURL: 'https://gateway.example.com/anthropic' })] })
 * console.log(llm.handlers.length)
 * // prints: 2
 */
export function anthropic(options: BaseOptions = {}): Provider {
  checkOptions('anthropic()', options, ['baseURL'])
  const bases = readBases('anthropic()', options.baseURL, ['https://api.anthropic.com'])
  return { name: 'anthropic', routes: bases.flatMap(anthropicRoutes) }
}
