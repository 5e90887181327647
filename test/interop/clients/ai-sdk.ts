/** The AI SDK of Vercel, whole and streamed, with each of its providers. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { generateObject, generateText, streamText, type LanguageModel } from 'ai'
import { z } from 'zod'
import { prompt, type Client, type Route } from './client.ts'

export const models: readonly (readonly [name: string, route: Route, model: () => LanguageModel])[] = [
  ['openai.chat()', 'openai', () => createOpenAI({ apiKey: 'test' }).chat('m')],
  ['openai()', 'responses', () => createOpenAI({ apiKey: 'test' })('m')],
  ['azure.chat()', 'azure', () => createAzure({ apiKey: 'test', resourceName: 'example' }).chat('m')],
  ['anthropic()', 'anthropic', () => createAnthropic({ apiKey: 'test' })('m')],
  ['google()', 'gemini', () => createGoogleGenerativeAI({ apiKey: 'test' })('m')],
  ['deepseek()', 'deepseek', () => createDeepSeek({ apiKey: 'test' })('m')],
]

const schema = z.object({ lit: z.string() })

export const aiSdk: readonly Client[] = models.flatMap(([name, route, model]): Client[] => [
  {
    name: `\`generateText\` with \`${name}\``,
    route,
    streams: false,
    async ask({ signal, text }) {
      const answer = await generateText({ model: model(), prompt, abortSignal: signal })
      text(answer.text)
      return { finish: answer.finishReason }
    },
  },
  {
    name: `\`streamText\` with \`${name}\``,
    route,
    streams: true,
    async ask({ signal, text, error }) {
      const onError = (event: { error: unknown }): void => error(event.error)
      const result = streamText({ model: model(), prompt, abortSignal: signal, onError })
      for await (const piece of result.textStream) text(piece)
      return { finish: await result.finishReason }
    },
  },
  {
    name: `\`generateObject\` with \`${name}\``,
    route,
    streams: false,
    asksForObject: true,
    async ask({ signal, text }) {
      const answer = await generateObject({ model: model(), prompt, schema, abortSignal: signal })
      text(`{"lit": ${JSON.stringify(answer.object.lit)}}`)
      return { finish: answer.finishReason }
    },
  },
])
