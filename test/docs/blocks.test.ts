/** Every block of the documents that can run, runs, prints what its comments say, and leaves the network alone. */
import { blocks } from 'virtual:document-blocks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { recordOutput } from './record-output.ts'

interface Watch {
  /** Checks that the block did what it says and left nothing behind. */
  check(promised: readonly string[]): void
  stop(): void
}

function watchBlock(): Watch {
  const { output, stop } = recordOutput()
  const { fetch } = globalThis
  return {
    check(promised) {
      if (promised.length > 0) expect(output).toEqual(promised)
      expect(globalThis.fetch === fetch, 'the block closes the server that it makes listen').toBe(true)
    },
    stop,
  }
}

for (const { name, promised, registersTests, load } of blocks) {
  if (load === null) continue
  if (!registersTests) {
    test(name, async () => {
      const watch = watchBlock()
      onTestFinished(() => watch.stop())
      await load()
      watch.check(promised)
    })
    continue
  }
  let watch: Watch
  describe(name, async () => {
    beforeAll(() => {
      watch = watchBlock()
    })
    afterAll(() => watch.stop())
    await load()
  })
  // Outside of the group, so that the block's own hooks have run.
  test(`${name} prints what it says and closes its servers`, () => watch.check(promised))
}
