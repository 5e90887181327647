/** Digests of a history: equal for histories that mean the same, whatever client or transport they came through. */
import type { JsonObject, JsonValue } from '../json.ts'
import type { Message } from '../request/canonical.ts'

/**
 * The digests of the beginnings of a history, from that of no message to that of all. Role, text, tool arguments and
 * the kind of a refusal count; ids of calls do not, but for the call that a result names.
 */
export function digestHistory(messages: readonly Message[], seed = ''): readonly string[] {
  const digest = new Digest()
  digest.add(seed)
  const digests = [digest.value()]
  let calls: readonly string[] = []
  for (const message of messages) {
    addMessage(digest, message, calls)
    if (message.toolCalls !== undefined) calls = message.toolCalls.map(({ id }) => id)
    digests.push(digest.value())
  }
  return digests
}

function addMessage(digest: Digest, message: Message, calls: readonly string[]): void {
  const { role, content, parts = [], toolCalls = [], toolCallId, outputDisposition } = message
  digest.add(role)
  digest.add(content)
  digest.add(outputDisposition?.kind ?? '')
  digest.add(parts.map(({ type }) => type).join())
  for (const { name, arguments: given } of toolCalls) {
    digest.add(name)
    digest.add(stableJson(given))
  }
  if (toolCallId !== undefined) digest.add(String(calls.indexOf(toolCallId)))
}

/** JSON in which the order of keys says nothing. */
function stableJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const object = value as JsonObject
  const names = Object.keys(object).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${stableJson(object[name] as JsonValue)}`).join()}}`
}

/** 64 bits, which 10,000 histories share by accident once in a hundred thousand million cases. */
class Digest {
  #high = 0x9e3779b9
  #low = 0x85ebca6b

  /** Texts are told apart: `ab` and `c` are not `a` and `bc`. */
  add(text: string): void {
    let high = this.#high
    let low = this.#low
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      high = Math.imul(high ^ unit, 0x85ebca77)
      low = Math.imul(low ^ unit, 0xc2b2ae3d)
      high ^= low >>> 15
      low ^= high >>> 13
    }
    this.#high = Math.imul(high ^ text.length, 0x27d4eb2f) ^ (low >>> 16)
    this.#low = Math.imul(low ^ text.length, 0x165667b1) ^ (this.#high >>> 15)
  }

  value(): string {
    return hex(this.#high) + hex(this.#low)
  }
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
