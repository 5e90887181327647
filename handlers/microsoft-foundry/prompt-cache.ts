import type { PromptCacheRule } from '../../src/index.ts'

/** The models of Azure OpenAI: from 1,024 tokens on, in steps of 128. Model Inference tells nothing of a cache. */
export const promptCache: PromptCacheRule = { minimumTokens: 1024, stepTokens: 128 }
