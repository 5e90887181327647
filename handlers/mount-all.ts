import { anthropic } from './anthropic/index.ts'
import { azureOpenai } from './azure-openai/index.ts'
import { deepseek } from './deepseek/index.ts'
import { gemini } from './gemini/index.ts'
import { microsoftFoundry } from './microsoft-foundry/index.ts'
import { openai } from './openai/index.ts'
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
  return [
    openai({ baseURL: `${base}/openai/v1` }),
    azureOpenai({ endpoint: `${base}/azure-openai` }),
    deepseek({ baseURL: `${base}/deepseek/v1` }),
    microsoftFoundry({ endpoint: `${base}/microsoft-foundry` }),
    anthropic({ baseURL: `${base}/anthropic` }),
    gemini({ baseURL: `${base}/gemini` }),
  ]
}
