/**
 * What each way of reading sees of each fault, on every host, and what the journal says: how the delivery ended, the
 * frames that were sent of those there are, and whether the end mark was among them. `docs/faults.md` is made of it.
 */

/** `ahead`: where MSW reads to the end whatever the client does. */
export interface FaultCell {
  readonly seen: string
  readonly delivery: string
  readonly ahead?: string
}

type Fault =
  | 'eof'
  | 'abort'
  | 'stall'
  | 'error'
  | 'malformed'
  | 'duplicate'
  | 'connectionFailed'
  | 'emptyBody'
  | 'missingFinishReason'
  | 'missingTerminalMarker'

export const faultCells: Readonly<Record<string, Readonly<Record<Fault, FaultCell>>>> = {
  fetch: {
    eof: { seen: '3 pieces, the end', delivery: 'truncated 3/7 false' },
    abort: { seen: '3 pieces, TypeError', delivery: 'errored 3/7 false' },
    stall: { seen: '7 pieces, the end', delivery: 'completed 7/7 true' },
    error: { seen: '4 pieces, the end', delivery: 'errored 4/4 false' },
    malformed: { seen: '8 pieces, the end', delivery: 'completed 8/8 true' },
    duplicate: { seen: '8 pieces, the end', delivery: 'completed 8/8 true' },
    connectionFailed: { seen: '0 pieces, TypeError', delivery: 'errored 0/0 null' },
    emptyBody: { seen: '0 pieces, the end', delivery: 'truncated 0/7 false' },
    missingFinishReason: { seen: '7 pieces, the end', delivery: 'completed 7/7 true' },
    missingTerminalMarker: { seen: '6 pieces, the end', delivery: 'truncated 6/6 false' },
  },
  'chat.completions.create({ stream: true })': {
    eof: { seen: '2 pieces, no reason', delivery: 'truncated 3/7 false' },
    abort: { seen: '2 pieces, TypeError', delivery: 'errored 3/7 false' },
    stall: { seen: '4 pieces, stop', delivery: 'completed 7/7 true' },
    error: { seen: '2 pieces, APIError', delivery: 'errored 4/4 false' },
    malformed: { seen: '2 pieces, SyntaxError', delivery: 'aborted 4/8 false', ahead: 'completed 8/8 true' },
    duplicate: { seen: '5 pieces, stop', delivery: 'completed 8/8 true' },
    connectionFailed: { seen: '0 pieces, APIConnectionError', delivery: 'errored 0/0 null' },
    emptyBody: { seen: '0 pieces, no reason', delivery: 'truncated 0/7 false' },
    missingFinishReason: { seen: '4 pieces, no reason', delivery: 'completed 7/7 true' },
    missingTerminalMarker: { seen: '4 pieces, stop', delivery: 'truncated 6/6 false' },
  },
  'chat.completions.stream()': {
    eof: { seen: '2 pieces, OpenAIError', delivery: 'truncated 3/7 false' },
    abort: { seen: '2 pieces, OpenAIError', delivery: 'errored 3/7 false' },
    stall: { seen: '4 pieces, stop', delivery: 'completed 7/7 true' },
    error: { seen: '2 pieces, APIError', delivery: 'errored 4/4 false' },
    malformed: { seen: '2 pieces, OpenAIError', delivery: 'aborted 4/8 false', ahead: 'completed 8/8 true' },
    duplicate: { seen: '5 pieces, stop', delivery: 'completed 8/8 true' },
    connectionFailed: { seen: '0 pieces, APIConnectionError', delivery: 'errored 0/0 null' },
    emptyBody: { seen: '0 pieces, OpenAIError', delivery: 'truncated 0/7 false' },
    missingFinishReason: { seen: '4 pieces, OpenAIError', delivery: 'completed 7/7 true' },
    missingTerminalMarker: { seen: '4 pieces, stop', delivery: 'truncated 6/6 false' },
  },
  'responses.create({ stream: true })': {
    eof: { seen: '2 pieces, response.output_text.delta', delivery: 'truncated 6/12 false' },
    abort: { seen: '2 pieces, TypeError', delivery: 'errored 6/12 false' },
    stall: { seen: '4 pieces, response.completed', delivery: 'completed 12/12 true' },
    error: { seen: '2 pieces, APIError', delivery: 'errored 7/8 false', ahead: 'errored 8/8 true' },
    malformed: { seen: '2 pieces, SyntaxError', delivery: 'aborted 7/13 false', ahead: 'completed 13/13 true' },
    duplicate: { seen: '5 pieces, response.completed', delivery: 'completed 13/13 true' },
    connectionFailed: { seen: '0 pieces, APIConnectionError', delivery: 'errored 0/0 null' },
    emptyBody: { seen: '0 pieces, nothing', delivery: 'truncated 0/12 false' },
    missingFinishReason: { seen: '0 pieces, ConflictError', delivery: 'completed 1/1 null' },
    missingTerminalMarker: { seen: '4 pieces, response.output_item.done', delivery: 'truncated 11/11 false' },
  },
  'responses.stream()': {
    eof: { seen: '2 pieces, in_progress', delivery: 'truncated 6/12 false' },
    abort: { seen: '2 pieces, OpenAIError', delivery: 'errored 6/12 false' },
    stall: { seen: '4 pieces, completed', delivery: 'completed 12/12 true' },
    error: { seen: '2 pieces, APIError', delivery: 'errored 7/8 false', ahead: 'errored 8/8 true' },
    malformed: { seen: '2 pieces, OpenAIError', delivery: 'aborted 7/13 false', ahead: 'completed 13/13 true' },
    duplicate: { seen: '5 pieces, completed', delivery: 'completed 13/13 true' },
    connectionFailed: { seen: '0 pieces, APIConnectionError', delivery: 'errored 0/0 null' },
    emptyBody: { seen: '0 pieces, OpenAIError', delivery: 'truncated 0/12 false' },
    missingFinishReason: { seen: '0 pieces, ConflictError', delivery: 'completed 1/1 null' },
    missingTerminalMarker: { seen: '4 pieces, in_progress', delivery: 'truncated 11/11 false' },
  },
  'messages.create({ stream: true })': {
    eof: { seen: '2 pieces, no reason', delivery: 'truncated 5/10 false' },
    abort: { seen: '2 pieces, TypeError', delivery: 'errored 5/10 false' },
    stall: { seen: '4 pieces, end_turn', delivery: 'completed 10/10 true' },
    error: { seen: '2 pieces, APIError', delivery: 'errored 6/6 false' },
    malformed: { seen: '2 pieces, SyntaxError', delivery: 'aborted 6/11 false', ahead: 'completed 11/11 true' },
    duplicate: { seen: '5 pieces, end_turn', delivery: 'completed 11/11 true' },
    connectionFailed: { seen: '0 pieces, APIConnectionError', delivery: 'errored 0/0 null' },
    emptyBody: { seen: '0 pieces, no reason', delivery: 'truncated 0/10 false' },
    missingFinishReason: { seen: '4 pieces, no reason', delivery: 'completed 10/10 true' },
    missingTerminalMarker: { seen: '4 pieces, end_turn', delivery: 'truncated 9/9 false' },
  },
  'messages.stream()': {
    eof: { seen: '2 pieces, AnthropicError', delivery: 'truncated 5/10 false' },
    abort: { seen: '2 pieces, AnthropicError', delivery: 'errored 5/10 false' },
    stall: { seen: '4 pieces, end_turn', delivery: 'completed 10/10 true' },
    error: { seen: '2 pieces, APIError', delivery: 'errored 6/6 false' },
    malformed: { seen: '2 pieces, AnthropicError', delivery: 'aborted 6/11 false', ahead: 'completed 11/11 true' },
    duplicate: { seen: '5 pieces, end_turn', delivery: 'completed 11/11 true' },
    connectionFailed: { seen: '0 pieces, APIConnectionError', delivery: 'errored 0/0 null' },
    emptyBody: { seen: '0 pieces, AnthropicError', delivery: 'truncated 0/10 false' },
    missingFinishReason: { seen: '4 pieces, null', delivery: 'completed 10/10 true' },
    missingTerminalMarker: { seen: '4 pieces, AnthropicError', delivery: 'truncated 9/9 false' },
  },
  'models.generateContentStream()': {
    eof: { seen: '2 pieces, no reason', delivery: 'truncated 2/4 false' },
    abort: { seen: '2 pieces, TypeError', delivery: 'errored 2/4 false' },
    stall: { seen: '4 pieces, STOP', delivery: 'completed 4/4 true' },
    error: { seen: '2 pieces, ApiError', delivery: 'errored 3/3 false' },
    malformed: { seen: '2 pieces, SyntaxError', delivery: 'pending 3/5 false', ahead: 'completed 5/5 true' },
    duplicate: { seen: '5 pieces, STOP', delivery: 'completed 5/5 true' },
    connectionFailed: { seen: '0 pieces, TypeError', delivery: 'errored 0/0 null' },
    emptyBody: { seen: '0 pieces, no reason', delivery: 'truncated 0/4 false' },
    missingFinishReason: { seen: '4 pieces, no reason', delivery: 'truncated 4/4 false' },
    missingTerminalMarker: { seen: '4 pieces, no reason', delivery: 'truncated 4/4 false' },
  },
}
