import { formatIndented, type BlockedPrompt } from '../../src/index.ts'

/** A prompt that OpenAI's usage policy flags: 400 `invalid_prompt`, also where a stream was asked for. Recorded in 2025. */
export function encodePromptBlock(): BlockedPrompt {
  const message =
    'Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt: https://platform.openai.com/docs/guides/reasoning#advice-on-prompting'
  const error = { message, type: 'invalid_request_error', param: null, code: 'invalid_prompt' }
  return { kind: 'error', status: 400, body: formatIndented({ error }) }
}
