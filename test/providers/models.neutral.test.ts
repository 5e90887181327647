/** The lists of models, through each provider's client. */
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text } from 'msw-llm'
import { hosts } from '#hosts'
import { withHost, type Connection } from '../support/host.ts'

type List = (connection: Connection) => Promise<readonly (string | undefined)[]>

function openaiAt(baseURL: string): List {
  return async ({ fetch }) => {
    const client = new OpenAI({ apiKey: 'test', baseURL, fetch, dangerouslyAllowBrowser: true })
    return (await client.models.list()).data.map(({ id }) => id)
  }
}

const lists: readonly [string, List][] = [
  ['OpenAI', openaiAt('https://api.openai.com/v1')],
  ['DeepSeek', openaiAt('https://api.deepseek.com')],
  ['Azure OpenAI', openaiAt('https://example.openai.azure.com/openai/v1')],
  ['Microsoft Foundry', openaiAt('https://example.services.ai.azure.com/openai/v1')],
  [
    'Anthropic',
    async ({ fetch }) => {
      const client = new Anthropic({ apiKey: 'test', fetch, dangerouslyAllowBrowser: true })
      return (await client.models.list()).data.map(({ id }) => id)
    },
  ],
  [
    'Gemini',
    async ({ fetch }) => {
      const client = new GoogleGenAI({ apiKey: 'test', ...(fetch && { httpOptions: { fetch } }) })
      const names: (string | undefined)[] = []
      for await (const { name } of await client.models.list()) names.push(name?.replace('models/', ''))
      return names
    },
  ],
]

for (const host of hosts) {
  for (const [name, list] of lists) {
    test(`${host.name}: ${name} lists the configured models, and no response is used up`, async () => {
      const llm = createLlmMock({
        config: {
          models: [{ id: 'one' }, { id: 'picture', kind: 'image' }, { id: 'two' }],
          chatScenarios: [scenario('kept', { responses: [text('Here.')] })],
        },
      })
      await withHost(host, llm, async (connection) => {
        expect(await list(connection)).toEqual(['one', 'two'])
        expect(llm.summary()).toMatchObject({ total: 1, unused: 1, unmatched: 0 })
        expect(llm.journal[0]).toMatchObject({
          outcome: 'ordinary',
          request: { method: 'GET', model: '', messages: [] },
          response: { status: 200, scenario: null, content: null },
        })
      })
    })
  }
}
