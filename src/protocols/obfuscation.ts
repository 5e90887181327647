/** Padding against guessing the text from the size of its frames. The real one is random; ours follows from the place. */

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmno'
/** The lengths that were recorded are 0 to 15. */
const lengths = 16
const starts = letters.length - lengths

/** The padding of the frame at this place, from 0. */
export function obfuscationAt(place: number): string {
  const start = (place * 11) % starts
  return letters.slice(start, start + ((place * 7 + 5) % lengths))
}
