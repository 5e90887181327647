/** Providers: hosts with exact paths, as data. The list of providers given to a mock is the only registry there is. */
import type { Route } from '../src/index.ts'
import { checkOptions } from './check-options.ts'

export interface Provider {
  readonly name: string
  readonly routes: readonly Route[]
}

/** Options of a provider whose SDK takes a `baseURL`. */
export interface BaseOptions {
  /** As given to the SDK; replaces the official hosts. Several are served alike. */
  baseURL?: string | readonly string[] | undefined
}

/**
 * The bases to serve, as a URL begins: lower-case host, no default port, no slash at the end.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL, or when there is an option that is none.
 */
export function readBases(of: string, options: BaseOptions, official: readonly string[]): readonly string[] {
  checkOptions(of, options, ['baseURL'])
  const { baseURL = official } = options
  return (typeof baseURL === 'string' ? [baseURL] : baseURL).map(normaliseBase)
}

function normaliseBase(base: string): string {
  // A host with a {placeholder} is written by a provider's author, in the form it has to have.
  if (base.includes('{')) return base
  if (!URL.canParse(base) || !/^https?:/.test(new URL(base).protocol)) {
    throw new TypeError(
      `Cannot serve the base ${JSON.stringify(base)}: it is no absolute http(s) URL. Give it as the SDK takes it, for example 'https://api.example.com/v1'.`,
    )
  }
  const { origin, pathname } = new URL(base)
  return origin + pathname.replace(/\/+$/, '')
}
