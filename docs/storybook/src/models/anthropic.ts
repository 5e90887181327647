import Anthropic, { APIConnectionError, APIError } from '@anthropic-ai/sdk'
import { ChatFailure, cutOff, retryAfter, type ChatModel, type EndReason } from './chat-model.ts'

export function anthropicModel(client: Anthropic, model: string): ChatModel {
  return {
    async *answer(history, signal) {
      const messages = history.map(({ role, text }) => ({ role, content: text }))
      try {
        const stream = await client.messages.create({ model, max_tokens: 1024, messages, stream: true }, { signal })
        let reason: string | null = null
        for await (const event of stream) {
          if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
            yield { type: 'text', text: event.delta.text }
          }
          if (event.type === 'message_delta') reason = event.delta.stop_reason
        }
        // A stream that is aborted ends like one that was cut: without a reason, and without an error.
        if (signal.aborted) return
        if (reason === null) throw cutOff()
        yield { type: 'end', reason: endReasons.get(reason) ?? 'complete' }
      } catch (error) {
        if (!signal.aborted) throw failureOf(error)
      }
    },
  }
}

const endReasons: ReadonlyMap<string, EndReason> = new Map([
  ['max_tokens', 'length'],
  ['refusal', 'refused'],
])

function failureOf(error: unknown): unknown {
  if (error instanceof APIConnectionError || error instanceof TypeError) return cutOff()
  if (!(error instanceof APIError)) return error
  if (error.status === 429) return new ChatFailure('rate_limited', error.message, retryAfter(error.headers))
  // Inside a stream an error has the type alone.
  if (error.type === 'overloaded_error') return new ChatFailure('overloaded', error.message)
  return error
}
