/** Providers: hosts with exact paths, as data. The list of providers given to a mock is the only registry there is. */
import type { Route } from '../src/index.ts'
import { kindOf } from '../src/wording.ts'

export { checkOptions } from './check-options.ts'

export interface Provider {
  readonly name: string
  readonly routes: readonly Route[]
}

/** Options of a provider whose SDK takes a `baseURL`. */
export interface BaseOptions {
  /** As given to the SDK; replaces the official hosts. Several are served alike. */
  baseURL?: string | readonly string[] | undefined
}

/** Options of a provider whose SDK takes an `endpoint`. */
export interface EndpointOptions {
  /** As given to the SDK; replaces the official hosts. Several are served alike. */
  endpoint?: string | readonly string[] | undefined
}

/**
 * The bases to serve, as a URL begins: lower-case host, no default port, no slash at the end.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL without a query.
 */
export function readBases(
  of: string,
  given: string | readonly string[] | undefined,
  official: readonly string[],
): readonly string[] {
  const bases: readonly unknown[] = given === undefined ? official : Array.isArray(given) ? given : [given]
  if (bases.length === 0) throw new TypeError(`${of} serves nothing: its list of bases is empty.`)
  return bases.map((base) => normaliseBase(of, base))
}

/** A base with its {placeholders}, which stand for one segment or for one label of the host. */
function normaliseBase(of: string, base: unknown): string {
  const fail = (why: string): never => {
    const shown = typeof base === 'string' ? JSON.stringify(base) : kindOf(base)
    throw new TypeError(
      `${of} cannot serve the base ${shown}: ${why}. Give it as the SDK takes it, for example 'https://api.example.com/v1'.`,
    )
  }
  if (typeof base !== 'string') return fail('it is no string')
  const names: string[] = []
  const url = base.replace(/\{(\w+)\}/g, (_, name: string) => `placeholder${names.push(name) - 1}x`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || /[{}]/.test(url)) {
    return fail('it is no absolute http(s) URL')
  }
  const { origin, pathname, search, hash, username, password } = new URL(url)
  if (search !== '' || hash !== '') return fail('a base has no query and no fragment')
  if (username !== '' || password !== '') return fail('a base holds no user name and no password')
  const normalised = (origin + pathname).replace(/\/+$/, '')
  return normalised.replace(/placeholder(\d+)x/g, (literal, index: string) =>
    names[Number(index)] === undefined ? literal : `{${names[Number(index)]}}`,
  )
}
