/** The providers that a mock has unless it is told otherwise. */
import { anthropic } from './anthropic/index.ts'
import { azureOpenai } from './azure-openai/index.ts'
import { deepseek } from './deepseek/index.ts'
import { gemini } from './gemini/index.ts'
import { microsoftFoundry } from './microsoft-foundry/index.ts'
import { openai } from './openai/index.ts'
import type { Provider } from './provider.ts'

/** Each at its official hosts, or, given an origin, under its path prefix there. */
const factories: readonly ((origin?: string) => Provider)[] = [
  (origin) => openai({ baseURL: at(origin, '/openai/v1') }),
  (origin) => azureOpenai({ endpoint: at(origin, '/azure-openai') }),
  (origin) => deepseek({ baseURL: at(origin, '/deepseek/v1') }),
  (origin) => microsoftFoundry({ endpoint: at(origin, '/microsoft-foundry') }),
  (origin) => anthropic({ baseURL: at(origin, '/anthropic') }),
  (origin) => gemini({ baseURL: at(origin, '/gemini') }),
]

function at(origin: string | undefined, prefix: string): string | undefined {
  return origin === undefined ? undefined : origin + prefix
}

export function officialProviders(): Provider[] {
  return factories.map((make) => make())
}

export function providersAt(origin: string): Provider[] {
  return factories.map((make) => make(origin))
}
