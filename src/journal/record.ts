/** What an exchange leaves for the journal, and the entry that is made of it when somebody asks. */
import type { JsonValue } from '../json.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import type { RequestSnapshot } from '../request/snapshot.ts'
import type { DeliveryState, JournalEntry, Outcome } from './entry.ts'

export interface ExchangeRecord {
  readonly sequence: number
  readonly outcome: Outcome
  readonly request: RecordedRequest
  readonly canonical: CanonicalRequest
  readonly response: RecordedResponse
  readonly transport: JournalEntry['delivery']['transport']
  readonly framesTotal: number
  readonly notes: readonly string[]
}

/** @note The body is kept as text: it is small, it counts its own bytes, and each entry made of it is a copy of its own. */
export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** `null`: not JSON. */
  readonly bodyText: string | null
}

export interface RecordedResponse extends Omit<JournalEntry['response'], 'usage'> {
  readonly usage: Omit<JournalEntry['response']['usage'], 'totalTokens'>
}

export function recordRequest({ method, url, headers, body }: RequestSnapshot): RecordedRequest {
  return { method, url, headers, bodyText: body.kind === 'json' ? body.text : null }
}

export function makeEntry(record: ExchangeRecord, delivery: DeliveryState, truncated: readonly string[]): JournalEntry {
  const { sequence, outcome, canonical, response, transport, framesTotal } = record
  const { bodyText, ...request } = record.request
  const { usage } = response
  return deepFreeze({
    sequence,
    outcome,
    request: {
      ...canonical,
      ...request,
      headers: { ...request.headers },
      body: bodyText === null ? null : (JSON.parse(bodyText) as JsonValue),
    },
    response: {
      ...response,
      outputDisposition: response.outputDisposition && { ...response.outputDisposition },
      usage: { ...usage, totalTokens: usage.inputTokens + usage.outputTokens },
    },
    delivery: { transport, framesTotal, ...delivery },
    truncated: [...truncated],
    notes: [...record.notes],
  })
}

/** @note A loop, not a recursion: a request body may be nested deeper than the stack. */
export function deepFreeze<T>(root: T): T {
  const pending: unknown[] = [root]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) continue
    Object.freeze(value)
    for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) pending.push(child)
  }
  return root
}
