/** Chat completions as Azure sends them: keys in alphabetical order, and the results of its content filter. */
import type { Rejection } from '../admission/rejection.ts'
import { encodeAzureError, encodeAzureRejection } from '../protocols/azure-envelope.ts'
import { azureHeaders } from '../protocols/azure-headers.ts'
import type {
  ChatCompletionBody,
  ChatCompletionChunk,
  ChatCompletionsTraits,
} from '../protocols/chat-completions/index.ts'
import { sortKeys, without } from '../protocols/reshape.ts'
import {
  promptKeyOf,
  resultsOfPrompt,
  safeCompletion,
  safePrompt,
  type FilterResults,
  type PromptKey,
  type PromptResults,
} from './filter-results.ts'

type Choice = ChatCompletionBody['choices'][number]
type Results = { readonly content_filter_results?: FilterResults }

/** What Azure sends; `test/types` holds it against the client's types. */
export type AzureCompletionBody = Omit<ChatCompletionBody, 'service_tier' | 'choices'> & {
  readonly choices: readonly (Choice & Results)[]
} & { readonly [Key in PromptKey]?: PromptResults }

export type AzureCompletionChunk = Omit<ChatCompletionChunk, 'service_tier' | 'choices'> & {
  readonly choices: readonly (ChatCompletionChunk['choices'][number] & Results)[]
}

/** The first frame of a stream. */
export type AzurePromptFrame = {
  readonly choices: readonly []
  readonly created: 0
  readonly id: ''
  readonly model: ''
  readonly object: ''
} & { readonly [Key in PromptKey]?: PromptResults }

/** The traits of every chat route that runs an OpenAI model on Azure. */
export const azureChat: ChatCompletionsTraits = {
  formatBody: (body) => `${JSON.stringify(body)}\n`,
  adaptCompletion: (body, { apiVersion }): AzureCompletionBody => {
    const key = promptKeyOf(apiVersion)
    const native = without(body, 'service_tier')
    if (key === null) return sortKeys(native)
    // The results are in an order of their own, so they come in when the rest is sorted.
    return {
      ...withResults(sortKeys({ ...native, [key]: null }), safeCompletion),
      [key]: resultsOfPrompt(safePrompt),
    }
  },
  adaptChunk: (chunk, kind, { apiVersion }): AzureCompletionChunk => {
    const sorted = sortKeys(without(chunk, 'service_tier'))
    return promptKeyOf(apiVersion) === null ? sorted : withResults(sorted, kind === 'content' ? safeCompletion : {})
  },
  openingFrame: ({ apiVersion }): AzurePromptFrame | null => {
    const key = promptKeyOf(apiVersion)
    return key && { choices: [], created: 0, id: '', model: '', object: '', [key]: resultsOfPrompt(safePrompt) }
  },
  encodeRejection: (rejection) =>
    rejection.code === 'content_filter' ? encodeFilteredPrompt(rejection) : encodeAzureRejection(rejection),
  encodeError: encodeAzureError,
  headers: azureHeaders,
}

function withResults<Of extends object, Body extends { readonly choices: readonly Of[] }>(
  body: Body & { readonly choices: readonly Of[] },
  results: FilterResults,
): Body & { readonly choices: readonly (Of & Results)[] } {
  return { ...body, choices: body.choices.map((choice) => ({ content_filter_results: results, ...choice })) }
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
