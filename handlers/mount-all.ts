import { providersAt } from './official-providers.ts'
import { readBases, type Provider } from './provider.ts'

/**
 * Every provider at one origin, each under its own path prefix: OpenAI at `/openai/v1`, Azure OpenAI at `/azure-openai`,
 * DeepSeek at `/deepseek/v1`, Microsoft Foundry at `/microsoft-foundry`, Anthropic at `/anthropic`, Gemini at `/gemini`.
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
  const [base] = readBases('mountAll()', [origin], [])
  return providersAt(base as string)
}
