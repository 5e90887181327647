import OpenAI from 'openai'
import { mountAll, openai, type Provider } from 'msw-llm'
import { askResponses, responsesOutcomes } from './ask-responses.ts'
import { testConformance } from './suite.ts'
import type { ConformanceTarget } from './target.ts'

function target(client: string, baseURL: string, providers: () => Provider[]): ConformanceTarget {
  return {
    ...responsesOutcomes,
    route: 'POST /openai/v1/responses',
    client,
    model: 'gpt-5.5',
    providers,
    ask: ({ fetch }, ask) =>
      askResponses(new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true }), ask),
  }
}

testConformance(target('openai responses at the official host', 'https://api.openai.com/v1', () => [openai()]))
testConformance(
  target('openai responses under mountAll', 'https://llm.test/openai/v1', () => mountAll('https://llm.test')),
)
