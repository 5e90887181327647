/** What a content filter leaves of an answer. */
import { countCodePoints, isHighSurrogate } from '../conversation/usage.ts'
import { cutEvenly, cutIntoChunks } from '../delivery/chunks.ts'
import { argumentText } from '../fixture/argument-text.ts'
import type { FixtureResponse, ToolCall } from '../fixture/response.ts'
import type { ContentFilter, DeploymentFilter } from './content-filter.ts'
import { promptKeyOf } from './filter-results.ts'
import { stated } from './stated.ts'
import { scheduleAnnotations, type Schedule } from './schedule.ts'

/** What the encoders are told of the filter. */
export interface Moderation {
  /** The deployment's, and over it the answer's. */
  readonly filter: ContentFilter
  /** The fixture itself says something of it. */
  readonly stated: boolean
  /** Set where annotations follow the text. */
  readonly schedule: Schedule | null
  /** How many chunks are released together, each time; `null`: each by itself. */
  readonly batches: readonly number[] | null
}

/** An answer in pieces. */
export interface Pieces<Call extends CallPieces = CallPieces> {
  readonly content: string
  /** `null`: default chunks. */
  readonly chunks: readonly string[] | null
  readonly calls: readonly Call[]
}

export interface CallPieces {
  readonly argumentText: string
  readonly chunks: readonly string[] | null
}

export interface Moderated<Call extends CallPieces = CallPieces> extends Pieces<Call> {
  readonly moderation: Moderation
  /** What reaches the client of the text. */
  readonly visible: string
  /** What reaches the client in all: text, and arguments of tools. */
  readonly delivered: string
  /** The calls that reach it, in part at least. */
  readonly called: readonly Call[]
}

/** The pieces of a fixture's answer. */
export function piecesOf({
  content = '',
  streamChunks,
  toolCalls = [],
}: Pick<FixtureResponse, 'content' | 'streamChunks' | 'toolCalls'>): Pieces<FixtureCallPieces> {
  const calls = toolCalls.map((call) => ({
    call,
    argumentText: argumentText(call.arguments),
    chunks: call.argumentChunks ?? null,
  }))
  return { content, chunks: streamChunks ?? null, calls }
}

export interface FixtureCallPieces extends CallPieces {
  readonly call: ToolCall
}

/** How an answer travels, as far as the filter cares. */
export interface Travel {
  readonly streamed: boolean
  /** The protocol has annotations that follow the text. */
  readonly annotates: boolean
  readonly apiVersion: string | null
  /** The characters of the prompt. */
  readonly promptLength: () => number
}

export function moderate<Call extends CallPieces>(
  pieces: Pieces<Call>,
  deployment: DeploymentFilter,
  own: ContentFilter | undefined,
  { streamed, annotates, apiVersion, promptLength }: Travel,
): Moderated<Call> {
  const filter = { ...deployment, ...stated(own ?? {}) }
  const moderation = { filter, stated: own !== undefined, schedule: null, batches: null }
  const annotated = own !== undefined || filter.dialect === 'documented' || promptKeyOf(apiVersion) !== null
  if (filter.mode === 'async' && filter.error === undefined && streamed && annotates && annotated) {
    const sent = textsOf(pieces)
    const schedule = scheduleAnnotations(lengthsOf(sent), filter, filter.offsetBase ?? promptLength())
    const end = schedule.endsAfter ?? sent.length
    return {
      ...pieces,
      moderation: { ...moderation, schedule },
      visible: sent.slice(0, Math.min(end, textsOf({ ...pieces, calls: [] }).length)).join(''),
      delivered: sent.slice(0, end).join(''),
      called: schedule.endsAfter === null ? pieces.calls : callsBegunBefore(pieces, end),
    }
  }
  const buffered = streamed && filter.buffer !== undefined && filter.mode !== 'off' ? filter.buffer.characters : null
  const chunks = pieces.chunks ?? (buffered === null ? null : cutIntoChunks(pieces.content))
  const batches = buffered === null || chunks === null ? null : batchesOf(chunks, buffered)
  const released = { ...pieces, chunks, moderation: { ...moderation, batches } }
  if (filter.block === undefined)
    return { ...released, visible: pieces.content, delivered: wholeText(pieces), called: pieces.calls }
  const { at = 0 } = filter.block
  const cut = cutAt(released, batches === null || chunks === null ? at : batchStart(chunks, batches, at))
  return { ...released, ...cut, visible: cut.content, delivered: wholeText(cut), called: cut.calls }
}

