/** What a record weighs in the bounded journal. */
import type { Message } from '../request/canonical.ts'
import type { ExchangeRecord } from './record.ts'

/** A record that fits the journal's byte bound, by itself at least. */
export interface WeighedRecord {
  readonly record: ExchangeRecord
  /** Paths that were cut. */
  readonly truncated: readonly string[]
  readonly bytes: number
}

/** What an entry weighs beside its texts. */
const baseBytes = 1024
const bytesPerUnit = 2

type Cut = readonly [path: string, cut: (record: ExchangeRecord) => ExchangeRecord]

/** The largest texts first. */
const cuts: readonly Cut[] = [
  ['request.body', (record) => ({ ...record, request: { ...record.request, bodyText: null } })],
  ['request.messages', (record) => ({ ...record, canonical: { ...record.canonical, messages: [] } })],
  ['response.content', (record) => ({ ...record, response: { ...record.response, content: null } })],
  ['request.headers', (record) => ({ ...record, request: { ...record.request, headers: {} } })],
  ['request.tools', (record) => ({ ...record, canonical: { ...record.canonical, tools: [] } })],
  ['request.url', (record) => ({ ...record, request: { ...record.request, url: '' } })],
  ['request.model', (record) => ({ ...record, canonical: { ...record.canonical, model: '' } })],
  ['response.outputDisposition.explanation', withoutExplanation],
]

function withoutExplanation(record: ExchangeRecord): ExchangeRecord {
  const { outputDisposition } = record.response
  if (outputDisposition === null) return record
  return { ...record, response: { ...record.response, outputDisposition: { ...outputDisposition, explanation: null } } }
}

/** Cuts a record that alone is over the bound until it is not, or until nothing is left to cut. */
export function weigh(record: ExchangeRecord, maximumBytes: number): WeighedRecord {
  const truncated: string[] = []
  let cut = record
  let bytes = bytesOf(cut)
  for (const [path, step] of cuts) {
    if (bytes <= maximumBytes) break
    const shorter = step(cut)
    const shorterBytes = bytesOf(shorter)
    if (shorterBytes === bytes) continue
    cut = shorter
    bytes = shorterBytes
    truncated.push(path)
  }
  return { record: cut, truncated, bytes }
}

/** An estimate from the lengths of the texts, since nothing in JavaScript tells the size of a value. */
function bytesOf({ request, canonical, response }: ExchangeRecord): number {
  let units = request.url.length + (request.bodyText?.length ?? 0) + (response.content?.length ?? 0)
  units += (response.message?.length ?? 0) + (response.outputDisposition?.explanation?.length ?? 0)
  units += canonical.model.length + (canonical.session?.length ?? 0) + (canonical.apiVersion?.length ?? 0)
  for (const name in request.headers) units += name.length + (request.headers[name]?.length ?? 0)
  for (const tool of canonical.tools) units += tool.length
  for (const message of canonical.messages) units += unitsOf(message)
  return baseBytes + units * bytesPerUnit
}

export function unitsOf({ content, parts = [], toolCalls = [], toolCallId = '' }: Message): number {
  let units = content.length + toolCallId.length
  for (const { mediaType = '' } of parts) units += mediaType.length
  for (const call of toolCalls) units += call.id.length + call.name.length + JSON.stringify(call.arguments).length
  return units
}
