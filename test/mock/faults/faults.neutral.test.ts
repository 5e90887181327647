/** Every fault, read in every way, on every host. */
import { expect, test } from 'vitest'
import { hosts } from '#hosts'
import { faultCells } from './cells.ts'
import { entryPoints } from './entry-points.ts'
import { faultsAt, see } from './fault-table.ts'

for (const host of hosts) {
  for (const entryPoint of entryPoints) {
    test(`${entryPoint.name} sees each fault as it is, on ${host.name}`, async () => {
      const seen: Record<string, unknown> = {}
      for (const fault of faultsAt(entryPoint.framesOfTwoPieces)) seen[fault.fault] = await see(host, entryPoint, fault)
      const expected = Object.entries(faultCells[entryPoint.name] ?? {}).map(([fault, cell]) => {
        const { ahead, ...direct } = cell
        return [fault, host.readsAhead && ahead !== undefined ? { ...direct, delivery: ahead } : direct]
      })
      expect(seen).toEqual(Object.fromEntries(expected))
    })
  }
}
