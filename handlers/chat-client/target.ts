/** Where a client sends its requests, and with what headers. */
import { chatProviders, type ChatRoute } from './routes.ts'
import type { ChatClientOptions } from './types.ts'

export interface Target {
  readonly route: ChatRoute
  readonly model: string
  readonly url: string
  readonly streamUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly apiVersion: string | null
  readonly fetch: typeof globalThis.fetch | undefined
}

/** @throws {TypeError} that says which option is wrong, and what it can be. */
export function readTarget(options: ChatClientOptions): Target {
  const { model, apiKey, fetch } = options
  if (typeof model !== 'string' || model === '') throw new TypeError('createChatClient() needs the name of a model.')
  const route = routeOf(options)
  const { versionIn = 'query', credential } = route
  const apiVersion = versionIn === 'nowhere' ? null : (options.apiVersion ?? route.apiVersion)
  const base = baseOf(options, route)
  const urlOf = (path: string): string => {
    const url = new URL(base)
    const root = route.root.replace('{version}', apiVersion ?? '')
    const above = url.pathname.replace(/\/+$/, '')
    const [below = '', query = ''] = path.replace('{model}', encodeURIComponent(model)).split('?')
    url.pathname = above + (root !== '' && above.endsWith(root) ? '' : root) + below
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
    if (versionIn === 'query' && apiVersion !== null) url.searchParams.set('api-version', apiVersion)
    return url.href
  }
  const [header, scheme] = credential
  return {
    route,
    model,
    url: urlOf(route.path),
    streamUrl: urlOf(route.streamPath ?? route.path),
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { [header]: scheme + apiKey }),
      ...(versionIn === 'anthropic-version' && apiVersion !== null && { [versionIn]: apiVersion }),
    },
    apiVersion,
    fetch,
  }
}

function routeOf({ provider, route: asked }: ChatClientOptions): ChatRoute {
  const known = Object.hasOwn(chatProviders, provider) ? chatProviders[provider] : undefined
  if (known === undefined) {
    const names = Object.keys(chatProviders).join(', ')
    throw new TypeError(`createChatClient() knows no provider ${JSON.stringify(provider)}. Use one of ${names}.`)
  }
  if (asked === undefined) return known.routes[0]
  const route = known.routes.find(({ id }) => id === asked)
  if (route === undefined) {
    const ids = known.routes.map(({ id }) => `'${id}'`).join(', ')
    throw new TypeError(
      `createChatClient() has no route ${JSON.stringify(asked)} of the provider '${provider}'. Use one of ${ids}.`,
    )
  }
  return route
}

function baseOf({ provider, baseURL: given }: ChatClientOptions, { id, example: ofRoute }: ChatRoute): string {
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
  return base
}
