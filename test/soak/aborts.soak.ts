/** A thousand clients that leave: nothing of them stays. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createLlmMock, scenario, text, type LlmMock } from 'msw-llm'
import { hosts } from '#hosts'
import { turn } from '../../handlers/turn.ts'
import { withHost } from '../support/host.ts'
import { chatUrl, post, says } from '../support/openai.ts'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

const times = 1000
const tokens = Array.from({ length: 20 }, (_, index) => `${index} `)

async function leave(llm: LlmMock, call: typeof fetch, frames: number): Promise<WeakRef<object>> {
  const leaving = new AbortController()
  const response = await call(chatUrl, post({ ...says('Hi'), stream: true }, { signal: leaving.signal }))
  const body = response.body!
  const reader = body.getReader()
  for (let read = 0; read < frames; read++) await reader.read()
  leaving.abort()
  await reader.read().catch(() => {})
  while (llm.summary().pending > 0) await turn()
  return new WeakRef(body)
}

for (const host of hosts) {
  test(`${times} aborts at different frames leave nothing behind, on ${host.name}`, async () => {
    const llm = createLlmMock({ journal: { maximumEntries: 10 } })
    const pace = { tokensPerSecond: 1_000_000 }
    const responses = [text(tokens.join(''), { streamChunks: tokens, pace })]
    llm.use(scenario('left', { responses, repeat: 'last' }))
    const uncaught: unknown[] = []
    const note = (error: unknown): void => void uncaught.push(error)
    process.on('unhandledRejection', note)
    await withHost(host, llm, async ({ fetch: own }) => {
      const call = own ?? globalThis.fetch
      await leave(llm, call, 2)
      const before = countResources()
      const bodies: WeakRef<object>[] = []
      for (let time = 0; time < times; time++) bodies.push(await leave(llm, call, time % 15))
      for (let turns = 0; turns < 50; turns++) await turn()
      collectGarbage()
      await new Promise((resolve) => setTimeout(resolve, 10))
      collectGarbage()
      const after = countResources()
      expect(Object.keys(after).filter((kind) => (after[kind] ?? 0) > (before[kind] ?? 0))).toEqual([])
      // Through MSW the client's body is MSW's copy; that of llm.fetch is the delivery's own.
      if (own !== undefined) expect(bodies.filter((body) => body.deref() !== undefined).length).toBeLessThan(3)
      expect([llm.summary().pending, llm.summary().total, uncaught]).toEqual([0, times + 1, []])
    })
    process.off('unhandledRejection', note)
  })
}

/**
 * What keeps the process alive, by kind.
 *
 * @note msw 3 keeps the mocked socket of each request whose client aborted, whoever's handler answered it; none of them
 * is connected, and none keeps the process from its end.
 */
function countResources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
  delete counts['TCPSocketWrap']
  return counts
}
