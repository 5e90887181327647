/** Both sides behind one `setupServer`, which has the handlers of one side at a time. */
import { setupServer } from 'msw/node'
import {
  askJson,
  askStream,
  benchMock,
  clientOf,
  handwrittenHandlers,
  jsonModel,
  record,
  streamModel,
} from './subjects.ts'
import { atMostTimes, compare, type Row, type Work } from './measure.ts'

export async function measureBehindMsw(major: number, limits: { json: number; stream: number }): Promise<Row[]> {
  const llm = benchMock()
  const handwritten = handwrittenHandlers(await record(llm, jsonModel, false), await record(llm, streamModel, true))
  const server = setupServer()
  server.listen({ onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as object)
  const client = clientOf()
  /** Puts these handlers, and no others, into the server before each round. */
  const behind = (handlers: Parameters<typeof server.use>, work: () => Promise<unknown>): Work => {
    const before = (): void => {
      server.resetHandlers()
      server.use(...handlers)
    }
    return Object.assign(() => work(), { before })
  }
  const rows = [
    atMostTimes(
      `JSON behind msw ${major}, against a handler written by hand`,
      await compare(behind(handwritten, askJson(client)), behind(llm.handlers, askJson(client)), 1000),
      limits.json,
    ),
    atMostTimes(
      `200 chunks behind msw ${major}, against a handler written by hand`,
      await compare(behind(handwritten, askStream(client)), behind(llm.handlers, askStream(client)), 400),
      limits.stream,
    ),
  ]
  server.close()
  return rows
}
