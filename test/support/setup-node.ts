/** No test in Node opens a socket: any connection fails the file that made it. */
import { afterAll, expect } from 'vitest'
import { takeConnections } from './network-guard.ts'

afterAll(() => {
  expect(takeConnections()).toEqual([])
})
