/** Providers of a user's own, checked when they are defined and not when a request meets them. */
import type { PromptCacheRule, Route } from '../src/index.ts'
import { checkOptions, readBases, type Provider } from './provider.ts'

/** A route of one's own; its provider is named once, and several bases serve it alike. */
export interface RouteDefinition extends Omit<Route, 'provider' | 'baseURL'> {
  /** As a client is given it: origin and prefix. `{name}` stands for one label of the host, or one segment. */
  readonly baseURL: string | readonly string[]
}

/**
 * A provider of one's own: a host that speaks a format the package knows.
 *
 * @throws {TypeError} that names the route and what is wrong with it.
 *
 * @example
 * import { createLlmMock, defineProvider, scenario, text } from 'msw-llm'
 * import { chatCompletions } from 'msw-llm/core'
 *
 * const gateway = defineProvider({
 *   name: 'gateway',
 *   routes: [
 *     {
 *       id: 'POST /gateway/chat/completions',
 *       method: 'POST',
 *       baseURL: 'https://llm.example.com/v1',
 *       path: '/chat/completions',
 *       protocol: chatCompletions(),
 *       outcomes: { filtered: 'native', refused: 'native' },
 *     },
 *   ],
 * })
 * const llm = createLlmMock({ providers: [gateway] })
 * llm.use(scenario('hello', { provider: 'gateway', responses: [text('Hello!')] }))
 * const response = await llm.fetch('https://llm.example.com/v1/chat/completions', {
 *   method: 'POST',
 *   body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hi' }] }),
 * })
 * console.log(response.status)
 * // prints: 200
 */
export function defineProvider(options: {
  readonly name: string
  readonly routes: readonly RouteDefinition[]
}): Provider {
  checkOptions('defineProvider()', options, ['name', 'routes'])
  const { name, routes } = options ?? {}
  if (typeof name !== 'string' || name === '') fail('a provider needs a name')
  if (!Array.isArray(routes) || routes.length === 0) fail(`provider '${name}' has no routes`)
  return { name, routes: routes.flatMap((route: RouteDefinition, index) => defineRoute(name, route, index)) }
}

const routeFields = [
  'id',
  'method',
  'baseURL',
  'path',
  'protocol',
  'outcomes',
  'refusalCategories',
  'finishReasons',
  'contentFilter',
  'promptCache',
] as const

const protocolFunctions = [
  'parse',
  'encodeResponse',
  'encodeStream',
  'encodeRejection',
  'encodeError',
  'headers',
] as const

function defineRoute(provider: string, route: RouteDefinition, index: number): readonly Route[] {
  const of = `defineProvider(): route ${index + 1} of '${provider}'`
  checkOptions(of, route, routeFields)
  const { id, method, path, protocol, outcomes } = route
  if (typeof id !== 'string' || id === '') fail(`route ${index + 1} of '${provider}' has no id`)
  if (!['POST', 'GET', 'DELETE', 'OPTIONS'].includes(method)) fail(`${id} needs a method: POST, GET, DELETE or OPTIONS`)
  if (typeof path !== 'string' || !/^\/[^?#]*$/.test(path))
    fail(`${id} needs a path that begins with a slash, without a query`)
  const placeholders = path.match(/\{\w+\}/g) ?? []
  if (new Set(placeholders).size < placeholders.length || /[{}]/.test(path.replace(/\{\w+\}/g, ''))) {
    fail(`${id} has a path with broken or repeated {placeholders}`)
  }
  if (!protocolFunctions.every((name) => typeof protocol?.[name] === 'function')) {
    fail(`${id} needs a protocol, for example chatCompletions()`)
  }
  for (const field of ['refusalCategories', 'finishReasons'] as const) {
    const list: unknown = route[field]
    if (list === undefined || (Array.isArray(list) && list.every((item) => typeof item === 'string'))) continue
    fail(`${id} needs a list of texts as ${field}`)
  }
  if (route.contentFilter !== undefined && typeof route.contentFilter !== 'function') {
    fail(`${id} needs a function as contentFilter, for example deploymentFilters(undefined, 'default')`)
  }
  if (route.promptCache !== undefined && !isCacheRule(route.promptCache)) {
    fail(`${id} needs a promptCache such as { minimumTokens: 1024, stepTokens: 128 }, in whole numbers from 1`)
  }
  for (const kind of ['filtered', 'refused'] as const) {
    if (outcomes?.[kind] === 'native' || outcomes?.[kind] === 'unsupported') continue
    fail(`${id} must say of outcomes.${kind} whether it is 'native' or 'unsupported'`)
  }
  return readBases(of, route.baseURL, []).map((baseURL) => ({ ...route, provider, baseURL }))
}

function isCacheRule(rule: PromptCacheRule | null): boolean {
  return [rule?.minimumTokens, rule?.stepTokens].every((count) => Number.isSafeInteger(count) && Number(count) > 0)
}

function fail(what: string): never {
  throw new TypeError(`defineProvider(): ${what}.`)
}
