/** What Azure's content filter does on a deployment, and what it says of one answer. Offsets are Unicode code points. */
import type { JsonValue } from '../json.ts'
import type { FilterResults } from './filter-results.ts'

/**
 * How a deployment filters.
 *
 * @example
 * import { azureOpenai } from 'msw-llm/azure-openai'
 *
 * const azure = azureOpenai({ contentFilter: { mode: 'async', deployments: { careful: { mode: 'default' } } } })
 * console.log(azure.name)
 * // prints: azure-openai
 */
export interface DeploymentFilter {
  /**
   * `default`: text is checked before it is sent. `async`: it is sent at once, and annotations follow it; in chat streams
   * alone, elsewhere it is as `default`. `off`: it is not checked. Default `'default'`; on Model Inference `'off'`.
   */
  mode?: 'default' | 'async' | 'off' | undefined
  /** Frames as recorded since 2024, or as Azure's documents print them. Default `'recorded'`. */
  dialect?: 'recorded' | 'documented' | undefined
  /** What the prompt's results are called. Default by `api-version`. */
  promptKey?: 'prompt_filter_results' | 'prompt_annotations' | undefined
  /** Mode `default`, streamed: text is released when so many characters are gathered. Default: at once. */
  buffer?: { characters: number } | undefined
  /** Mode `async`: characters between two annotations. Default 1,000. */
  windowCharacters?: number | undefined
}

/** A deployment's filter, and those of deployments that have another. */
export interface ProviderFilter extends DeploymentFilter {
  deployments?: Readonly<Record<string, DeploymentFilter>> | undefined
}

/** What the filter says of one answer; beside that, what the answer has otherwise than its deployment. */
export interface ContentFilter extends DeploymentFilter {
  /** Default: safe. */
  prompt?: FilterResults | undefined
  /** Default: safe. */
  completion?: FilterResults | undefined
  /** The answer was cut; `content` is the whole text that the model would have sent. */
  block?: FilterBlock | undefined
  /** Mode `async`: in the place of those that are computed. */
  annotations?: readonly Annotation[] | undefined
  /** Where the completion begins. Default: the length of the compact JSON of the request's `messages`. */
  offsetBase?: number | undefined
  /** The filter did not run. */
  error?: { code?: string | undefined; message?: string | undefined } | undefined
  /** What a blocked JSON answer says as its content. Default `'content'`: what came before the block. */
  blockedMessage?: 'content' | 'null' | 'absent' | undefined
}

export interface FilterBlock {
  category: keyof FilterResults
  /** Characters before the violation. Default 0. */
  at?: number | undefined
  /** Default: the category alone, as filtered. */
  results?: FilterResults | undefined
}

/** One annotation of a stream that is filtered while it runs. */
export interface Annotation {
  /** Characters sent before it, or after the frame that ends the answer. */
  after: number | 'finish'
  /** Up to here all is checked. It never falls, and every later end is above it. */
  checkOffset: number
  startOffset: number
  endOffset: number
  /** Default: the four harms, safe. */
  results?: FilterResults | undefined
  /** `content_filter_raw`; left out unless it is given. */
  raw?: readonly JsonValue[] | undefined
}
