/** What a generate-content host sends, key by key. `test/types` holds these shapes against the official client's types. */

/** `filtered` is `SAFETY`; the rest is the fixture's reason. */
export type WireFinishReason =
  | 'STOP'
  | 'MAX_TOKENS'
  | 'SAFETY'
  | 'RECITATION'
  | 'PROHIBITED_CONTENT'
  | 'BLOCKLIST'
  | 'SPII'
  | 'MALFORMED_FUNCTION_CALL'

export type GenerateContentBody = {
  readonly candidates: readonly WireCandidate[]
  readonly usageMetadata: WireUsage
  readonly modelVersion: string
  readonly responseId: string
}

export type WireCandidate = {
  readonly content?: WireContent | WireNoContent
  readonly finishReason?: WireFinishReason
  readonly index: number
  readonly safetyRatings?: readonly WireSafetyRating[]
  readonly citationMetadata?: {
    readonly citationSources: readonly {
      readonly startIndex: number
      readonly endIndex: number
      readonly uri: string
    }[]
  }
  readonly finishMessage?: string
}

export type WireContent = { readonly parts: readonly { readonly text: string }[]; readonly role: 'model' }
export type WireNoContent = { readonly parts?: never; readonly role?: never }

export type WireSafetyRating = {
  readonly category: `HARM_CATEGORY_${'HATE_SPEECH' | 'DANGEROUS_CONTENT' | 'HARASSMENT' | 'SEXUALLY_EXPLICIT'}`
  readonly probability: 'NEGLIGIBLE' | 'LOW'
  readonly blocked?: true
}

export type BlockedPromptBody = {
  readonly promptFeedback: { readonly blockReason: string }
  readonly usageMetadata: { readonly promptTokenCount: number; readonly totalTokenCount: number }
}

export type WireUsage = {
  readonly promptTokenCount: number
  readonly candidatesTokenCount?: number
  readonly totalTokenCount: number
  readonly cachedContentTokenCount?: number
  readonly promptTokensDetails: readonly WireModality[]
  readonly cacheTokensDetails?: readonly WireModality[]
  readonly thoughtsTokenCount?: number
  readonly serviceTier: 'standard'
}

export type WireModality = { readonly modality: 'TEXT'; readonly tokenCount: number }
