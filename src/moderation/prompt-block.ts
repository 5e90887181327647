/** A prompt that Azure's content filter blocks, on the chat routes: HTTP 400, also where a stream was asked for. */
import type { BlockedPrompt } from '../protocols/protocol.ts'
import { filteredPrompt, wireResults, type FilterResults } from './filter-results.ts'

/** Recorded word for word from 2024 to 2026. */
export const blockedPromptMessage =
  "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry. To learn more about our content filtering policies please read our documentation: https://go.microsoft.com/fwlink/?linkid=2198766"

/** Recorded from a model that is not OpenAI's. */
export const blockedInferenceMessage =
  "The response was filtered due to the prompt triggering Microsoft's content management policy. Please modify your prompt and retry."

/** The keys as recorded; the documents spell them otherwise. Some recordings lack `innererror`. */
export function encodeBlockedChat(message: string, results: FilterResults | null): string {
  return JSON.stringify({
    error: {
      message,
      type: null,
      param: 'prompt',
      code: 'content_filter',
      status: 400,
      ...(results !== null && {
        innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: wireResults(results) },
      }),
    },
  })
}

export function blockChatPrompt(
  message: string,
  {
    categories = filteredPrompt,
    innererror = true,
  }: { categories?: FilterResults | undefined; innererror?: boolean | undefined },
): BlockedPrompt {
  return { kind: 'error', status: 400, body: encodeBlockedChat(message, innererror ? categories : null) }
}
