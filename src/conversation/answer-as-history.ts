/** An answer as most clients send it back. */
import type { AnswerChoice } from '../protocols/protocol.ts'
import { readArguments, type Message } from '../request/canonical.ts'

/** Text, calls, and the kind of a refusal. */
export function answerAsHistory({ visible, toolCalls, outcome }: AnswerChoice): Message {
  const calls = toolCalls.map(({ id, name, argumentText }) => ({
    id: id ?? '',
    name,
    arguments: readArguments(argumentText),
  }))
  return {
    role: 'assistant',
    content: visible,
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(outcome === 'refused' && { outputDisposition: { kind: 'refused' as const } }),
  }
}
