import OpenAI, { APIConnectionError, APIError } from 'openai'
import { ChatFailure, cutOff, retryAfter, type ChatEvent, type ChatModel, type Turn } from './chat-model.ts'

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam
type Choice = OpenAI.Chat.Completions.ChatCompletionChunk.Choice

/** What Azure's content filter adds to a choice, and leaves out of it; the client's types say nothing of either. */
interface FilteredChoice extends Omit<Choice, 'delta'> {
  readonly delta?: Choice['delta']
  readonly content_filter_results?: Readonly<Record<string, { readonly filtered?: boolean }>>
  readonly content_filter_offsets?: { readonly start_offset: number; readonly end_offset: number }
}

/** OpenAI, or Azure OpenAI with an `AzureOpenAI` client. */
export function openaiModel(client: OpenAI, model: string): ChatModel {
  return {
    async *answer(history, signal) {
      const messages = history.map(asMessage)
      try {
        const stream = await client.chat.completions.create({ model, messages, stream: true }, { signal })
        let refused = false
        let reason: string | null = null
        for await (const chunk of stream) {
          // The frame with Azure's verdict on the prompt has no choice.
          const choice = chunk.choices[0] as FilteredChoice | undefined
          if (choice === undefined) continue
          for (const event of eventsOf(choice, messages)) {
            refused ||= event.type === 'refusal'
            yield event
          }
          reason = choice.finish_reason ?? reason
        }
        // A stream that is aborted ends like one that was cut: without a reason, and without an error.
        if (signal.aborted) return
        if (reason === null) throw cutOff()
        yield { type: 'end', reason: refused ? 'refused' : (endReasons.get(reason) ?? 'complete') }
      } catch (error) {
        if (!signal.aborted) throw failureOf(error)
      }
    },
  }
}

const endReasons = new Map([
  ['length', 'length'],
  ['content_filter', 'filtered'],
] as const) as ReadonlyMap<string, 'length' | 'filtered'>

function* eventsOf(choice: FilteredChoice, messages: readonly Message[]): Iterable<ChatEvent> {
  if (choice.delta?.content) yield { type: 'text', text: choice.delta.content }
  if (choice.delta?.refusal) yield { type: 'refusal', text: choice.delta.refusal }
  const offsets = choice.content_filter_offsets
  const violated = Object.values(choice.content_filter_results ?? {}).some(({ filtered }) => filtered === true)
  if (offsets === undefined || !violated) return
  // Offsets count from the start of the prompt.
  const base = [...JSON.stringify(messages)].length
  yield { type: 'removed', start: offsets.start_offset - base, end: offsets.end_offset - base }
}

function asMessage({ role, text, refused }: Turn): Message {
  if (role === 'user') return { role, content: text }
  return refused ? { role, content: null, refusal: text } : { role, content: text }
}

const blockedPrompts: ReadonlySet<unknown> = new Set(['content_filter', 'invalid_prompt'])

function failureOf(error: unknown): unknown {
  // A connection that breaks off inside the stream is what fetch throws: a TypeError.
  if (error instanceof APIConnectionError || error instanceof TypeError) return cutOff()
  if (!(error instanceof APIError)) return error
  if (error.status === 400 && blockedPrompts.has(error.code)) return new ChatFailure('prompt_blocked', error.message)
  if (error.status === 429) return new ChatFailure('rate_limited', error.message, retryAfter(error.headers))
  // An error inside the stream has no status.
  if (error.status === undefined || error.status >= 500) return new ChatFailure('overloaded', error.message)
  return error
}
