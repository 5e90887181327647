/** What Azure's content filter says of a prompt and of an answer. Wire names, in the order of the wire. */

import type { JsonObject, JsonValue } from '../json.ts'

export type SeverityResult = { readonly filtered: boolean; readonly severity: 'safe' | 'low' | 'medium' | 'high' }
export type DetectedResult = { readonly filtered: boolean; readonly detected: boolean }

/** Copied to the wire as given. */
export type FilterResults = {
  readonly hate?: SeverityResult | undefined
  readonly jailbreak?: DetectedResult | undefined
  readonly self_harm?: SeverityResult | undefined
  readonly sexual?: SeverityResult | undefined
  readonly violence?: SeverityResult | undefined
  readonly indirect_attack?: DetectedResult | undefined
  readonly profanity?: DetectedResult | undefined
  readonly protected_material_text?: DetectedResult | undefined
  readonly protected_material_code?:
    | (DetectedResult & { readonly citation?: { readonly URL: string; readonly license: string } | undefined })
    | undefined
  readonly ungrounded_material?:
    | (DetectedResult & {
        readonly details?:
          | readonly { readonly completion_start_offset: number; readonly completion_end_offset: number }[]
          | undefined
      })
    | undefined
  /** Both forms are recorded. */
  readonly custom_blocklists?:
    | {
        readonly filtered: boolean
        readonly details?: readonly { readonly id: string; readonly filtered: boolean }[] | undefined
      }
    | readonly { readonly id: string; readonly filtered: boolean }[]
    | undefined
  readonly custom_topics?:
    | {
        readonly filtered: boolean
        readonly details?: readonly { readonly id: string; readonly detected: boolean }[] | undefined
      }
    | undefined
  readonly personally_identifiable_information?:
    | (DetectedResult & {
        readonly redacted_text?: string | undefined
        readonly sub_categories?: readonly JsonValue[] | undefined
      })
    | undefined
}

export type FilterCategory = keyof FilterResults

export type PromptKey = 'prompt_filter_results' | 'prompt_annotations'

const safe: SeverityResult = { filtered: false, severity: 'safe' }

/** The four harms: what is said of a prompt or an answer unless the fixture says it. */
export const safeResults: FilterResults = { hate: safe, self_harm: safe, sexual: safe, violence: safe }

/** What is said of a prompt that was blocked, unless the fixture says it. */
export const filteredPrompt: FilterResults = {
  ...safeResults,
  hate: { filtered: true, severity: 'high' },
  jailbreak: { filtered: false, detected: false },
}

/** The four that one filter judges together. */
const harms = ['hate', 'self_harm', 'sexual', 'violence'] as const

export type Harm = (typeof harms)[number]

export function isHarm(category: string): category is Harm {
  return (harms as readonly string[]).includes(category)
}

export function resultsOfPrompt(results: FilterResults): readonly JsonObject[] {
  return [{ prompt_index: 0, content_filter_results: wireResults(results) }]
}

/** The categories in the order of the wire, which is that of the alphabet; each as it was given. */
export function wireResults(results: FilterResults): JsonObject {
  const entries = Object.entries(results).filter(([, result]) => result !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) as JsonObject
}

/** A category as filtered. */
export function violationOf(category: FilterCategory): FilterResults {
  if (isHarm(category)) return { [category]: { filtered: true, severity: 'high' } }
  if (category === 'custom_blocklists') return { custom_blocklists: [{ filtered: true, id: 'blocklist' }] }
  if (category === 'custom_topics')
    return { custom_topics: { filtered: true, details: [{ id: 'topic', detected: true }] } }
  return { [category]: { detected: true, filtered: true } }
}

/** What is said where the filter did not run. Recorded in 2023 and 2026. */
export function filterError({
  code = 'content_filter_error',
  message = 'The contents are not filtered',
}: {
  code?: string | undefined
  message?: string | undefined
}): JsonObject {
  return { code, message }
}

/** One group for each filter: the four harms are one, every other category is one of its own. The harms come last. */
export function groupByFilter(results: FilterResults): readonly FilterResults[] {
  const entries = Object.entries(wireResults(results)) as [string, FilterResults[FilterCategory]][]
  const others = entries.flatMap(([name, result]) => (isHarm(name) ? [] : [{ [name]: result }]))
  const judgedTogether = Object.fromEntries(entries.filter(([name]) => isHarm(name)))
  return Object.keys(judgedTogether).length === 0 ? others : [...others, judgedTogether]
}

/**
 * What the results of a prompt are called by an `api-version`: `null` where it has none. Versions are dates, and sort as
 * texts.
 */
export function promptKeyOf(apiVersion: string | null): PromptKey | null {
  if (apiVersion === null || !/^\d/.test(apiVersion)) return 'prompt_filter_results'
  const first = apiVersion.endsWith('-preview') ? '2023-06-01-preview' : '2024-02-01'
  return apiVersion < first ? null : laterPromptKeyOf(apiVersion)
}

/** For results that are there by the fixture's own word, whatever the version has. */
export function laterPromptKeyOf(apiVersion: string | null): PromptKey {
  return apiVersion !== null && /^\d/.test(apiVersion) && apiVersion <= '2023-07-01-preview'
    ? 'prompt_annotations'
    : 'prompt_filter_results'
}
