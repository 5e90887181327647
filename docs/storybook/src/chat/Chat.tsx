import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import type { ChatModel } from '../models/chat-model.ts'
import { Answer } from './Answer.tsx'
import './chat.css'
import { announcementOf } from './notices.ts'
import { isBusy } from './transcript.ts'
import { useChat } from './use-chat.ts'

export interface ChatProps {
  model: ChatModel
  /** Sent when the chat opens. */
  opening?: string
}

export function Chat({ model, opening }: ChatProps) {
  const { transcript, send, retry, stop } = useChat(model)
  const [draft, setDraft] = useState('')
  const opened = useRef(false)
  const busy = isBusy(transcript)
  const last = transcript.at(-1)

  useEffect(() => {
    if (opening === undefined || opened.current) return
    opened.current = true
    send(opening)
  })

  function submit(event?: SubmitEvent) {
    event?.preventDefault()
    if (busy || draft.trim() === '') return
    send(draft)
    setDraft('')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && busy) stop()
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    }
  }

  return (
    <section className="chat" aria-label="Chat">
      {/* Busy while an answer grows: a screen reader waits for the whole of it instead of reading out each token. */}
      <div className="log" role="log" aria-label="Conversation" aria-busy={busy}>
        {transcript.map((entry, index) =>
          // Entries are only ever added, or replaced where they are: their place is their key.
          entry.role === 'user' ? (
            <article key={index} className="user" aria-label="You">
              <p className={entry.blocked ? 'blocked' : undefined}>{entry.text}</p>
            </article>
          ) : (
            <Answer key={index} answer={entry} onRetry={index === transcript.length - 1 ? retry : undefined} />
          ),
        )}
      </div>
      {last?.role === 'user' && last.blocked && (
        <p className="notice" role="alert">
          This message goes against the content policy and was not answered. Write it differently to go on.
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announcementOf(transcript)}
      </p>
      <form onSubmit={submit}>
        <textarea
          aria-label="Message"
          placeholder="Write a message"
          rows={2}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {busy ? (
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="submit" disabled={draft.trim() === ''}>
            Send
          </button>
        )}
      </form>
    </section>
  )
}
