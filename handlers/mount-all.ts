import { openai } from './openai/index.ts'
import { readBases, type Provider } from './provider.ts'

/**
 * Every provider at one origin, each under its own path prefix: OpenAI at `/openai/v1`.
 *
 * @throws {TypeError} when the origin is no absolute http(s) URL.
 *
 * @example
 * import { createLlmMock, mountAll } from 'msw-llm'
 *
 * const llm = createLlmMock({ providers: mountAll('https://llm.test') })
 * const response = await llm.fetch('https://llm.test/openai/v1/chat/completions', { method: 'POST' })
 * console.log(response.status)
 * // prints: 400
 */
export function mountAll(origin: string): Provider[] {
  const [base] = readBases('mountAll()', { baseURL: [origin] }, [])
  return [openai({ baseURL: `${base}/openai/v1` })]
}
