/** Default chunks: how a text is cut into frames when the fixture does not say. */
import { isHighSurrogate, isLowSurrogate } from '../conversation/usage.ts'

const maximumCodePoints = 20

/** Cuts before each run of white space, and every 20 code points; no cut falls inside a surrogate pair. */
export function cutIntoChunks(text: string): readonly string[] {
  return text.split(/(?<!\s)(?=\s)/u).flatMap(cutEvenly)
}

/** Cuts every 20 code points. */
export function cutEvenly(text: string): string[] {
  const chunks: string[] = []
  let start = 0
  for (let end = advance(text, 0); start < text.length; end = advance(text, end)) {
    chunks.push(text.slice(start, end))
    start = end
  }
  return chunks
}

/** The index 20 code points further on, or the end. */
function advance(text: string, from: number): number {
  let index = from
  for (let count = 0; count < maximumCodePoints && index < text.length; count++) {
    const pair = isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))
    index += pair ? 2 : 1
  }
  return index
}
