import { useEffect, useReducer, useRef } from 'react'
import { ChatFailure, type ChatModel } from '../models/chat-model.ts'
import { changed, historyOf, type Transcript } from './transcript.ts'

export interface ChatControls {
  readonly transcript: Transcript
  send(text: string): void
  retry(): void
  stop(): void
}

export function useChat(model: ChatModel): ChatControls {
  const [transcript, change] = useReducer(changed, [])
  const running = useRef<AbortController | null>(null)

  // An answer nobody sees any more is not paid for to its end.
  useEffect(() => () => running.current?.abort(), [])

  async function answer(asked: Transcript) {
    const controller = new AbortController()
    running.current = controller
    try {
      for await (const event of model.answer(historyOf(asked), controller.signal)) change({ type: 'said', event })
      if (controller.signal.aborted) change({ type: 'stopped' })
    } catch (error) {
      const failure = error instanceof ChatFailure ? error : new ChatFailure('other', String(error))
      change({ type: 'failed', failure })
    }
  }

  function ask(how: { type: 'asked'; text: string } | { type: 'asked again' }) {
    change(how)
    // The reducer is pure, so what it makes of the change is known before React renders it.
    void answer(changed(transcript, how))
  }

  return {
    transcript,
    send: (text) => ask({ type: 'asked', text }),
    retry: () => ask({ type: 'asked again' }),
    stop: () => running.current?.abort(),
  }
}
