import fc from 'fast-check'
import { test } from 'vitest'
import { manner } from '../support/state-model/asks.ts'
import { commandsOf, finish } from '../support/state-model/commands.ts'
import { setUp } from '../support/state-model/mock.ts'
import { configPlan } from '../support/state-model/plans.ts'

// To look longer: STATE_MODEL_RUNS=5000. To look again: STATE_MODEL_SEED, with the seed that a failure tells.
const runs = Number(process.env['STATE_MODEL_RUNS'] ?? 200)
const seed = process.env['STATE_MODEL_SEED']

const timeout = 30_000 * Math.max(1, runs / 200)

test('a mock does what a plain reference does, whatever is done to it and in whatever order', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      configPlan,
      fc.commands([commandsOf(manner)], { maxCommands: 80, size: 'max' }),
      async (plan, commands) => {
        const set = setUp(plan)
        await fc.asyncModelRun(() => set, commands)
        await finish(set.model, set.real)
      },
    ),
    {
      numRuns: runs,
      ...(seed !== undefined && { seed: Number(seed) }),
      // A run that hangs, or a search for a shorter one without end, still tells its seed.
      timeout: 10_000,
      interruptAfterTimeLimit: timeout * 0.8,
      markInterruptAsFailure: true,
    },
  )
})
