/** What Azure's content filter says of a prompt and of an answer. */

export type SeverityResult = { readonly filtered: boolean; readonly severity: 'safe' | 'low' | 'medium' | 'high' }
export type DetectedResult = { readonly filtered: boolean; readonly detected: boolean }

/** Wire names, in the order of the wire. */
export type FilterResults = {
  readonly hate?: SeverityResult
  readonly jailbreak?: DetectedResult
  readonly self_harm?: SeverityResult
  readonly sexual?: SeverityResult
  readonly violence?: SeverityResult
}

export type PromptResults = readonly {
  readonly prompt_index: number
  readonly content_filter_results: FilterResults
}[]

/** Earlier versions have the one key, later ones the other, and the first ones no annotations at all: `null`. */
export type PromptKey = 'prompt_filter_results' | 'prompt_annotations'

const safe: SeverityResult = { filtered: false, severity: 'safe' }

export const safeCompletion: FilterResults = { hate: safe, self_harm: safe, sexual: safe, violence: safe }

export const safePrompt: FilterResults = {
  hate: safe,
  jailbreak: { filtered: false, detected: false },
  self_harm: safe,
  sexual: safe,
  violence: safe,
}

export function resultsOfPrompt(results: FilterResults): PromptResults {
  return [{ prompt_index: 0, content_filter_results: results }]
}

/** Versions are dates, and sort as texts. */
export function promptKeyOf(apiVersion: string | null): PromptKey | null {
  if (apiVersion === null || !/^\d/.test(apiVersion)) return 'prompt_filter_results'
  const first = apiVersion.endsWith('-preview') ? '2023-06-01-preview' : '2024-02-01'
  if (apiVersion < first) return null
  return apiVersion <= '2023-07-01-preview' ? 'prompt_annotations' : 'prompt_filter_results'
}
