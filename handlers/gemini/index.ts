/**
 * Gemini: `https://generativelanguage.googleapis.com`, in the versions `v1`, `v1beta` and `v1alpha`.
 *
 * @module
 */
import { text as textOf, type FixtureResponse, type TextOptions } from '../../src/index.ts'
import { checkOptions, readBases, type BaseOptions, type Provider } from '../provider.ts'
import { geminiRoutes } from './routes.ts'

/** Without `refused`: Gemini has no form for a refusal. */
export {
  exactly,
  fails,
  filtered,
  json,
  promptBlocked,
  scenario,
  userContains,
  type PolicyOptions,
} from '../../src/index.ts'
export type { BaseOptions, Provider } from '../provider.ts'

/** What can be said of an ordinary answer of Gemini beside its text. */
export type GeminiTextOptions = Omit<TextOptions, 'finishReason'> & {
  /** `stop`, `length`, or one of Gemini's own reasons, which leave the last candidate without content. Default `'stop'`. */
  finishReason?: Exclude<TextOptions['finishReason'], 'insufficient_system_resource' | 'tool_calls'>
}

/**
 * An ordinary answer, which may end in one of Gemini's own reasons.
 *
 * @example
 * import { text } from 'msw-llm/gemini'
 *
 * console.log(JSON.stringify(text('Once upon a', { finishReason: 'RECITATION' })))
 * // prints: {"content":"Once upon a","finishReason":"RECITATION"}
 */
export const text: (content: string, options?: GeminiTextOptions) => FixtureResponse = textOf

export interface GeminiOptions extends BaseOptions {
  /** What a candidate that ends in `SAFETY` has as `content`: no key, or `{}` as recorded in 2025. Default `'absent'`. */
  safetyContent?: 'absent' | 'empty' | undefined
}

/**
 * The Gemini provider, at its official host or at the bases given; a base has no version in its path.
 *
 * @throws {TypeError} when a base is no absolute http(s) URL, or `safetyContent` is neither of its values.
 *
 * @example
 * import { createLlmMock } from 'msw-llm'
 * import { filtered, gemini, scenario } from 'msw-llm/gemini'
 *
 * const llm = createLlmMock({ providers: [gemini({ safetyContent: 'empty' })] })
 * llm.use(scenario('blocked', { responses: [filtered()] }))
 * const url = 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent'
 * const body = JSON.stringify({ contents: [{ parts: [{ text: 'Hi' }] }] })
 * const { candidates } = await (await llm.fetch(url, { method: 'POST', body })).json()
 * console.log(candidates[0].finishReason, candidates[0].content)
 * // prints: SAFETY {}
 */
export function gemini(options: GeminiOptions = {}): Provider {
  checkOptions('gemini()', options, ['baseURL', 'safetyContent'])
  const { baseURL, safetyContent = 'absent' } = options
  if (safetyContent !== 'absent' && safetyContent !== 'empty') {
    throw new TypeError(
      `gemini() takes 'absent' or 'empty' as safetyContent, and got ${JSON.stringify(safetyContent)}.`,
    )
  }
  const bases = readBases('gemini()', baseURL, ['https://generativelanguage.googleapis.com'])
  return { name: 'gemini', routes: bases.flatMap((base) => geminiRoutes(base, safetyContent)) }
}
