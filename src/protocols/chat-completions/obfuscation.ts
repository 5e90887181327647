/** Padding against guessing the text from the size of its frames. The real one is random; ours follows from the place. */

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmno'
/** The lengths that were recorded are 0 to 15. */
const lengths = 16
const starts = letters.length - lengths

/** Appends the `obfuscation` field to the JSON of an object. */
export function obfuscate(json: string, place: number): string {
  const start = (place * 11) % starts
  return `${json.slice(0, -1)},"obfuscation":"${letters.slice(start, start + ((place * 7 + 5) % lengths))}"}`
}
