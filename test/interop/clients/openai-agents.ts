/** The OpenAI Agents SDK, on both of OpenAI's APIs. */
import { Agent, OpenAIProvider, Runner } from '@openai/agents'
import OpenAI from 'openai'
import { prompt, type Client } from './client.ts'

function runnerOn(useResponses: boolean): Runner {
  const openAIClient = new OpenAI({ apiKey: 'test' })
  return new Runner({ modelProvider: new OpenAIProvider({ openAIClient, useResponses }), tracingDisabled: true })
}

const agent = new Agent({ name: 'Keeper', model: 'm' })

export const openaiAgents: readonly Client[] = ([true, false] as const).flatMap((useResponses): Client[] => {
  const api = useResponses ? 'Responses' : 'chat completions'
  const route = useResponses ? 'responses' : 'openai'
  return [
    {
      name: `\`run(agent, input)\` on ${api}`,
      route,
      streams: false,
      async ask({ signal, text }) {
        const result = await runnerOn(useResponses).run(agent, prompt, { signal })
        text(String(result.finalOutput ?? ''))
        return { finish: null }
      },
    },
    {
      name: `\`run(agent, input, { stream: true })\` on ${api}`,
      route,
      streams: true,
      async ask({ signal, text }) {
        const result = await runnerOn(useResponses).run(agent, prompt, { signal, stream: true })
        for await (const piece of result.toTextStream()) text(piece)
        await result.completed
        return { finish: null }
      },
    },
  ]
})
