/** Reads a generate-content request. */
import { admitted, badRequest, rejected, type Admission } from '../../admission/rejection.ts'
import type { Transport } from '../../delivery/plan.ts'
import { isTooDeep, sessionOf, type RequestedFeature } from '../../request/canonical.ts'
import { readQuery } from '../../request/query.ts'
import type { RequestSnapshot } from '../../request/snapshot.ts'
import type { ParsedRequest, RouteContext } from '../protocol.ts'
import { rejectBody, rejectShape } from '../shape-rejection.ts'
import { readContents, readSystem } from './messages.ts'
import { requestSchema, type GenerateContentRequest } from './schema.ts'
import { readSpelling } from './spelling.ts'

/** The service's parser ends at some depth too; beyond this one a message could not be compared by recursion. */
const maximumDepth = 100

/** How a stream is asked for: `alt=sse`, or by the default of Google's APIs a JSON array. */
export function streamTransport(url: string): Transport {
  return readAlt(url) === 'sse' ? 'sse' : 'json-array'
}

function readAlt(url: string): string | null {
  return readQuery(url, 'alt') ?? readQuery(url, '$alt')
}

export function parseRequest(
  snapshot: RequestSnapshot,
  { provider, route, params }: RouteContext,
  stream: boolean,
): Admission<ParsedRequest<null>> {
  const { body, url, headers } = snapshot
  if (body.kind !== 'json') return rejected(rejectBody(body))
  if (isTooDeep(body.value, maximumDepth)) {
    return rejected(badRequest('invalid_value', `The request body is nested more than ${maximumDepth} levels deep.`))
  }
  const value = readSpelling(body.value)
  const result = requestSchema().safeParse(value)
  if (!result.success) return rejected(rejectShape(result.error.issues, value))
  const alt = readAlt(url) ?? 'json'
  if (stream && alt !== 'sse' && alt !== 'json') {
    return rejected(badRequest('invalid_value', `Invalid value: '${alt}'. Supported values are: 'sse', 'json'.`, 'alt'))
  }
  const request = result.data
  const tools = declaredTools(request)
  const structuredOutput = isStructured(request)
  return admitted({
    canonical: {
      provider,
      route,
      model: params['model'] ?? '',
      stream,
      messages: [
        ...(request.systemInstruction ? [readSystem(request.systemInstruction)] : []),
        ...readContents(request.contents),
      ],
      tools,
      structuredOutput,
      session: sessionOf(headers),
      apiVersion: null,
    },
    transport: stream ? streamTransport(url) : 'json',
    features: requestedFeatures(request, tools, structuredOutput),
    choices: request.generationConfig?.candidateCount ?? 1,
    options: null,
    violation: null,
    planless: null,
  })
}

/** Functions by their names, the provider's own tools by their keys. */
function declaredTools({ tools }: GenerateContentRequest): readonly string[] {
  return (tools ?? []).flatMap(({ functionDeclarations, ...native }) => [
    ...(functionDeclarations ?? []).map(({ name }) => name),
    ...Object.keys(native).filter((key) => native[key] !== null),
  ])
}

function isStructured({ generationConfig }: GenerateContentRequest): boolean {
  const { responseMimeType, responseSchema, responseJsonSchema } = generationConfig ?? {}
  return responseMimeType === 'application/json' || Boolean(responseSchema ?? responseJsonSchema)
}

function requestedFeatures(
  { contents }: GenerateContentRequest,
  tools: readonly string[],
  structuredOutput: boolean,
): readonly RequestedFeature[] {
  const parts = contents.flatMap((content) => content.parts ?? [])
  const found: Readonly<Record<string, boolean>> = {
    tools: tools.length > 0,
    tool_history: parts.some(({ functionCall, functionResponse }) => functionCall ?? functionResponse),
    structured_output: structuredOutput,
    thinking: parts.some(({ thought }) => thought === true),
  }
  return Object.keys(found).filter((feature) => found[feature]) as RequestedFeature[]
}
