/** What people are told about an answer that did not end in the ordinary way. */
import type { AssistantEntry, Transcript } from './transcript.ts'
import { isBusy } from './transcript.ts'

export function noticeOf(answer: AssistantEntry): string | null {
  const { state, text, removed, failure } = answer
  if (failure !== null) return failureNotices[failure.kind](failure)
  if (removed.length > 0) return 'The content filter took back a part of this answer after it was shown, and ended it.'
  switch (state) {
    case 'stopped':
      return 'You stopped this answer.'
    case 'length':
      return 'This answer reached its greatest length.'
    case 'filtered':
      return text === ''
        ? 'The content filter withheld this answer.'
        : 'The content filter withheld the rest of this answer.'
    case 'refused':
      return text === '' ? 'The assistant declined to answer.' : 'The assistant declined to go on.'
    default:
      return null
  }
}

type Failure = NonNullable<AssistantEntry['failure']>

const failureNotices: Readonly<Record<Failure['kind'], (failure: Failure) => string>> = {
  // Told beside the message itself, which has no answer then.
  prompt_blocked: () => '',
  rate_limited: ({ retryAfterMilliseconds: wait }) =>
    `Too many requests at the moment. Try again${wait === null ? ' later' : ` in ${wait / 1000} seconds`}.`,
  overloaded: () => 'The service is overloaded and could not finish this answer.',
  cut: () => 'The connection broke off: this answer is incomplete.',
  other: ({ message }) => `This did not work: ${message}`,
}

/** For those who do not see the page. */
export function announcementOf(transcript: Transcript): string {
  if (transcript.length === 0) return ''
  if (isBusy(transcript)) return 'The assistant is answering.'
  const last = transcript.at(-1)
  return last?.role === 'assistant' && noticeOf(last) === null ? 'The answer is complete.' : 'The answer has ended.'
}
