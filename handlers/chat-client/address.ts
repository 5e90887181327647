/** The URL of a route. */
import { chatProviders, type ChatRoute } from './routes.ts'
import type { ChatClientOptions } from './types.ts'

/** @throws {TypeError} when there is no base, or none that can be used. */
export function addressesOf(
  options: ChatClientOptions,
  route: ChatRoute,
  apiVersion: string | null,
): { readonly url: string; readonly streamUrl: string } {
  const versioned = (root: string): string => root.replace('{version}', apiVersion ?? '')
  const base = baseOf(options, route)
  const above = base.pathname.replace(/\/+$/, '')
  const given = rootsFor(options, route)
    .map(versioned)
    .find((root) => above.endsWith(root))
  const root = above.slice(0, above.length - (given ?? '').length) + versioned(route.root)

  const urlOf = (path: string): string => {
    const url = new URL(base)
    const [below = '', query = ''] = path.replace('{model}', modelIn(options, route)).split('?')
    url.pathname = root + below
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
    if (apiVersion !== null && route.versionIn === undefined) url.searchParams.set('api-version', apiVersion)
    return url.href
  }
  return { url: urlOf(route.path), streamUrl: urlOf(route.streamPath ?? route.path) }
}

/** What a base may have at its end already. One for another route of the provider will do: the longest comes first. */
function rootsFor({ provider }: ChatClientOptions, route: ChatRoute): readonly string[] {
  if (route.root === '') return []
  const roots = new Set(chatProviders[provider].routes.map(({ root }) => root))
  return [...roots].toSorted((one, other) => other.length - one.length)
}

function modelIn({ model }: ChatClientOptions, { modelPrefix = '' }: ChatRoute): string {
  return encodeURIComponent(model.startsWith(modelPrefix) ? model.slice(modelPrefix.length) : model)
}

function baseOf({ provider, baseURL: given }: ChatClientOptions, { id, example: ofRoute }: ChatRoute): URL {
  const { baseURL: official, example } = chatProviders[provider]
  const base = given ?? official
  const advice = `Give it as the official client takes it, for example '${ofRoute ?? example}'.`
  if (base === null) {
    throw new TypeError(
      `createChatClient() needs baseURL for ${id}: each resource of '${provider}' has a host of its own. ${advice}`,
    )
  }
  // Its example is not its base: to a URL the braces are characters like others.
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol) || /[{}]/.test(base)) {
    throw new TypeError(`createChatClient() cannot use the baseURL ${JSON.stringify(base)}. ${advice}`)
  }
  return new URL(base)
}