/** What reaches the client of an answer that nothing holds up. */
export function wholeText({ content, calls }: Pieces): string {
  return content + calls.map((call) => call.argumentText).join('')
}

/** The beginning of an answer: so many characters of its text, and then of the arguments of its calls. */
function cutAt<Call extends CallPieces>({ content, chunks, calls }: Pieces<Call>, end: number): Pieces<Call> {
  let left = end - countCodePoints(content)
  const begun: Call[] = []
  for (const call of calls) {
    if (left <= 0) break
    const length = countCodePoints(call.argumentText)
    begun.push({
      ...call,
      argumentText: cutText(call.argumentText, left),
      chunks: call.chunks && cutTo(call.chunks, left),
    })
    left -= length
  }
  return { content: cutText(content, end), chunks: chunks && cutTo(chunks, end), calls: begun }
}

function cutText(text: string, end: number): string {
  return Array.from(text).slice(0, end).join('')
}

/** The texts that are sent, in order: of the answer, and of each call's arguments. */
export function textsOf({ content, chunks, calls }: Pieces): readonly string[] {
  return [
    ...(chunks ?? cutIntoChunks(content)),
    ...calls.flatMap((call) => call.chunks ?? cutEvenly(call.argumentText)),
  ]
}

function batchesOf(chunks: readonly string[], characters: number): readonly number[] {
  const batches: number[] = []
  let gathered = 0
  let size = 0
  for (const chunk of chunks) {
    gathered += countCodePoints(chunk)
    size++
    if (gathered < characters) continue
    batches.push(size)
    gathered = size = 0
  }
  return size === 0 ? batches : [...batches, size]
}

/** The characters before the batch in which a violation stands: such a batch is not sent. */
function batchStart(chunks: readonly string[], batches: readonly number[], at: number): number {
  let start = 0
  let taken = 0
  for (const size of batches) {
    const end = start + countCodePoints(chunks.slice(taken, taken + size).join(''))
    if (at < end) return start
    start = end
    taken += size
  }
  return at
}

/** The chunks of a text's beginning, of so many characters; the one that crosses the end is cut. */
function cutTo(chunks: readonly string[], end: number): readonly string[] {
  const kept: string[] = []
  // Counted over the whole: a chunk may end with half of a surrogate pair.
  let left = cutText(chunks.join(''), end).length
  for (const chunk of chunks) {
    if (left <= 0) break
    kept.push(chunk.slice(0, left))
    left -= chunk.length
  }
  return kept
}

/** The characters that each of these texts adds to those before it. */
export function lengthsOf(texts: readonly string[]): readonly number[] {
  let half = ''
  return texts.map((text) => {
    const length = countCodePoints(half + text) - half.length
    const last = text.at(-1) ?? half
    half = isHighSurrogate(last.charCodeAt(0)) ? last : ''
    return length
  })
}

/** The calls whose first piece is among so many that are sent. */
function callsBegunBefore<Call extends CallPieces>(pieces: Pieces<Call>, end: number): readonly Call[] {
  let sent = textsOf({ ...pieces, calls: [] }).length
  return pieces.calls.filter(({ argumentText: text, chunks }) => {
    const first = sent
    sent += (chunks ?? cutEvenly(text)).length
    return first < end
  })
}
