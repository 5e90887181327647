/** Rules between what a fixture says of a content filter and the answer it filters. */
import type { z } from 'zod'
import { countCodePoints } from '../conversation/usage.ts'
import { contentFilterSchema } from './content-filter-schema.ts'
import { argumentText } from '../fixture/argument-text.ts'
import { lengthsOf, textsOf, wholeText, type CallPieces, type Pieces } from './moderate.ts'
import { findAnnotationFaults } from './schedule.ts'

/** Reads a response that may be half wrong: what is wrong in itself has been reported by then. */
export function checkContentFilter(response: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void {
  if (response['contentFilter'] === undefined) return
  const parsed = contentFilterSchema().safeParse(response['contentFilter'])
  if (!parsed.success) return
  checkChoices(response, context)
  const pieces = piecesOf(response)
  if (pieces === null) return
  const filter = parsed.data
  const report = (path: readonly (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path: ['contentFilter', ...path], message })
  }
  const { block, annotations, offsetBase } = filter
  if (block !== undefined) {
    const disposition = response['outputDisposition']
    if (disposition !== undefined && disposition !== null) {
      report(['block'], 'A block says how the answer ends, and so does an outputDisposition; remove one of the two')
    }
    if (response['finishReason'] !== undefined)
      report(['block'], 'A block ends the answer; remove it, or the finishReason')
    if (filter.mode === 'off')
      report(['block'], "A filter that is off blocks nothing; remove the block, or mode: 'off'")
    if (filter.error !== undefined)
      report(['block'], 'A filter that did not run blocks nothing; remove the block, or the error')
    if (block.results !== undefined && block.results[block.category] === undefined)
      report(
        ['block', 'results'],
        `The results of a block name what it found: add ${block.category}, or leave results out`,
      )
    const length = countCodePoints(wholeText(pieces))
    const { at = 0 } = block
    if (at > length)
      report(['block', 'at'], `The answer has ${length} characters: a violation has from 0 to ${length} before it`)
  }
  for (const { index, field, message } of findAnnotationFaults(
    annotations ?? [],
    lengthsOf(textsOf(pieces)),
    offsetBase,
  )) {
    report(['annotations', index, field], message)
  }
}

/** A filter that does not work blocks no choice either. */
function checkChoices(
  { contentFilter, choices }: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): void {
  const { mode, error } = contentFilter as { mode?: unknown; error?: unknown }
  const isOff = typeof mode === 'string' && mode.toLowerCase() === 'off'
  if ((!isOff && error === undefined) || !Array.isArray(choices)) return
  for (const [index, choice] of (choices as ({ contentFilter?: { block?: unknown } } | null)[]).entries()) {
    if (choice?.contentFilter?.block === undefined) continue
    context.addIssue({
      code: 'custom',
      path: ['choices', index, 'contentFilter', 'block'],
      message: `The response's filter ${isOff ? 'is off' : 'did not run'}, and blocks nothing; remove the block`,
    })
  }
}

/** `null`: the answer itself cannot be read. */
function piecesOf(response: Readonly<Record<string, unknown>>): Pieces | null {
  const { content = '', streamChunks, toolCalls = [] } = response
  const chunks = chunksOf(streamChunks)
  if (typeof content !== 'string' || chunks === undefined || !Array.isArray(toolCalls)) return null
  const calls = toolCalls.map((call: Readonly<Record<string, unknown>> | null) => {
    const text = argumentText(call?.['arguments']) as string | undefined
    return { argumentText: text, chunks: chunksOf(call?.['argumentChunks']) }
  })
  return calls.every(isCall) ? { content, chunks, calls } : null
}

function isCall(call: {
  argumentText: string | undefined
  chunks: readonly string[] | null | undefined
}): call is CallPieces {
  return call.argumentText !== undefined && call.chunks !== undefined
}

/** `undefined`: these are no chunks. */
function chunksOf(value: unknown): readonly string[] | null | undefined {
  if (value === undefined) return null
  return Array.isArray(value) && value.every((chunk) => typeof chunk === 'string') ? value : undefined
}
