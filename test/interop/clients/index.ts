import { aiSdk } from './ai-sdk.ts'
import { chatClient } from './chat-client.ts'
import type { Client } from './client.ts'
import { langChain } from './langchain.ts'
import { official } from './official.ts'
import { openaiAgents } from './openai-agents.ts'

/** In the order of the table. */
export const families: Readonly<Record<string, readonly Client[]>> = {
  "The providers' own clients": official,
  'The chat client of msw-llm': chatClient,
  'AI SDK 7': aiSdk,
  LangChain: langChain,
  'OpenAI Agents SDK': openaiAgents,
}
