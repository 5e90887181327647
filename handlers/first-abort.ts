/**
 * Calls back with the reason of the first of these signals that aborts. Returns the function that stops listening.
 *
 * @note Not `AbortSignal.any`: a client's signal may come from another realm, such as jsdom's.
 */
export function onFirstAbort(signals: readonly AbortSignal[], call: (reason: unknown) => void): () => void {
  const listeners = signals.map((signal) => ({ signal, listener: () => end(signal.reason) }))
  const stop = (): void => {
    for (const { signal, listener } of listeners) signal.removeEventListener('abort', listener)
  }
  const end = (reason: unknown): void => {
    stop()
    call(reason)
  }
  const aborted = signals.find((signal) => signal.aborted)
  if (aborted !== undefined) call(aborted.reason)
  else for (const { signal, listener } of listeners) signal.addEventListener('abort', listener)
  return stop
}
