/** The fake timers of sinon, which are also those of jest, drive a mock as vitest's do. */
import { install } from '@sinonjs/fake-timers'
import { expect, test } from 'vitest'
import { createLlmMock, fails, scenario, text } from 'msw-llm'
import { hosts } from '#hosts'
import { withHost } from '../support/host.ts'
import { collect, openaiOn, says } from '../support/openai.ts'

for (const host of hosts) {
  test(`${host.name}: pace, stalls and the client's own retry follow tickAsync`, async () => {
    const llm = createLlmMock()
    llm.use(
      scenario('timed', {
        responses: [
          fails(429, { retryAfterSeconds: 60 }),
          text('One two three', {
            pace: { firstTokenMilliseconds: 1000, tokensPerSecond: 1 },
            streamDelivery: { fault: 'stall', afterFrame: 3, resumeAfterMilliseconds: 60_000 },
          }),
        ],
      }),
    )
    const began = performance.now()
    await withHost(host, llm, async (connection) => {
      // Not all of them: a request arrives by what the rest would hold up.
      const timers = install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
      try {
        let seen: readonly string[] = []
        const asked = openaiOn(connection, { maxRetries: 1 }).chat.completions.create({ ...says('Hi'), stream: true })
        const reading = asked.then((stream) => collect(stream, (pieces) => (seen = [...pieces])))
        const until = async (count: number): Promise<void> => {
          for (let turns = 0; turns < 200 && llm.journal.length < count; turns++) await timers.tickAsync(0)
        }
        await until(1)
        await timers.tickAsync(59_000)
        expect(llm.journal.length).toBe(1)
        await timers.tickAsync(1000)
        await until(2)
        expect(llm.journal.map(({ response }) => response.status)).toEqual([429, 200])
        for (let seconds = 0; seconds < 90 && seen.length < 3; seconds++) await timers.tickAsync(1000)
        await reading
        expect(seen).toEqual(['One', ' two', ' three'])
      } finally {
        timers.uninstall()
      }
    })
    expect(performance.now() - began).toBeLessThan(2000)
  })
}
