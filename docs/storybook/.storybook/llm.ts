import { createLlmMock } from 'msw-llm'
import { anthropic } from 'msw-llm/anthropic'
import { azureOpenai } from 'msw-llm/azure-openai'
import { gemini } from 'msw-llm/gemini'
import { openai } from 'msw-llm/openai'

/** One mock for all stories: each gives it scenarios with `llm.use()`, and it is reset after each. */
export const llm = createLlmMock({
  providers: [openai(), azureOpenai({ contentFilter: { mode: 'async' } }), anthropic(), gemini()],
})
