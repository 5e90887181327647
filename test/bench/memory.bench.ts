/** What 100,000 requests leave behind. */
import type { Row } from './measure.ts'
import { askJson, askStream, benchMock, clientOf } from './subjects.ts'

const llm = benchMock()
const client = clientOf(llm.fetch)
const json = askJson(client)
const stream = askStream(client)

async function send(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    // One in fifty is a stream of 200 chunks.
    await (index % 50 === 0 ? stream() : json())
    // A process that never returns to the event loop keeps what waits for its finalisers.
    if (index % 1000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

async function heapAfterCollection(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    globalThis.gc!()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed / 1024 / 1024
}

await send(10_000)
const early = await heapAfterCollection()
await send(90_000)
const late = await heapAfterCollection()
const growth = (late / early - 1) * 100

const rows: Row[] = [
  {
    what: 'heap after 100,000 requests, against after 10,000',
    base: `${early.toFixed(2)} MiB`,
    ours: `${late.toFixed(2)} MiB`,
    measured: `${growth.toFixed(1)} % more`,
    target: '≤ 5 % more',
    met: growth <= 5,
  },
]
console.log(JSON.stringify(rows))
