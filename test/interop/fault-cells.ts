/**
 * What `streamText` of the AI SDK shows of each fault: the finish reason, or the error in its place, and the error that
 * `onError` is told. `docs/faults.md` is made of it.
 */
export interface FrameworkCell {
  readonly pieces: number | 'some'
  readonly finish: string
  readonly error: string | null
}

/** Alike on every provider, but for what stands in `differing`. */
export const common: Readonly<Record<string, FrameworkCell>> = {
  eof: { pieces: 2, finish: 'interrupted', error: null },
  // What was read and not yet shown is lost with the error.
  abort: { pieces: 'some', finish: 'rejects APICallError', error: 'APICallError' },
  stall: { pieces: 4, finish: 'stop', error: null },
  error: { pieces: 2, finish: 'error', error: 'StreamProviderError' },
  malformed: { pieces: 4, finish: 'stop', error: 'JSONParseError' },
  duplicate: { pieces: 5, finish: 'stop', error: null },
  connectionFailed: { pieces: 0, finish: 'rejects NoOutputGeneratedError', error: 'APICallError' },
  emptyBody: { pieces: 0, finish: 'interrupted', error: null },
  missingFinishReason: { pieces: 4, finish: 'interrupted', error: null },
  missingTerminalMarker: { pieces: 4, finish: 'interrupted', error: null },
}

export const differing: Readonly<Record<string, Readonly<Record<string, FrameworkCell>>>> = {
  'openai.chat()': { missingTerminalMarker: { pieces: 4, finish: 'stop', error: null } },
  'openai.responses()': {
    malformed: { pieces: 4, finish: 'error', error: 'JSONParseError' },
    // The fault that Responses cannot have: a 409 of the mock.
    missingFinishReason: { pieces: 0, finish: 'rejects NoOutputGeneratedError', error: 'APICallError' },
  },
  'anthropic()': {
    emptyBody: { pieces: 0, finish: 'rejects NoOutputGeneratedError', error: 'NoOutputGeneratedError' },
    missingFinishReason: { pieces: 4, finish: 'other', error: null },
  },
  'google()': {},
}
