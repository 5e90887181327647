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

const agreeing = 40
const shownBefore = 20

/**
 * Two texts, shortened in such a way that their first difference shows.
 *
 * @param contained The first text was looked for anywhere in the second.
 */
export function shortenBoth(expected: string, came: string, contained = false): readonly [string, string] {
  const agreed = contained ? prefixWithin(expected, came) : commonPrefix(expected, came)
  if (agreed <= agreeing) return [shorten(expected), shorten(came)]
  const from = agreed - shownBefore
  const at = contained ? came.indexOf(expected.slice(0, agreed)) : 0
  return [shortenFrom(expected, from), shortenFrom(came, at + from)]
}

/** Both in double quotes. */
export function quoteBoth(expected: string, came: string, contained = false): readonly [string, string] {
  const [first, second] = shortenBoth(expected, came, contained)
  return [JSON.stringify(first), JSON.stringify(second)]
}

function shortenFrom(text: string, start: number): string {
  return shorten(text.length > shownCharacters ? `…${text.slice(start)}` : text)
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

/** The length of the longest beginning of a text that another contains. */
function prefixWithin(text: string, other: string): number {
  let contained = 0
  let beyond = text.length + 1
  while (beyond - contained > 1) {
    const middle = (contained + beyond) >>> 1
    if (other.includes(text.slice(0, middle))) contained = middle
    else beyond = middle
  }
  return contained
}

/** `assistant message` → `an assistant message`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
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
  if (typeof constructor !== 'function' || constructor.name === 'Object') return 'an object'
  return constructor.name === '' ? 'an object of a class' : withArticle(constructor.name)
}
