/**
 * A request that the garbage collector has taken tells nothing more of its client; a mock holds those that it serves.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createLlmMock, manualClock, scenario, text, type FixtureResponse } from 'msw-llm'
import { hosts } from '#hosts'
import { turn } from '../../handlers/turn.ts'
import { withHost, type TestHost } from '../support/host.ts'
import { chatUrl, post, says } from '../support/openai.ts'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

async function turns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await turn()
}

async function leaveAfterCollection(host: TestHost, response: FixtureResponse, reads: number): Promise<unknown> {
  const clock = manualClock()
  const llm = createLlmMock({ clock })
  llm.use(scenario('left', { responses: [response] }))
  return withHost(host, llm, async ({ fetch = globalThis.fetch }) => {
    const leaving = new AbortController()
    const asked = fetch(chatUrl, post({ ...says('Hi'), stream: true }, { signal: leaving.signal }))
    const ended = asked.catch((error: unknown) => (error as Error).name)
    const reader = reads === 0 ? null : (await asked).body!.getReader()
    await reader?.read()
    for (let times = 0; times < 3; times++) {
      await turns(20)
      collectGarbage()
    }
    leaving.abort()
    await (reader === null ? ended : reader.read().catch(() => {}))
    await turns(30)
    await clock.tick(10_000)
    const { pending, unused } = llm.summary()
    return [pending, unused, llm.journal.map(({ delivery }) => [delivery.end, delivery.framesSent])]
  })
}

for (const host of hosts) {
  test(`a client that leaves a stream is noticed after a collection, on ${host.name}`, async () => {
    const response = text('One two three.', { pace: { firstTokenMilliseconds: 1000, tokensPerSecond: 1 } })
    expect(await leaveAfterCollection(host, response, 1)).toEqual([0, 0, [['aborted', 1]]])
  })

  test(`a client that leaves during a delay is noticed after a collection, on ${host.name}`, async () => {
    const response = text('One.', { delayMilliseconds: 5000 })
    expect(await leaveAfterCollection(host, response, 0)).toEqual([0, 1, []])
  })
}
