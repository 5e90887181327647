/** Reads the events of a stream into an answer. */
import type { Answer } from './answer.ts'
import { bodyText } from './body-text.ts'
import { ChatStreamError } from './errors.ts'
import { endByPolicy, failureIn } from './failure.ts'
import { isObject, parseJson } from './json.ts'
import type { ChatProtocol } from './protocol.ts'
import { createEventReader } from './server-sent-events.ts'

/** What ends a stream of chat completions, and is tolerated in others. */
const doneMark = '[DONE]'

const shownCharacters = 80

interface StreamContext {
  readonly protocol: ChatProtocol
  /** For messages. */
  readonly address: string
  readonly answer: Answer
  readonly signal: AbortSignal | undefined
}

/**
 * Yields whenever the answer may have grown.
 *
 * @throws {ChatStreamError} when the stream breaks off, or carries an error.
 */
export async function* readStream(
  response: Response,
  { protocol, address, answer, signal }: StreamContext,
): AsyncGenerator<void, void, undefined> {
  const readEvent = protocol.readEvents(answer)
  let ended = false
  const fail = (code: string | null, why: string, options?: ErrorOptions): ChatStreamError =>
    new ChatStreamError(`The stream of '${address}' ${why}`, code, answer.response(), options)

  const take = (data: string): void => {
    // Some hosts leave a blank behind it.
    if (data.trimEnd() === doneMark) {
      ended ||= protocol.endMark === doneMark
      return
    }
    const event = parseJson(data)
    if (!isObject(event))
      throw fail('malformed_event', `carries an event whose data is no JSON object: ${data.slice(0, shownCharacters)}`)
    const failure = failureIn(event)
    if (failure === null) ended = readEvent(event) || ended
    else if (endByPolicy(failure, answer)) ended = true
    else throw fail(failure.code, `carries an error: ${failure.message}`)
  }
  /** @note Foundry's filtered streams are reported to lack their end mark, and a policy outcome is no failure. */
  const isOver = (): boolean => ended || answer.response().finishReason === 'content_filter'

  const events = createEventReader()
  const pieces = bodyText(response, signal)
  try {
    for (;;) {
      const piece = await pieces.next().catch((cause: unknown) => {
        signal?.throwIfAborted()
        if (isOver()) return { done: true, value: undefined } as const
        throw fail('network_error', 'broke off', { cause })
      })
      if (piece.done === true) break
      for (const data of events.push(piece.value)) {
        take(data)
        yield
        signal?.throwIfAborted()
        if (ended && protocol.readsOn !== true) return
      }
    }
  } finally {
    await pieces.return()
  }
  const rest = events.rest()
  // Some hosts leave out the blank line behind the last event; a piece of an event is no JSON.
  if (rest !== null && (rest.trimEnd() === doneMark || parseJson(rest) !== undefined)) {
    take(rest)
    yield
  }
  if (!isOver()) throw fail('incomplete_stream', 'ended before the provider said that the answer is complete')
}
