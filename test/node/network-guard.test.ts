import { createServer, connect } from 'node:net'
import { expect, test } from 'vitest'
import { takeConnections } from '../support/network-guard.ts'

test('the guard sees a real connection, and this file is the only one that makes any', async () => {
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => connect(port, '127.0.0.1').resume().on('close', resolve))
  server.close()
  const connections = takeConnections()
  expect(connections.map((trace) => trace.split('\n')[0])).toEqual(['TCPCONNECTWRAP'])
})
