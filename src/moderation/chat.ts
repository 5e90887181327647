/** Chat completions as Azure sends them: keys in alphabetical order, and the results of its content filter. */
import type { Rejection } from '../admission/rejection.ts'
import type { JsonObject } from '../json.ts'
import { encodeAzureError, encodeAzureRejection } from '../protocols/azure-envelope.ts'
import { azureHeaders } from '../protocols/azure-headers.ts'
import type { ChatCompletionsTraits } from '../protocols/chat-completions/index.ts'
import { sortKeys, without } from '../protocols/reshape.ts'
import { promptKeyOf, resultsOfPrompt, safeCompletion, safePrompt, type FilterResults } from './filter-results.ts'

/** The traits of every chat route that runs an OpenAI model on Azure. */
export const azureChat: ChatCompletionsTraits = {
  formatBody: (body) => `${JSON.stringify(body)}\n`,
  adaptCompletion: (body, { apiVersion }) => {
    const key = promptKeyOf(apiVersion)
    const native = without(body, 'service_tier')
    if (key === null) return sortKeys(native)
    // The results are in an order of their own, so they come in when the rest is sorted.
    return {
      ...withResults(sortKeys({ ...native, [key]: null }), safeCompletion),
      [key]: resultsOfPrompt(safePrompt),
    }
  },
  adaptChunk: (chunk, kind, { apiVersion }) => {
    const sorted = sortKeys(without(chunk, 'service_tier'))
    if (promptKeyOf(apiVersion) === null) return sorted
    return withResults(sorted, kind === 'content' ? safeCompletion : {})
  },
  openingFrame: ({ apiVersion }) => {
    const key = promptKeyOf(apiVersion)
    if (key === null) return null
    return { choices: [], created: 0, id: '', model: '', object: '', [key]: resultsOfPrompt(safePrompt) }
  },
  encodeRejection: (rejection) =>
    rejection.code === 'content_filter' ? encodeFilteredPrompt(rejection) : encodeAzureRejection(rejection),
  encodeError: encodeAzureError,
  headers: azureHeaders,
}

function withResults(body: JsonObject, results: FilterResults): JsonObject {
  const choices = body['choices'] as readonly JsonObject[]
  return { ...body, choices: choices.map((choice) => ({ content_filter_results: results, ...choice })) }
}

/** Recorded from 2024 to 2026; the documents spell the keys otherwise. */
function encodeFilteredPrompt({ message, status, code }: Rejection): string {
  const results: FilterResults = { ...safePrompt, hate: { filtered: true, severity: 'high' } }
  return JSON.stringify({
    error: {
      message,
      type: null,
      param: 'prompt',
      code,
      status,
      innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: results },
    },
  })
}
