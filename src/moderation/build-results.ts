/** Writes the results of a content filter in fewer words. */
import { isHarm, type FilterResults, type Harm, type SeverityResult } from './filter-results.ts'

/** `detected`: found and let pass, as by a filter that only annotates. */
export type Detection = 'none' | 'detected' | 'filtered'

/** A word where there is one, or the results themselves. */
export type FilterVerdicts = {
  readonly [Category in keyof FilterResults]?:
    | FilterResults[Category]
    | (Category extends Harm ? SeverityResult['severity'] : never)
    | (Category extends 'custom_blocklists' | 'custom_topics' ? never : Category extends Harm ? never : Detection)
    | (Category extends 'custom_blocklists' | 'custom_topics' ? readonly string[] : never)
}

/**
 * Results of a content filter: a severity for each harm (the service filters from `medium` on), what became of a
 * detection, and the ids of the blocklists and topics that were hit.
 *
 * @example
 * import { filterResults } from 'msw-llm/azure-openai'
 *
 * const results = filterResults({ hate: 'low', jailbreak: 'filtered', custom_blocklists: ['words'] })
 * console.log(JSON.stringify(results))
 * // prints: {"hate":{"filtered":false,"severity":"low"},"jailbreak":{"filtered":true,"detected":true},"custom_blocklists":{"filtered":true,"details":[{"filtered":true,"id":"words"}]}}
 */
export function filterResults(verdicts: FilterVerdicts): FilterResults {
  return Object.fromEntries(
    Object.entries(verdicts).map(([category, verdict]) => [category, resultOf(category, verdict)]),
  ) as FilterResults
}

function resultOf(category: string, verdict: FilterVerdicts[keyof FilterVerdicts]): unknown {
  if (Array.isArray(verdict) && verdict.every((id) => typeof id === 'string')) {
    const mark = category === 'custom_topics' ? 'detected' : 'filtered'
    return { filtered: verdict.length > 0, details: verdict.map((id) => ({ [mark]: true, id })) }
  }
  // A word of the other family stays as it is, so that the schema names it.
  switch (verdict) {
    case 'safe':
    case 'low':
    case 'medium':
    case 'high':
      return isHarm(category) ? { filtered: verdict === 'medium' || verdict === 'high', severity: verdict } : verdict
    case 'none':
    case 'detected':
    case 'filtered':
      return isHarm(category) ? verdict : { filtered: verdict === 'filtered', detected: verdict !== 'none' }
    default:
      return verdict
  }
}
