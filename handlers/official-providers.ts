import { anthropic } from './anthropic/index.ts'
import { azureOpenai } from './azure-openai/index.ts'
import { deepseek } from './deepseek/index.ts'
import { gemini } from './gemini/index.ts'
import { microsoftFoundry } from './microsoft-foundry/index.ts'
import { openai } from './openai/index.ts'
import type { Provider } from './provider.ts'

/** Every provider, at its official hosts. */
export function officialProviders(): readonly Provider[] {
  return [openai(), azureOpenai(), deepseek(), microsoftFoundry(), anthropic(), gemini()]
}
