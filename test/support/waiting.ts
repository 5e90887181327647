/** A conversation that takes its time, and requests to it that can be waited for. */
import { createLlmMock, type LlmMock, type Step } from 'msw-llm'
import { expect, vi } from 'vitest'
import { watchedClock, type WatchedClock } from './clock.ts'
import type { Connection } from './host.ts'
import { collect, openaiOn, says } from './openai.ts'

export interface WaitingMock extends LlmMock {
  readonly clock: WatchedClock
  /** Resolves when so many requests have been taken in, and each has begun or waits. */
  arrived(count: number): Promise<void>
  /** Lets time go by until these have come to an end. */
  pass<T>(...asked: readonly Promise<T>[]): Promise<readonly T[]>
}

export function slowConversation(...steps: readonly Step[]): WaitingMock {
  const clock = watchedClock()
  let arrivals = 0
  const llm = createLlmMock({
    clock,
    config: { chatScenarios: [{ id: 'c', steps }] },
    identify: (sequence) => {
      arrivals++
      return { id: `id-${sequence}`, created: sequence }
    },
  })
  return Object.assign(llm, {
    clock,
    arrived: (count: number) => vi.waitFor(() => expect(arrivals).toBe(count)),
    async pass<T>(...asked: readonly Promise<T>[]) {
      const all = Promise.all(asked)
      const over = all.then(() => true)
      while ((await Promise.race([over, clock.tick(1000)])) !== true);
      return await all
    },
  })
}

/** Sends `Hi`. What is answered, or the code of the error, or its name. */
export async function sayHi(
  connection: Connection,
  { signal, stream = false }: { signal?: AbortSignal; stream?: boolean } = {},
): Promise<string> {
  const { completions } = openaiOn(connection, { maxRetries: 0 }).chat
  const options = signal === undefined ? {} : { signal }
  try {
    if (stream) return (await collect(await completions.create({ ...says('Hi'), stream }, options))).join('')
    return (await completions.create(says('Hi'), options)).choices[0]?.message.content ?? ''
  } catch (error) {
    return (error as { code?: string | null }).code ?? (error as Error).constructor.name
  }
}

/** Of each entry: its number, the step, the place in it, whether it was given again, and our code. */
export function accountOf({ journal }: LlmMock): readonly unknown[] {
  return journal.map(({ sequence, response: { step, index, replayed, code } }) => [
    sequence,
    step,
    index,
    replayed,
    code,
  ])
}
