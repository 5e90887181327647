import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutIntoChunks } from '../../src/delivery/chunks.ts'

/** Letters of one and two code units, halves of pairs, and white space of several kinds. */
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom(' ', '\n', '\t', '\u00a0', '\u3000', '\ufeff'),
    fc.constantFrom('a', 'é', '字', '\u0301', '😀', '👩‍🚀', '\ud83d', '\ude00', 'wordswithoutanyend'),
  ),
  maxLength: 60,
})

/** The law, said in another way: code points are gathered, and a run of white space or 20 of them begin a new chunk. */
function chunksByTheLaw(text: string): readonly string[] {
  const chunks: string[][] = []
  let pieceLength = 0
  let before: string | undefined
  for (const codePoint of text) {
    const beginsPiece = before === undefined || (/\s/.test(codePoint) && !/\s/.test(before))
    if (beginsPiece) pieceLength = 0
    if (pieceLength % 20 === 0) chunks.push([])
    chunks.at(-1)!.push(codePoint)
    pieceLength++
    before = codePoint
  }
  return chunks.map((codePoints) => codePoints.join(''))
}

test('cuts before each run of white space and every 20 code points, and nowhere else', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(cutIntoChunks(text)).toEqual(chunksByTheLaw(text))
    }),
    { numRuns: 2000 },
  )
})

test('gives chunks that concatenate to the text, none of them empty or longer than 20 code points', () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
      const chunks = cutIntoChunks(text)
      expect(chunks.join('')).toBe(text)
      expect(chunks.filter((chunk) => chunk === '' || [...chunk].length > 20)).toEqual([])
    }),
  )
})

test('never cuts inside a surrogate pair', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const chunks = cutIntoChunks(text)
      const torn = chunks.filter(
        (chunk, index) => /[\ud800-\udbff]$/.test(chunk) && /^[\udc00-\udfff]/.test(chunks[index + 1] ?? ''),
      )
      expect(torn).toEqual([])
    }),
  )
})

for (const [what, text, chunks] of [
  ['nothing of an empty text', '', []],
  ['a word', 'Hello', ['Hello']],
  [
    'words, each with the white space before it',
    'Hello there,  my\nfriend.',
    ['Hello', ' there,', '  my', '\nfriend.'],
  ],
  ['white space at the beginning as a part of the first word', '  Hello', ['  Hello']],
  ['white space at the end as a chunk', 'Hello \n', ['Hello', ' \n']],
  ['white space alone as one chunk', ' \t\n', [' \t\n']],
  ['20 code points as one chunk', 'x'.repeat(20), ['x'.repeat(20)]],
  ['21 code points as 20 and 1', 'x'.repeat(21), ['x'.repeat(20), 'x']],
  ['20 characters of two code units each as one chunk', '😀'.repeat(20), ['😀'.repeat(20)]],
  ['45 of them as 20, 20 and 5', '😀'.repeat(45), ['😀'.repeat(20), '😀'.repeat(20), '😀'.repeat(5)]],
  ['the white space before a long word as a part of it', ` ${'x'.repeat(20)}`, [` ${'x'.repeat(19)}`, 'x']],
  ['a long run of white space every 20 code points', ' '.repeat(41), [' '.repeat(20), ' '.repeat(20), ' ']],
  ['halves of pairs as code points', '\ude00'.repeat(21), ['\ude00'.repeat(20), '\ude00']],
] as const) {
  test(`cuts ${what}`, () => {
    expect(cutIntoChunks(text)).toEqual(chunks)
  })
}
