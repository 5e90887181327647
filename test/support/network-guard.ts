/**
 * Sees every connection that this process begins, and every name it looks up.
 *
 * @note `net.Socket#connect` is no place to look: msw 3 calls it on sockets of its own that go nowhere. These
 * resources exist only where the operating system is asked.
 */
import { createHook } from 'node:async_hooks'

const connecting: ReadonlySet<string> = new Set([
  'TCPCONNECTWRAP',
  'GETADDRINFOREQWRAP',
  'PIPECONNECTWRAP',
  'UDPSENDWRAP',
])
const seen: string[] = []

createHook({
  init(_, type) {
    if (connecting.has(type)) seen.push(`${type}\n${new Error('began here').stack}`)
  },
}).enable()

/** Returns the connections begun since the last call. */
export function takeConnections(): readonly string[] {
  return seen.splice(0)
}
