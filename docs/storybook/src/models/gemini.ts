import { ApiError, type GoogleGenAI } from '@google/genai'
import { ChatFailure, cutOff, type ChatModel, type EndReason } from './chat-model.ts'

export function geminiModel(client: GoogleGenAI, model: string): ChatModel {
  return {
    async *answer(history, signal) {
      const contents = history.map(({ role, text }) => ({
        role: role === 'assistant' ? 'model' : role,
        parts: [{ text }],
      }))
      try {
        const stream = await client.models.generateContentStream({ model, contents, config: { abortSignal: signal } })
        let reason: string | undefined
        for await (const chunk of stream) {
          const blocked = chunk.promptFeedback?.blockReason
          if (blocked !== undefined) throw new ChatFailure('prompt_blocked', blocked)
          const candidate = chunk.candidates?.[0]
          for (const part of candidate?.content?.parts ?? []) {
            if (part.text !== undefined) yield { type: 'text', text: part.text }
          }
          reason = candidate?.finishReason ?? reason
        }
        if (signal.aborted) return
        if (reason === undefined) throw cutOff()
        yield { type: 'end', reason: endReasons.get(reason) ?? 'filtered' }
      } catch (error) {
        if (!signal.aborted) throw failureOf(error)
      }
    },
  }
}

/** Every other reason is the name of a policy: `SAFETY`, `RECITATION`, `BLOCKLIST`, … */
const endReasons: ReadonlyMap<string, EndReason> = new Map([
  ['STOP', 'complete'],
  ['MAX_TOKENS', 'length'],
])

function failureOf(error: unknown): unknown {
  if (error instanceof TypeError) return cutOff()
  if (!(error instanceof ApiError)) return error
  if (error.status === 429) return new ChatFailure('rate_limited', error.message)
  if (error.status === 503) return new ChatFailure('overloaded', error.message)
  return error
}
