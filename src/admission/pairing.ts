/** Pairing: whether a route can give a response to a request. Nothing is used up by a pair that does not fit. */
import type { FixtureResponse, OutputDisposition, PermittedRequest } from '../fixture/response.ts'
import type { ParsedRequest } from '../protocols/protocol.ts'
import type { RequestedFeature } from '../request/canonical.ts'
import type { Route } from '../route.ts'
import { conflict, type Rejection } from './rejection.ts'

/** What each feature is called, and which permission lets an output disposition answer it. */
const features: Readonly<Record<RequestedFeature, { readonly name: string; readonly permission: PermittedRequest }>> = {
  tools: { name: 'declares tools', permission: 'tools' },
  tool_history: { name: 'has tool calls or tool results in its history', permission: 'tools' },
  structured_output: { name: 'asks for structured output', permission: 'structured_output' },
}

/** Why the pair does not fit, or `null`. `name` says which response it is. */
export function pair(route: Route, request: ParsedRequest, response: FixtureResponse, name: string): Rejection | null {
  const disposition = response.outputDisposition
  const reason =
    response.error !== undefined
      ? null
      : (outcomeMismatch(route, disposition) ?? featureMismatch(request, disposition) ?? choicesMismatch(request))
  return reason === null
    ? null
    : conflict('fixture_mismatch', `${name} cannot answer this request to ${route.id}: ${reason}`)
}

type Disposition = OutputDisposition | null | undefined

function outcomeMismatch(route: Route, disposition: Disposition): string | null {
  if (!disposition || route.outcomes[disposition.kind] === 'native') return null
  const native = Object.entries(route.outcomes).flatMap(([kind, support]) => (support === 'native' ? [kind] : []))
  return (
    `the provider has no native form for '${disposition.kind}'. ` +
    `Use ${['ordinary', ...native].join(' or ')} text for this route, or give the scenario another provider.`
  )
}

function featureMismatch(request: ParsedRequest, disposition: Disposition): string | null {
  if (!disposition) return null
  for (const feature of request.features) {
    const { name, permission } = features[feature]
    if (disposition.requests?.includes(permission) === true) continue
    return (
      `the request ${name}, and the response is ${disposition.kind}. ` +
      `If that is meant, allow it with outputDisposition.requests: ['${permission}'].`
    )
  }
  return null
}

function choicesMismatch({ choices }: ParsedRequest): string | null {
  return choices === 1
    ? null
    : `the request asks for n = ${choices} answers, and a response holds one. Send n: 1 or leave it out.`
}
