/** What a content filter leaves of an answer. */
import { countCodePoints } from '../conversation/usage.ts'
import { cutEvenly, cutIntoChunks } from '../delivery/chunks.ts'
import type { ContentFilter, DeploymentFilter } from './content-filter.ts'
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
export interface Pieces {
  readonly content: string
  /** `null`: default chunks. */
  readonly chunks: readonly string[] | null
  readonly calls: readonly { readonly argumentText: string; readonly chunks: readonly string[] | null }[]
}

export interface Moderated {
  readonly moderation: Moderation
  readonly content: string
  readonly chunks: readonly string[] | null
  /** What reaches the client in all: text, and arguments of tools. */
  readonly delivered: string
}

/** How an answer travels, as far as the filter cares. */
export interface Travel {
  readonly streamed: boolean
  /** The protocol has annotations that follow the text. */
  readonly annotates: boolean
  /** The characters of the prompt. */
  readonly promptLength: () => number
}

export function moderate(
  pieces: Pieces,
  deployment: DeploymentFilter,
  own: ContentFilter | undefined,
  { streamed, annotates, promptLength }: Travel,
): Moderated {
  const filter = { ...deployment, ...own }
  const { content, chunks, calls } = pieces
  const moderation = { filter, stated: own !== undefined, schedule: null, batches: null }
  if (filter.mode === 'async' && streamed && annotates) {
    const sent = textsOf(pieces)
    const schedule = scheduleAnnotations(sent.map(countCodePoints), filter, filter.offsetBase ?? promptLength())
    const delivered = sent.slice(0, schedule.endsAfter ?? sent.length).join('')
    return { moderation: { ...moderation, schedule }, content, chunks, delivered }
  }
  const released = streamed && filter.buffer !== undefined && filter.mode !== 'off' ? filter.buffer.characters : null
  const cut = chunks ?? (released === null ? null : cutIntoChunks(content))
  const batches = released === null || cut === null ? null : batchesOf(cut, released)
  if (filter.block === undefined) {
    const called = calls.map(({ argumentText }) => argumentText).join('')
    return { moderation: { ...moderation, batches }, content, chunks: cut, delivered: content + called }
  }
  const at = filter.block.at ?? 0
  const end = batches === null || cut === null ? at : batchStart(cut, batches, at)
  const prefix = [...content].slice(0, end).join('')
  return {
    moderation: { ...moderation, batches },
    content: prefix,
    chunks: cut === null ? null : cutTo(cut, end),
    delivered: prefix,
  }
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
  for (const [index, size] of batches.entries()) {
    const end = start + countCodePoints(chunks.slice(taken, taken + size).join(''))
    if (at < end || index === batches.length - 1) return start
    start = end
    taken += size
  }
  return start
}

/** The chunks of a text's beginning; the one that crosses the end is cut. */
function cutTo(chunks: readonly string[], end: number): readonly string[] {
  const kept: string[] = []
  let left = end
  for (const chunk of chunks) {
    if (left <= 0) break
    const characters = [...chunk]
    kept.push(characters.slice(0, left).join(''))
    left -= characters.length
  }
  return kept
}
