import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The heap is measured in a process of its own, which loads the built package and msw 3 by name. */
function bytesLeftBy(subject: string): number {
  const script = path.join(import.meta.dirname, 'fixtures/request-memory.ts')
  return Number(execFileSync(process.execPath, ['--expose-gc', script, subject], { encoding: 'utf8' }))
}

/** @note Why a request's body is always read, and every body of ours is framed. */
test('msw 3 keeps tens of kilobytes of a request that was not read, or whose answer is not framed, and little of ours', () => {
  const [unread, unframed, ours] = ['unread', 'unframed', 'ours'].map(bytesLeftBy) as [number, number, number]
  expect(unread).toBeGreaterThan(20_000)
  expect(unframed).toBeGreaterThan(20_000)
  expect(ours).toBeLessThan(5000)
})
