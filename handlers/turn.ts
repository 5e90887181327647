/**
 * Resolves in a later turn of the event loop, when all that was ready to run has run.
 *
 * @note A message port, because fake timers leave it alone; environments without one fall back to a timer.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel !== 'function') {
      setTimeout(resolve, 0)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
