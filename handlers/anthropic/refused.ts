import { refused as refusedAnywhere, type FixtureResponse, type PolicyOptions } from '../../src/index.ts'

/** The categories that Anthropic's refusals have. */
export const refusalCategories = ['cyber', 'bio', 'frontier_llm', 'reasoning_extraction', 'general_harms'] as const

export type RefusalCategory = (typeof refusalCategories)[number]

/** What can be said of a refusal beside its text. */
export type RefusalOptions = Omit<PolicyOptions, 'category'> & { category?: RefusalCategory | null | undefined }

/**
 * A refusal: HTTP 200 with `stop_reason: 'refusal'`. `content` is the text that was generated before it; Anthropic has
 * no text for the refusal itself.
 *
 * @example
 * import { refused } from 'msw-llm/anthropic'
 *
 * console.log(JSON.stringify(refused('', { category: 'cyber' })))
 * // prints: {"content":"","outputDisposition":{"kind":"refused","category":"cyber"}}
 */
export function refused(content = '', options: RefusalOptions = {}): FixtureResponse {
  return refusedAnywhere(content, options)
}
