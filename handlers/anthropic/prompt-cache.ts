import type { PromptCacheRule } from '../../src/index.ts'

/** Documented: what `cache_control` marks, from 1,024 tokens on; some models begin at 2,048 or 4,096. */
export const promptCache: PromptCacheRule = { minimumTokens: 1024, stepTokens: 1, marked: true }
