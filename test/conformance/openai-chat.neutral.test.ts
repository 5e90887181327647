import OpenAI from 'openai'
import { mountAll, openai } from 'msw-llm'
import { askChat } from './ask-chat.ts'
import { testConformance } from './suite.ts'
import type { ConformanceTarget } from './target.ts'

function target(name: string, baseURL: string, providers: ConformanceTarget['providers']): ConformanceTarget {
  return {
    route: 'POST /openai/v1/chat/completions',
    client: name,
    model: 'gpt-5.5',
    providers,
    ask: ({ fetch }, ask) =>
      askChat(new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true }), ask),
    finish: { ordinary: 'stop', filtered: 'content_filter', refused: 'stop' },
    unsupported: [],
  }
}

testConformance(target('openai at its official host', 'https://api.openai.com/v1', () => [openai()]))
testConformance(target('openai under mountAll', 'https://llm.test/openai/v1', () => mountAll('https://llm.test')))
