/** A stream on its way. */
import type { StreamBody } from '../src/delivery/stream-body.ts'
import type { DeliveryState } from '../src/journal/entry.ts'
import type { ExchangeRecord } from '../src/journal/record.ts'
import type { WeighedRecord } from '../src/journal/weigh.ts'
import type { Call } from './call.ts'
import type { JournalLog } from './journal-log.ts'

export interface LiveDelivery {
  readonly record: ExchangeRecord
  readonly journal: JournalLog
  readonly call: Call
  /** What the journal holds of the record. */
  weighed: WeighedRecord | null
  body: StreamBody | null
  framesSent: number
  /** `null`: bytes of the fixture's own, in which none is known. */
  terminal: boolean | null
  /** On the clock, and not for its client. */
  waiting: boolean
}

export function progressOf({ framesSent, terminal }: LiveDelivery): DeliveryState {
  return { framesSent, terminalMarkerObserved: terminal, end: 'pending' }
}
