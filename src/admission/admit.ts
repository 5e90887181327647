/** Admission: what a request must fulfil before an answer is looked for, in the order in which it is checked. */
import type { PreparedConfig } from '../fixture/prepare.ts'
import type { ParsedRequest } from '../protocols/protocol.ts'
import type { RequestSnapshot } from '../request/snapshot.ts'
import { quote, shorten, withArticle } from '../wording.ts'
import type { Route } from '../route.ts'
import { badRequest, type Rejection } from './rejection.ts'

/** The first rule that a well-formed request breaks, or `null`. */
export function admit(
  config: PreparedConfig,
  route: Route,
  request: ParsedRequest,
  snapshot: RequestSnapshot,
): Rejection | null {
  return checkCredential(config, snapshot) ?? checkModel(config, route, request) ?? request.violation
}

function checkCredential({ requiredCredential }: PreparedConfig, { credentials }: RequestSnapshot): Rejection | null {
  if (requiredCredential === null || credentials.includes(requiredCredential)) return null
  const sent = credentials.length === 0 ? 'the request carries none' : 'the request carries another one'
  return {
    status: 401,
    code: 'invalid_api_key',
    message: `Incorrect API key provided: the mock is configured with a requiredBearerToken, and ${sent}. Give the client that token as its apiKey.`,
    param: null,
  }
}

/** A request that names no model, where the route needs none, cannot name a wrong one. */
function checkModel(
  { models }: PreparedConfig,
  { protocol }: Route,
  { canonical: { model } }: ParsedRequest,
): Rejection | null {
  const kind = models?.get(model)
  if (models === null || kind === 'chat' || model === '') return null
  const known = [...models.keys()].map((id) => `'${id}'`).join(', ')
  const why =
    kind === undefined
      ? `The configured models are ${known || 'none'}. Ask for one of them, or add it to models`
      : `It is configured as a model of kind '${kind}'. Ask for one of kind 'chat'`
  return {
    ...protocol.unknownModel,
    code: 'model_not_found',
    message: `The model \`${shorten(model)}\` does not exist or you do not have access to it. ${why}.`,
  }
}

/** The configured terms, looked for in the text of every message. */
export function filterInput(
  { filteredTerms, filterResults }: PreparedConfig,
  { canonical }: ParsedRequest,
): Rejection | null {
  if (filteredTerms.length === 0) return null
  for (const { role, content } of canonical.messages) {
    const text = content.toLowerCase()
    const term = filteredTerms.find(
      (candidate) => text.includes(candidate.lower) || content.includes(candidate.term),
    )?.term
    if (term !== undefined) {
      const message = `The prompt was filtered: ${withArticle(`${role} message`)} contains ${quote(term)}, which inputFilter.terms lists.`
      return { ...badRequest('content_filter', message), ...(filterResults !== null && { filterResults }) }
    }
  }
  return null
}
