/** What was said, and how each answer ended: a pure record, and the one function that changes it. */
import type { ChatEvent, ChatFailure, EndReason, Turn } from '../models/chat-model.ts'

export type AnswerState = 'waiting' | 'answering' | 'stopped' | 'failed' | EndReason

export interface UserEntry {
  readonly role: 'user'
  readonly text: string
  /** A policy turned it away: it is shown, and not sent again. */
  readonly blocked: boolean
}

export interface AssistantEntry {
  readonly role: 'assistant'
  readonly text: string
  readonly refusal: string
  /** Stretches of the text that were taken back, in code points. */
  readonly removed: readonly Range[]
  readonly state: AnswerState
  readonly failure: ChatFailure | null
}

export interface Range {
  readonly start: number
  readonly end: number
}

export type Transcript = readonly (UserEntry | AssistantEntry)[]

export type Change =
  | { readonly type: 'asked'; readonly text: string }
  | { readonly type: 'asked again' }
  | { readonly type: 'said'; readonly event: ChatEvent }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failure: ChatFailure }

const unanswered: AssistantEntry = {
  role: 'assistant',
  text: '',
  refusal: '',
  removed: [],
  state: 'waiting',
  failure: null,
}

export function changed(transcript: Transcript, change: Change): Transcript {
  switch (change.type) {
    case 'asked':
      return [...transcript, { role: 'user', text: change.text, blocked: false }, unanswered]
    case 'asked again':
      return [...transcript.slice(0, -1), unanswered]
    case 'said':
      return withLastAnswer(transcript, (answer) => afterEvent(answer, change.event))
    case 'stopped':
      return withLastAnswer(transcript, (answer) => ({ ...answer, state: 'stopped' }))
    case 'failed':
      return change.failure.kind === 'prompt_blocked'
        ? withoutBlockedPrompt(transcript)
        : withLastAnswer(transcript, (answer) => ({ ...answer, state: 'failed', failure: change.failure }))
  }
}

function withLastAnswer(transcript: Transcript, change: (answer: AssistantEntry) => AssistantEntry): Transcript {
  const last = transcript.at(-1)
  return last?.role === 'assistant' ? [...transcript.slice(0, -1), change(last)] : transcript
}

function afterEvent(answer: AssistantEntry, event: ChatEvent): AssistantEntry {
  switch (event.type) {
    case 'text':
      return { ...answer, state: 'answering', text: answer.text + event.text }
    case 'refusal':
      return { ...answer, state: 'answering', refusal: answer.refusal + event.text }
    case 'removed':
      return { ...answer, removed: [...answer.removed, { start: event.start, end: event.end }] }
    case 'end':
      return { ...answer, state: event.reason }
  }
}

function withoutBlockedPrompt(transcript: Transcript): Transcript {
  const prompt = transcript.at(-2)
  return prompt?.role === 'user' ? [...transcript.slice(0, -2), { ...prompt, blocked: true }] : transcript
}

export interface Piece {
  readonly text: string
  readonly removed: boolean
}

/** The text in pieces that stay and pieces that were taken back, in order. */
export function piecesOf({ text, removed }: AssistantEntry): readonly Piece[] {
  const pieces: Piece[] = []
  for (const [index, character] of [...text].entries()) {
    const isRemoved = removed.some(({ start, end }) => start <= index && index < end)
    const last = pieces.at(-1)
    if (last?.removed === isRemoved) pieces[pieces.length - 1] = { ...last, text: last.text + character }
    else pieces.push({ text: character, removed: isRemoved })
  }
  return pieces
}

/** What goes back to the model: no blocked prompts, no failed answers, and nothing that was taken back. */
export function historyOf(transcript: Transcript): readonly Turn[] {
  return transcript.flatMap((entry): Turn[] => {
    if (entry.role === 'user') return entry.blocked ? [] : [{ role: 'user', text: entry.text, refused: false }]
    if (entry.refusal !== '') return [{ role: 'assistant', text: entry.refusal, refused: true }]
    const kept = piecesOf(entry).filter(({ removed }) => !removed)
    const text = kept.map((piece) => piece.text).join('')
    return text === '' || entry.state === 'failed' ? [] : [{ role: 'assistant', text, refused: false }]
  })
}

export function isBusy(transcript: Transcript): boolean {
  const last = transcript.at(-1)
  return last?.role === 'assistant' && (last.state === 'waiting' || last.state === 'answering')
}
