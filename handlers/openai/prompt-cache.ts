import type { PromptCacheRule } from '../../src/index.ts'

/** Documented in the guide on prompt caching: from 1,024 tokens on, in steps of 128. */
export const promptCache: PromptCacheRule = { minimumTokens: 1024, stepTokens: 128 }
