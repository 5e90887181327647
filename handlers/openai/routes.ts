import type { Route } from '../../src/index.ts'
import { chatCompletions } from '../../src/protocols/chat-completions/index.ts'
import { encodeError, encodeRejection, formatBody } from './errors.ts'
import { headers } from './headers.ts'

const chat = chatCompletions({
  formatBody,
  usage: 'usage-frame',
  obfuscation: true,
  encodeRejection,
  encodeError,
  headers,
})

export function openaiRoutes(baseURL: string): readonly Route[] {
  return [
    {
      id: 'POST /openai/v1/chat/completions',
      provider: 'openai',
      method: 'POST',
      baseURL,
      path: '/chat/completions',
      protocol: chat,
      outcomes: { filtered: 'native', refused: 'native' },
    },
  ]
}
