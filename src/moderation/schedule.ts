/** When a stream that is filtered while it runs is annotated, and where it ends when a violation is found. */
import type { Annotation, ContentFilter, FilterBlock } from './content-filter.ts'
import { groupByFilter, safeResults, violationOf, type FilterResults } from './filter-results.ts'

/** An annotation frame. */
export interface Verdict {
  readonly offsets: Offsets
  readonly results: FilterResults
  readonly raw?: Annotation['raw']
  /** The stream ends with it. */
  readonly blocks: boolean
}

export interface Offsets {
  readonly check: number
  readonly start: number
  readonly end: number
}

export interface Schedule {
  /** After the piece at each index. */
  readonly after: ReadonlyMap<number, readonly Verdict[]>
  readonly afterFinish: readonly Verdict[]
  /** How many pieces are sent; `null`: all, and the finish with them. */
  readonly endsAfter: number | null
}

/** Characters between two computed annotations. */
const defaultWindow = 1000

/**
 * Annotates the pieces of an answer, whose lengths are given in the order in which they are sent.
 *
 * @param base Where the completion begins, counted from the start of the prompt.
 */
export function scheduleAnnotations(lengths: readonly number[], filter: ContentFilter, base: number): Schedule {
  const points =
    filter.annotations === undefined ? computedPoints(lengths, filter, base) : explicitPoints(lengths, filter)
  return filter.block === undefined ? scheduleOf(points, null) : cutShort(points, lengths, filter.block, base)
}

/** Verdicts that come together. */
interface Point {
  /** So many pieces are sent before it; `null`: it follows the finish. */
  readonly pieces: number | null
  /** It finds a violation that has at most so many characters before it. */
  readonly finds: number
  readonly range: Offsets
  readonly verdicts: readonly Verdict[]
}

function computedPoints(lengths: readonly number[], filter: ContentFilter, base: number): readonly Point[] {
  const { windowCharacters = defaultWindow, completion = safeResults, dialect, block } = filter
  // What a block finds is told by the block alone.
  const results = block === undefined ? completion : withoutCategory(completion, block.category)
  const groups = dialect === 'documented' ? [results] : groupByFilter(results)
  const points: Point[] = []
  let annotated = 0
  let sent = 0
  const close = (pieces: number | null): void => {
    const range = { check: base + annotated, start: base + annotated, end: base + sent }
    const verdicts = groups.map((group): Verdict => ({ offsets: range, results: group, blocks: false }))
    points.push({ pieces, finds: sent - 1, range, verdicts })
    annotated = sent
  }
  for (const [index, length] of lengths.entries()) {
    sent += length
    if (sent - annotated >= windowCharacters) close(index + 1)
  }
  if (sent > annotated) close(null)
  return points
}

function withoutCategory({ ...results }: FilterResults, category: string): FilterResults {
  return Object.fromEntries(Object.entries(results).filter(([name]) => name !== category))
}

/** Each after the first piece that reaches it, in the order of the list. */
function explicitPoints(lengths: readonly number[], { annotations = [] }: ContentFilter): readonly Point[] {
  let pieces = 0
  let sent = 0
  return annotations.map((annotation) => {
    const { after, checkOffset: check, startOffset: start, endOffset: end, results = safeResults, raw } = annotation
    const limit = after === 'finish' ? Infinity : after
    while (sent < limit && pieces < lengths.length) sent += lengths[pieces++] ?? 0
    const offsets = { check, start, end }
    return {
      pieces: after === 'finish' ? null : pieces,
      finds: after === 'finish' ? -1 : after,
      range: offsets,
      verdicts: [{ offsets, results, ...(raw !== undefined && { raw }), blocks: false }],
    }
  })
}

function scheduleOf(points: readonly Point[], endsAfter: number | null): Schedule {
  const after = new Map<number, Verdict[]>()
  const afterFinish: Verdict[] = []
  for (const { pieces, verdicts } of points) {
    if (pieces === null) afterFinish.push(...verdicts)
    else {
      const there = after.get(pieces)
      if (there === undefined) after.set(pieces, [...verdicts])
      else there.push(...verdicts)
    }
  }
  return { after, afterFinish, endsAfter }
}

/** Ends with a violation: at the first point that finds it, or where the text ends, in the place of the finish. */
function cutShort(points: readonly Point[], lengths: readonly number[], block: FilterBlock, base: number): Schedule {
  const { category, at = 0, results = violationOf(category) } = block
  const found = points.find(({ pieces, finds }) => pieces !== null && finds >= at)
  const endsAfter = found?.pieces ?? lengths.length
  const until = found === undefined ? points.length : points.findLastIndex(({ finds }) => finds === found.finds) + 1
  const kept = points.slice(0, until).map((point) => ({ ...point, pieces: point.pieces ?? endsAfter }))
  const sent = lengths.slice(0, endsAfter).reduce((sum, length) => sum + length, 0)
  const range = kept.at(-1)?.range ?? { check: base, start: base, end: base + sent }
  const verdict: Verdict = { offsets: range, results, blocks: true }
  return scheduleOf([...kept, { pieces: endsAfter, finds: at, range, verdicts: [verdict] }], endsAfter)
}

/** What is wrong with a list of annotations: its place in the list, the field, and why. */
export interface AnnotationFault {
  readonly index: number
  readonly field: keyof Annotation
  readonly message: string
}

/** Holds a list against the laws of the service. Without a base the ends are not held against the text. */
export function findAnnotationFaults(
  annotations: readonly Annotation[],
  lengths: readonly number[],
  base: number | undefined,
): readonly AnnotationFault[] {
  const faults: AnnotationFault[] = []
  const all = lengths.reduce((sum, length) => sum + length, 0)
  let checked = 0
  let reached = 0
  let pieces = 0
  let sent = 0
  for (const [index, { after, checkOffset, startOffset, endOffset }] of annotations.entries()) {
    const fault = (field: keyof Annotation, message: string): number => faults.push({ index, field, message })
    if (checkOffset < checked) fault('checkOffset', `The check never falls: it was ${checked} before`)
    const isBehind = index > 0 && endOffset <= checked
    if (isBehind) fault('endOffset', `Up to ${checked} all was checked before: end above it`)
    if (startOffset > endOffset) fault('startOffset', `A range ends where it starts or later: it ends at ${endOffset}`)
    if (checkOffset > endOffset && !isBehind)
      fault('checkOffset', `Nothing is checked beyond the range's end, which is ${endOffset}`)
    checked = Math.max(checked, checkOffset)
    const place = after === 'finish' ? Infinity : after
    if (place < reached) fault('after', 'Annotations stand in the order in which they are sent')
    reached = Math.max(reached, place)
    if (after !== 'finish' && after > all) fault('after', `The answer has ${all} characters, and is never that long`)
    while (sent < place && pieces < lengths.length) sent += lengths[pieces++] ?? 0
    if (base !== undefined && endOffset > base + sent) {
      fault('endOffset', `Only what was sent is annotated: ${sent} characters from ${base} on are ${base + sent}`)
    }
  }
  return faults
}
