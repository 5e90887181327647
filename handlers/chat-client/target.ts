/** Where a client sends its requests, and with what headers. */
import { addressesOf } from './address.ts'
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
  const { versionIn } = route
  const apiVersion = versionIn === 'nowhere' ? null : (options.apiVersion ?? route.apiVersion)
  const [header, scheme] = route.credential
  return {
    route,
    model,
    ...addressesOf(options, route, apiVersion),
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
