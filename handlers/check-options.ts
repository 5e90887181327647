/**
 * Refuses options that are none: in JavaScript a misspelt one would do nothing, in silence.
 *
 * @throws {TypeError} that names the option and those there are.
 */
export function checkOptions(of: string, given: object | null | undefined, known: readonly string[]): void {
  if (given === undefined) return
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`${of} takes an object of options: ${known.join(', ')}.`)
  }
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`${of} has no option ${JSON.stringify(unknown)}; its options are ${known.join(', ')}.`)
}
