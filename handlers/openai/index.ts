/**
 * OpenAI: `https://api.openai.com/v1`.
 *
 * @module
 */
import { openaiRoutes } from './routes.ts'
import { checkOptions, readBases, type BaseOptions, type Provider } from '../provider.ts'

export {
  exactly,
  fails,
  filtered,
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
export type { BaseOptions, Provider } from '../provider.ts'

/**
 * The OpenAI provider, at its official host or at the bases given.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 *
 * @example
 * import { createLlmMock } from 'msw-llm'
 * import { openai } from 'msw-llm/openai'
 *
 * const llm = createLlmMock({ providers: [openai({ baseURL: 'https://gateway.example.com/openai/v1' })] })
 * console.log(llm.handlers.length)
 * // prints: 5
 */
export function openai(options: BaseOptions = {}): Provider {
  checkOptions('openai()', options, ['baseURL'])
  const bases = readBases('openai()', options.baseURL, ['https://api.openai.com/v1'])
  return { name: 'openai', routes: bases.flatMap(openaiRoutes) }
}
