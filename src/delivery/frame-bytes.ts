/** The bytes of frames, one array a frame. */
import type { Wire } from '../fixture/delivery.ts'
import { frameFormat, type Frame, type FrameFormat } from './frame.ts'
import type { Framing } from './plan.ts'

/** Frames encoded by one call; what is encoded ahead is lost when a delivery ends early, so it is not many. */
const batchSize = 32

/**
 * Returns a function that gives the bytes of the next frame.
 *
 * @note A call of `TextEncoder` costs more than the copy of a few hundred bytes, so frames are encoded in batches and
 * cut apart. Each gets a buffer of its own: a consumer may transfer it, and must not take its neighbours along.
 */
export function frameBytes(
  frames: readonly Frame[],
  framing: Framing,
  wire: Wire | null,
): () => Uint8Array<ArrayBuffer> {
  const format = frameFormat(framing, wire)
  const encoder = new TextEncoder()
  let batch: readonly Uint8Array<ArrayBuffer>[] = []
  let taken = 0
  let begun = 0
  return () => {
    if (taken === batch.length) {
      batch = encodeBatch(formatBatch(frames, begun, format), encoder)
      begun += batchSize
      taken = 0
    }
    return batch[taken++] as Uint8Array<ArrayBuffer>
  }
}

function formatBatch(frames: readonly Frame[], begun: number, format: FrameFormat): readonly string[] {
  return frames.slice(begun, begun + batchSize).map((frame, index) => format(frame, begun + index, frames.length))
}

function encodeBatch(texts: readonly string[], encoder: TextEncoder): readonly Uint8Array<ArrayBuffer>[] {
  const text = texts.join('')
  const bytes = encoder.encode(text)
  // One byte a character: the texts' lengths are the places to cut.
  if (bytes.length !== text.length) return texts.map((frame) => encoder.encode(frame))
  let end = 0
  return texts.map((frame) => bytes.slice(end, (end += frame.length)))
}
