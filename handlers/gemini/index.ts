/**
 * Gemini.
 *
 * @module
 */
import { checkOptions, readBases, type BaseOptions, type Provider } from '../provider.ts'
import { geminiRoutes } from './routes.ts'

/**
 * The Gemini provider, at its official hosts or at those given.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL.
 */
export function gemini(options: BaseOptions = {}): Provider {
  checkOptions('gemini()', options, ['baseURL'])
  const bases = readBases('gemini()', options.baseURL, ['https://generativelanguage.googleapis.com'])
  return { name: 'gemini', routes: bases.flatMap(geminiRoutes) }
}
