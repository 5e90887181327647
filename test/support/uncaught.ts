/** Takes errors that nothing catches, in the place of the test runner, until the function it returns is called. */
type Listener = (event: ErrorEvent | Error) => void

export function catchUncaught(listener: Listener): () => void {
  if (typeof window !== 'undefined') {
    const own = (event: ErrorEvent): void => {
      event.stopImmediatePropagation()
      event.preventDefault()
      listener(event)
    }
    window.addEventListener('error', own, { capture: true })
    return () => window.removeEventListener('error', own, { capture: true })
  }
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', listener)
  return () => {
    process.removeAllListeners('uncaughtException')
    for (const other of others) process.on('uncaughtException', other)
  }
}
