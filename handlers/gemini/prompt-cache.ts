import type { PromptCacheRule } from '../../src/index.ts'

/** Documented as implicit caching: from 4,096 tokens on; the models of version 2.5 begin at 2,048. */
export const promptCache: PromptCacheRule = { minimumTokens: 4096, stepTokens: 1 }
