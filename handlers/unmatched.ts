/** Calls to a provider's host that no route serves. */
import { badRequest, type Rejection } from '../src/admission/rejection.ts'
import type { BodyText } from '../src/request/snapshot.ts'
import { shorten } from '../src/wording.ts'
import type { Call } from './call.ts'
import { routeMatcher, type Route } from '../src/route.ts'

/** Finds the routes at the host of a URL: none, when the host is no provider's. */
export type HostFinder = (url: string) => readonly Route[]

export function hostFinder(routes: readonly Route[]): HostFinder {
  const table = routes.map((route) => ({ route, match: routeMatcher({ baseURL: originOf(route.baseURL), path: '' }) }))
  return (url) => {
    const { origin } = new URL(url)
    return table.flatMap(({ route, match }) => (match(origin) === null ? [] : [route]))
  }
}

/** A base may have placeholders in its host, which `URL` would not read. */
function originOf(baseURL: string): string {
  return /^https?:\/\/[^/]+/.exec(baseURL)?.[0] ?? baseURL
}

/** What a call was, in one line: method, URL and model. */
export function describeCall({ method, url }: Call, body: BodyText): string {
  const model = 'text' in body ? modelOf(body.text) : null
  return `${method} ${url.replace(/[?#].*$/, '')}${model === null ? '' : ` (model '${shorten(model)}')`}`
}

function modelOf(text: string): string | null {
  try {
    const body = JSON.parse(text) as { model?: unknown } | null
    return typeof body?.model === 'string' ? body.model : null
  } catch {
    return null
  }
}

/** The answer of `llm.fetch`, which never lets a call out to the network. */
export function rejectUnmatched(call: string, here: readonly Route[], all: readonly Route[]): Rejection {
  const served =
    here.length > 0
      ? `Served at this host: ${list(here)}.`
      : `Nothing is served at this host; served are: ${unique(all.map(({ baseURL }) => baseURL))}.`
  const advice =
    here.length > 0
      ? 'Check the path; other endpoints are not served.'
      : "Check the client's baseURL, or serve it: createLlmMock({ providers: [openai({ baseURL: '…' })] })."
  return {
    ...badRequest('route_not_found', `No route of the mock serves ${call}. ${served} ${advice}`),
    status: 404,
  }
}

function list(routes: readonly Route[]): string {
  return unique(routes.map(({ method, baseURL, path }) => `${method} ${baseURL}${path}`))
}

/** More would hide the sentence after them. */
const shownNames = 8

function unique(names: readonly string[]): string {
  const all = [...new Set(names)]
  const more = all.length > shownNames ? [`and ${all.length - shownNames} more`] : []
  return [...all.slice(0, shownNames), ...more].join(', ')
}
