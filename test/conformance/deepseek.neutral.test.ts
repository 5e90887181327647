import OpenAI from 'openai'
import OpenAI6 from 'openai6'
import { deepseek, mountAll } from 'msw-llm'
import { askChat } from './ask-chat.ts'
import { testConformance } from './suite.ts'
import type { ConformanceTarget } from './target.ts'

function target(client: string, baseURL: string, more: Partial<ConformanceTarget> = {}): ConformanceTarget {
  return {
    route: 'POST /deepseek/v1/chat/completions',
    client: `${client} at ${baseURL}`,
    model: 'gpt-5.5',
    providers: () => [deepseek()],
    ask: ({ fetch }, ask) =>
      askChat(new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true }), ask),
    finish: { ordinary: 'stop', filtered: 'content_filter', refused: '' },
    unsupported: ['refused'],
    ...more,
  }
}

testConformance(target('openai', 'https://api.deepseek.com'))
testConformance(target('openai', 'https://api.deepseek.com/v1'))
testConformance(target('openai', 'https://api.deepseek.com/beta'))
testConformance(
  target('openai 6', 'https://api.deepseek.com', {
    ask: ({ fetch }, ask) =>
      askChat(
        new OpenAI6({
          apiKey: 'test',
          baseURL: 'https://api.deepseek.com',
          ...(fetch && { fetch }),
          dangerouslyAllowBrowser: true,
        }),
        ask,
      ),
  }),
)
testConformance(target('openai', 'https://llm.test/deepseek/v1', { providers: () => mountAll('https://llm.test') }))
