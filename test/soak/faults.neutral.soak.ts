/** One fault of each protocol, again and again: every time the same is seen. */
import { expect, test } from 'vitest'
import type { StreamDelivery } from 'msw-llm'
import { hosts } from '#hosts'
import { faultCells } from '../mock/faults/cells.ts'
import { entryPoints } from '../mock/faults/entry-points.ts'
import { see } from '../mock/faults/fault-table.ts'

const soaked: readonly (readonly [entryPoint: string, fault: 'abort' | 'eof' | 'error'])[] = [
  ['chat.completions.create({ stream: true })', 'abort'],
  ['responses.create({ stream: true })', 'eof'],
  ['messages.stream()', 'error'],
  ['models.generateContentStream()', 'abort'],
]

for (const host of hosts) {
  // Each time a worker starts and stops, which takes a page a tenth of a second.
  const times = host.name.startsWith('setupWorker') ? 50 : 200
  for (const [name, fault] of soaked) {
    test(`${name} sees '${fault}' ${times} times, on ${host.name}`, async () => {
      const entryPoint = entryPoints.find((candidate) => candidate.name === name)!
      const { seen, delivery } = faultCells[name]![fault]
      const streamDelivery: StreamDelivery = { fault, afterFrame: entryPoint.framesOfTwoPieces }
      const different: unknown[] = []
      for (let time = 0; time < times; time++) {
        const cell = await see(host, entryPoint, streamDelivery)
        if (cell.seen !== seen || cell.delivery !== delivery) different.push([time, cell])
      }
      expect(different).toEqual([])
    })
  }
}
