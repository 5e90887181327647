import OpenAI, { AzureOpenAI } from 'openai'
import { azureOpenai, microsoftFoundry, mountAll, type Provider } from 'msw-llm'
import { askResponses, responsesOutcomes } from './ask-responses.ts'
import { testConformance } from './suite.ts'
import type { ConformanceTarget } from './target.ts'

function unversioned(route: string, endpoint: string, providers: () => Provider[]): ConformanceTarget {
  const baseURL = `${endpoint}/openai/v1`
  return {
    ...responsesOutcomes,
    route,
    client: `openai responses at ${baseURL}`,
    model: 'gpt-5.5',
    providers,
    ask: ({ fetch }, ask) =>
      askResponses(new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true }), ask),
  }
}

function dated(endpoint: string, providers: () => Provider[]): ConformanceTarget {
  const options = { apiKey: 'test', endpoint, apiVersion: '2025-04-01-preview', dangerouslyAllowBrowser: true }
  return {
    ...responsesOutcomes,
    route: 'POST /azure-openai/openai/responses',
    client: `AzureOpenAI responses at ${endpoint}`,
    model: 'gpt-5.5',
    providers,
    ask: ({ fetch }, ask) => askResponses(new AzureOpenAI({ ...options, ...(fetch && { fetch }) }), ask),
  }
}

const azureRoute = 'POST /azure-openai/openai/v1/responses'
const foundryRoute = 'POST /microsoft-foundry/openai/v1/responses'
const mounted = (): Provider[] => mountAll('https://llm.test')

testConformance(unversioned(azureRoute, 'https://example.openai.azure.com', () => [azureOpenai()]))
testConformance(unversioned(azureRoute, 'https://llm.test/azure-openai', mounted))
testConformance(dated('https://example.openai.azure.com', () => [azureOpenai()]))
testConformance(dated('https://llm.test/azure-openai', mounted))
testConformance(unversioned(foundryRoute, 'https://example.services.ai.azure.com', () => [microsoftFoundry()]))
testConformance(unversioned(foundryRoute, 'https://llm.test/microsoft-foundry', mounted))
