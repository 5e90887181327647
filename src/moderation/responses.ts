/** The Responses API as Azure sends it: what the content filter says stands in the response object, once it is complete. */
import { countCodePoints } from '../conversation/usage.ts'
import type { JsonObject } from '../json.ts'
import { encodeAzureError, encodeAzureRejection } from '../protocols/azure-envelope.ts'
import { azureHeaders } from '../protocols/azure-headers.ts'
import {
  promptLength as lengthOfInput,
  type ResponsesContext,
  type ResponsesTraits,
  type StoredResponseTraits,
} from '../protocols/responses/index.ts'
import type { Answer } from '../protocols/protocol.ts'
import { without } from '../protocols/reshape.ts'
import {
  filterError,
  filteredPrompt,
  promptKeyOf,
  safeResults,
  violationOf,
  type FilterResults,
} from './filter-results.ts'
import { blockedPromptMessage } from './prompt-block.ts'

/** The traits of every Responses route that runs an OpenAI model on Azure. Recorded in August 2026. */
export const azureResponses: ResponsesTraits = {
  adaptResponse: (body, phase, context) => {
    const filters =
      phase === 'in_progress' || context.answer === null ? null : filtersOf(context.request, context.answer)
    const entries = Object.entries(without(body, 'billing'))
    const place = entries.findIndex(([name]) => name === 'completed_at') + 1
    return Object.fromEntries(entries.toSpliced(place, 0, ['content_filters', filters]))
  },
  encodePromptBlock: (request, { categories = filteredPrompt }) => ({
    kind: 'error',
    status: 400,
    body: encodeBlocked(blockedPromptMessage, categories, request.promptLength?.() ?? 0),
  }),
  encodeRejection: (rejection, { snapshot: { body } }) =>
    rejection.code === 'content_filter'
      ? encodeBlocked(
          rejection.message,
          rejection.filterResults ?? filteredPrompt,
          body.kind === 'json' ? lengthOfInput(body.value) : 0,
        )
      : encodeAzureRejection(rejection),
  encodeError: encodeAzureError,
  headers: azureHeaders,
}

/** What was deleted is called as any other response. Documented for Azure and Foundry. */
export const azureStored: Pick<StoredResponseTraits, 'deletedObject'> = { deletedObject: 'response' }

/** `null`: the filter is off. */
function filtersOf(
  request: ResponsesContext['request'],
  { content, moderation }: Answer,
): readonly JsonObject[] | null {
  if (moderation === null || moderation.filter.mode === 'off') return null
  if (!moderation.stated && promptKeyOf(request.canonical.apiVersion) === null) return null
  const { prompt = safeResults, completion = safeResults, block, error } = moderation.filter
  const verdict = block === undefined ? {} : (block.results ?? violationOf(block.category))
  const said = error === undefined ? orderedResults({ ...completion, ...verdict }) : { error: filterError(error) }
  return [
    entryOf('prompt', false, orderedResults(prompt), request.promptLength?.() ?? 0),
    entryOf('completion', block !== undefined, said, countCodePoints(content)),
  ]
}

function entryOf(source: 'prompt' | 'completion', blocked: boolean, results: JsonObject, end: number): JsonObject {
  return {
    blocked,
    source_type: source,
    content_filter_raw: [],
    content_filter_results: results,
    content_filter_offsets: { start_offset: 0, end_offset: end, check_offset: 0 },
  }
}

/** Not by the alphabet, as in chat completions. */
const order: readonly string[] = ['hate', 'sexual', 'violence', 'self_harm']

function orderedResults(results: FilterResults): JsonObject {
  const entries = Object.entries(results).filter(([, result]) => result !== undefined)
  return Object.fromEntries(entries.toSorted(([first], [second]) => rankOf(first) - rankOf(second))) as JsonObject
}

function rankOf(category: string): number {
  return order.includes(category) ? order.indexOf(category) : order.length
}

/** The newest of three bodies that are recorded; each only adds to the one before it. */
function encodeBlocked(message: string, results: FilterResults, promptLength: number): string {
  return JSON.stringify(
    {
      error: {
        message: message.replace("'", '\u2019'),
        type: 'invalid_request_error',
        param: 'prompt',
        code: 'content_filter',
        content_filters: [entryOf('prompt', true, orderedResults(results), promptLength)],
        innererror: { code: 'ContentFiltered' },
      },
    },
    null,
    2,
  )
}
