/** Routes: one provider, one method, one exact path. */
import type { PromptCacheRule } from './conversation/prompt-cache.ts'
import type { FinishReason } from './fixture/response.ts'
import type { DeploymentFilter } from './moderation/content-filter.ts'
import type { AnswerOutcome, Protocol } from './protocols/protocol.ts'

/** The outcomes that a route may be unable to express. */
export type PolicyOutcome = Exclude<AnswerOutcome, 'ordinary'>

export interface Route {
  /** The seed's spelling, for example `POST /openai/v1/chat/completions`. */
  readonly id: string
  readonly provider: string
  readonly method: 'POST' | 'GET' | 'DELETE' | 'OPTIONS'
  /** Origin and prefix, without a slash at the end; `{name}` stands for one label of the host. */
  readonly baseURL: string
  /** Begins with a slash; `{name}` stands for one segment, or the part of it up to the literal that follows. */
  readonly path: string
  readonly protocol: Protocol
  readonly outcomes: Readonly<Record<PolicyOutcome, 'native' | 'unsupported'>>
  /** The categories that a refusal may carry; absent: any. */
  readonly refusalCategories?: readonly string[]
  /** The provider's own reasons for an end, beside `stop` and `length`. */
  readonly finishReasons?: readonly FinishReason[]
  /** How a deployment filters content; absent: the provider has no such filter. */
  readonly contentFilter?: (deployment: string, params: RouteMatch) => DeploymentFilter
  /** How the provider caches prompts; absent: it tells nothing of it. */
  readonly promptCache?: PromptCacheRule
}

export type RouteMatch = Readonly<Record<string, string>>

/** Tells whether a URL is a route's, and returns its parameters, decoded. */
export type RouteMatcher = (url: string) => RouteMatch | null

const noParams: RouteMatch = Object.freeze({})

/**
 * Compares origin and path byte for byte; the query does not count.
 *
 * @note MSW's own path strings would also match a trailing slash and percent-encoded spellings, and would read
 * `:generateContent` as a parameter.
 */
export function routeMatcher({ baseURL, path }: Pick<Route, 'baseURL' | 'path'>): RouteMatcher {
  const template = baseURL + path
  if (!template.includes('{')) return (url) => (withoutQuery(url) === template ? noParams : null)

  const names: string[] = []
  const hostEnd = /^\w+:\/\/[^/]*/.exec(baseURL)?.[0].length ?? 0
  const pattern = template.replace(/\{(\w+)\}|[^{]+/g, (literal, name: string | undefined, offset: number) => {
    if (name === undefined) return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    names.push(name)
    return offset < hostEnd ? '([^./]+)' : '([^/]+)'
  })
  const expression = new RegExp(`^${pattern}$`)
  return (url) => {
    const values = expression.exec(withoutQuery(url))
    return values === null
      ? null
      : Object.fromEntries(names.map((name, index) => [name, decode(values[index + 1] ?? '')]))
  }
}

function withoutQuery(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
