/** Default chunks: how a text is cut into frames when the fixture does not say. */
import { isHighSurrogate, isLowSurrogate } from '../conversation/usage.ts'

const maximumCodePoints = 20

/** Cuts before each run of white space, and every 20 code points; no cut falls inside a surrogate pair. */
export function cutIntoChunks(text: string): readonly string[] {
  const chunks: string[] = []
  for (const piece of text.split(/(?<!\s)(?=\s)/u)) {
    let start = 0
    for (let end = advance(piece, 0); end < piece.length; end = advance(piece, end)) {
      chunks.push(piece.slice(start, end))
      start = end
    }
    if (start < piece.length) chunks.push(piece.slice(start))
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
