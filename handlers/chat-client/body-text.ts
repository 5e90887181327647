/**
 * The text of a body, piece by piece. Who leaves cancels the body.
 *
 * @throws the signal's reason once it is aborted, and whatever the body breaks off with.
 */
export async function* bodyText(
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // Not awaited: a body may take its time to let go, and nobody waits for what it says.
  const cancel = (): void => void reader.cancel(signal?.reason).catch(() => {})
  // A read that waits ends when its reader is cancelled, also where the signal never reached whoever fills the body.
  signal?.addEventListener('abort', cancel)
  try {
    // It may have been aborted while whoever gives the body did not listen.
    signal?.throwIfAborted()
    for (;;) {
      const { done, value } = await reader.read()
      signal?.throwIfAborted()
      const text = decoder.decode(value, { stream: !done })
      if (text !== '') yield text
      if (done) return
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
    cancel()
  }
}
