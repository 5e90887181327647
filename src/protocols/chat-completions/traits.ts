/** In what the hosts of chat completions differ. A provider sets these; nothing here asks which provider it is. */
import type { JsonValue } from '../../json.ts'
import type { Protocol } from '../protocol.ts'

export interface ChatCompletionsTraits {
  /** The text of a JSON body, with the host's white space. */
  readonly formatBody: (body: JsonValue) => string
  /** Where a stream carries its usage: in a frame of its own when asked for, or always on the finish frame. */
  readonly usage: 'usage-frame' | 'final-choice'
  /** Whether frames carry an `obfuscation` field, unless the request declines it. */
  readonly obfuscation: boolean
  readonly encodeRejection: Protocol['encodeRejection']
  readonly encodeError: Protocol['encodeError']
  readonly headers: Protocol['headers']
}
