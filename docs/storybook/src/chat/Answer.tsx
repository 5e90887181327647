import { noticeOf } from './notices.ts'
import { piecesOf, type AssistantEntry } from './transcript.ts'

export interface AnswerProps {
  answer: AssistantEntry
  onRetry: (() => void) | undefined
}

export function Answer({ answer, onRetry }: AnswerProps) {
  const notice = noticeOf(answer)
  const failed = answer.state === 'failed'
  const busy = answer.state === 'waiting' || answer.state === 'answering'
  return (
    <article className="assistant" aria-label="Assistant" aria-busy={busy} data-state={answer.state}>
      {answer.state === 'waiting' && <p className="waiting">Thinking…</p>}
      {answer.text !== '' && (
        <p>
          {piecesOf(answer).map((piece, index) =>
            piece.removed ? <mark key={index}>[removed]</mark> : <span key={index}>{piece.text}</span>,
          )}
        </p>
      )}
      {answer.refusal !== '' && <p className="refusal">{answer.refusal}</p>}
      {notice !== null && (
        <p className="notice" role={failed ? 'alert' : 'note'}>
          {notice}
        </p>
      )}
      {failed && onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </article>
  )
}
