/** How our messages put things. */

const shownCharacters = 80

/** At most 80 characters of a text. */
export function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters - 1)}…` : text
}

/** A text in double quotes, shortened. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text))
}

/** `assistant message` → `an assistant message`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** `1 message`, `2 messages`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** What a thrown value says of itself; it may be anything, also what cannot become a text. */
export function describeError(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  } catch {
    return 'a value that cannot become a text'
  }
}

/** `an array`, `a string`, `a Promise`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value !== 'object') return value === undefined ? 'nothing' : withArticle(typeof value)
  const { constructor } = value
  return typeof constructor !== 'function' || constructor.name === 'Object'
    ? 'an object'
    : withArticle(constructor.name)
}
