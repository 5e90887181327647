/** The reference's reading of a match: a search for any way to fit, where the mock takes the first. */
import type { Match, Message, MessagePattern } from 'msw-llm'

/** `answered`: so many messages were answered before; the last pattern must find its message after them. */
export function fits(match: Match | undefined, messages: readonly Message[], answered = 0): boolean {
  if (match === undefined) return true
  if (match.mode === 'exact') {
    return (
      match.messages.length === messages.length &&
      messages.every((message, index) => isExactly(match.messages[index], message))
    )
  }
  return fitsFrom(match.messages, messages, 0, answered)
}

function fitsFrom(
  [pattern, ...rest]: readonly MessagePattern[],
  messages: readonly Message[],
  from: number,
  answered: number,
): boolean {
  if (pattern === undefined) return true
  return messages.some((message, index) => {
    if (index < from || (rest.length === 0 && index < answered)) return false
    if (pattern.last === true && index < messages.length - 1) return false
    const agrees = pattern.role === undefined || pattern.role === message.role
    return agrees && message.content.includes(pattern.content ?? '') && fitsFrom(rest, messages, index + 1, answered)
  })
}

function isExactly(pattern: MessagePattern | undefined, { role, content, outputDisposition }: Message): boolean {
  return pattern?.role === role && pattern.content === content && outputDisposition === undefined
}
