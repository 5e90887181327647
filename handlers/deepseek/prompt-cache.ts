import type { PromptCacheRule } from '../../src/index.ts'

/** Documented in the guide on context caching: units of 64 tokens, and nothing below one. */
export const promptCache: PromptCacheRule = { minimumTokens: 64, stepTokens: 64 }
