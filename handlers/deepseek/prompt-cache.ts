import type { PromptCacheRule } from '../../src/index.ts'

/** Announced in August 2024: units of 64 tokens, and nothing below one. Later guides name no number. */
export const promptCache: PromptCacheRule = { minimumTokens: 64, stepTokens: 64 }
