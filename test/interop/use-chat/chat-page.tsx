/** A page of the AI SDK: `useChat` over a transport that calls `streamText` in the page. */
import { useChat } from '@ai-sdk/react'
import {
  convertToModelMessages,
  streamText,
  toUIMessageStream,
  type ChatTransport,
  type LanguageModel,
  type UIMessage,
} from 'ai'
import { useState } from 'react'

export type Message = UIMessage<{ readonly finishReason: string }>

export function transportTo(model: LanguageModel): ChatTransport<Message> {
  return {
    async sendMessages({ messages, abortSignal }) {
      const { stream } = streamText({
        model,
        messages: await convertToModelMessages(messages),
        ...(abortSignal && { abortSignal }),
        // Told by the stream below.
        onError() {},
      })
      return toUIMessageStream<never, Message>({
        stream,
        onError: (error) => (error instanceof Error ? error.constructor.name : String(error)),
        messageMetadata: ({ part }) => (part.type === 'finish' ? { finishReason: part.finishReason } : undefined),
      })
    },
    reconnectToStream: async () => null,
  }
}

export function ChatPage({ transport }: { transport: ChatTransport<Message> }) {
  const { messages, sendMessage, status, error, stop } = useChat<Message>({ transport })
  const [draft, setDraft] = useState('')
  return (
    <main>
      <ol aria-label="Messages">
        {messages.map(({ id, role, parts, metadata }) => (
          <li key={id} data-role={role} data-finish={metadata?.finishReason}>
            {parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}
          </li>
        ))}
      </ol>
      <p role="status">{status}</p>
      {error !== undefined && <p role="alert">{error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void sendMessage({ text: draft })
          setDraft('')
        }}
      >
        <input aria-label="Message" value={draft} onChange={({ target }) => setDraft(target.value)} />
        <button type="submit">Send</button>
        <button type="button" onClick={() => void stop()}>
          Stop
        </button>
      </form>
    </main>
  )
}
