/**
 * Both sides in one `setupServer`, at hosts of their own. MSW asks handlers in turn, so each side is measured in front of
 * the other and behind it.
 */
import { setupServer } from 'msw/node'
import { atMostTimes, compare, type Comparison, type Row } from './measure.ts'
import {
  askJson,
  askStream,
  benchMock,
  clientOf,
  handwrittenBaseURL,
  handwrittenHandlers,
  jsonModel,
  record,
  streamModel,
} from './subjects.ts'

export async function measureBehindMsw(major: number, limits: { json: number; stream: number }): Promise<Row[]> {
  const llm = benchMock()
  const handwritten = handwrittenHandlers(await record(llm, jsonModel, false), await record(llm, streamModel, true))
  const server = setupServer()
  server.listen({ onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as object)

  const inBothOrders = async (ask: typeof askJson, rounds: number): Promise<Comparison> => {
    const base = ask(clientOf(undefined, handwrittenBaseURL))
    const ours = ask(clientOf())
    const results: Comparison[] = []
    for (const handlers of [
      [...handwritten, ...llm.handlers],
      [...llm.handlers, ...handwritten],
    ]) {
      server.resetHandlers()
      server.use(...handlers)
      results.push(await compare(base, ours, rounds / 2))
    }
    const [first, second] = results as [Comparison, Comparison]
    return { base: (first.base + second.base) / 2, ours: (first.ours + second.ours) / 2 }
  }

  const rows = [
    atMostTimes(
      `JSON behind msw ${major}, against a handler written by hand`,
      await inBothOrders(askJson, 8000),
      limits.json,
    ),
    atMostTimes(
      `200 chunks behind msw ${major}, against a handler written by hand`,
      await inBothOrders(askStream, 2000),
      limits.stream,
    ),
  ]
  server.close()
  return rows
}
