/** What a client sees of a fault, and what the journal says of it. */
import { createLlmMock, scenario, text, type JournalEntry, type StreamDelivery } from 'msw-llm'
import { withHost, type TestHost } from '../../support/host.ts'
import type { FaultCell } from './cells.ts'
import type { EntryPoint } from './entry-points.ts'

/** The faults, placed behind the second piece of the text. */
export function faultsAt(afterFrame: number): readonly StreamDelivery[] {
  return [
    { fault: 'eof', afterFrame },
    { fault: 'abort', afterFrame },
    { fault: 'stall', afterFrame, resumeAfterMilliseconds: 5 },
    { fault: 'error', afterFrame },
    { fault: 'malformed', afterFrame },
    { fault: 'duplicate', afterFrame },
    { fault: 'connectionFailed' },
    { fault: 'emptyBody' },
    { fault: 'missingFinishReason' },
    { fault: 'missingTerminalMarker' },
  ]
}

/** Pieces of text that were read, and what came then: the client's result, or the class of its error. */
export async function see(host: TestHost, entryPoint: EntryPoint, streamDelivery: StreamDelivery): Promise<FaultCell> {
  const llm = createLlmMock()
  llm.use(scenario('faulty', { responses: [text('One two three four.', { streamDelivery })] }))
  return withHost(host, llm, async (connection) => {
    let pieces = 0
    let seen: string
    try {
      const result = await entryPoint.read(connection, () => pieces++)
      seen = result || 'nothing'
    } catch (error) {
      seen = (error as Error).constructor.name
    }
    await llm.settled()
    const [entry] = llm.journal
    return { seen: `${pieces} pieces, ${seen}`, delivery: entry === undefined ? 'none' : describe(entry.delivery) }
  })
}

function describe({ end, framesSent, framesTotal, terminalMarkerObserved }: JournalEntry['delivery']): string {
  return `${end} ${framesSent}/${framesTotal} ${String(terminalMarkerObserved)}`
}
